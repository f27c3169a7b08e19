// Package cite holds a text against pages, without a model: for each sentence it
// names the blocks that contain most of its words, and it marks numbers, names,
// dates and quotations that no page has. A sentence without marks may still be
// false: a paraphrase is not understood, and parts of two facts may be combined.
//
// Stability: internal; the JSON of Report is printed by the command line.
package cite
