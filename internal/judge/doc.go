// Package judge rates results and never changes them. It has four measures and
// one list:
//
//   - [Quality], the sum of five published factors of the Markdown ([Rate]);
//   - confidence, the expected F1 by the learned model ([Confidence]);
//   - [Agreement], the similarity of structurally different engines ([Check]);
//   - [Coverage], the share of the visible text that a result holds ([Cover]);
//   - [Suspicion], a text that reads as an instruction to a language model
//     ([Suspicious] lists them).
//
// The JSON of these types is part of a conversion's result: fields are added,
// not renamed or removed.
package judge
