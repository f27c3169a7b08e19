// Package parts finds the parts of a page whose blocks belong together (tables,
// lists, definition lists, listings of code, questions with their answers) and
// completes a selection so that each part is kept whole, left out whole, or cut
// only at a border that the page itself marks.
//
// Engines decide block by block, so they lose single items, cells and headings.
// [Outline.Complete] changes a selection of any engine in this order:
//
//  1. It removes hidden copies of shown text.
//  2. It keeps each part whole or leaves it out whole, by the part's expected share
//     of content.
//  3. It adds parts if the text around them is kept.
//  4. It removes duplicates of long texts.
//
// The time of each step is linear in the page.
package parts
