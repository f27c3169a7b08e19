// Package outline gives language models a page in parts: numbered blocks within a
// budget of tokens, an outline of the rest with ids to ask for, the difference
// from an earlier revision, and a frame that the text of the page cannot end.
//
// A Snapshot is one revision of a page and is immutable. Its answers never have
// more tokens than the budget, frame and figures included. The package fetches and
// stores nothing. It does not protect a model from the text that it reads: it
// frames, removes invisible characters, and flags known forms of instructions.
//
// Stability: internal; the format of answers is described in docs/agents.md.
package outline
