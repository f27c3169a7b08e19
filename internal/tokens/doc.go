// Package tokens counts the tokens that a text has for a language model. Counts
// for the encodings o200k_base and cl100k_base are exact, offline, and made by
// github.com/tiktoken-go/tokenizer; for other models [Estimate] returns an
// estimate. Loading the tables of an encoding takes about 25 ms and 40 MB, on
// first use. A [Counter] is safe for concurrent use.
//
// The package is internal. Counts of a given text do not change between
// versions.
package tokens
