// Package parts finds the parts of a page whose blocks belong together (tables,
// lists, definition lists, listings of code, questions with their answers) and
// completes a selection so that each part is kept whole, left out whole, or cut
// only at a border that the page itself marks.
//
// Engines decide block by block, so they lose single items, cells and headings.
// [Complete] works on a selection of any engine:
//
//	hidden copies   of shown text go
//	parts           are kept or left out whole, by their expected share of content
//	parts in a text are added if the text around them is kept
//	duplicates      of long texts go
//
// The time of each step is linear in the page.
package parts
