// Package summarize works on Markdown with language models. [Summarizer] divides
// long pages into chunks, summarises them and combines the summaries
// (map-reduce); [Check] compares a summary with its page. [Query] finds the
// sections that answer a question by BM25, without a model.
//
// It is the only package that opens network connections: [Client], in
// provider.go, connects to the one service that the user configured, and sends
// page text to another computer only with consent ([ConsentError]).
//
// The package is internal. Prompts are versioned: a changed text gets a new id
// ([Prompt]).
package summarize
