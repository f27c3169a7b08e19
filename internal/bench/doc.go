// Package bench measures engines on labelled corpora: pages with their expected
// text. [Open] reads a corpus, [Run] runs entries on every page, [Summarize]
// computes figures with bootstrap intervals. The package serves pulltab bench
// and scripts/train; its Go interface may change at any time, the JSON of
// [Report] only grows.
package bench
