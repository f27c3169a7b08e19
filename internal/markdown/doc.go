// Package markdown renders the selected blocks of a page as GitHub-Flavored
// Markdown and measures how much of them the result still contains.
//
// [Render] and [RenderThread] turn a page and a selection into a [Document].
// [Document.Prove] parses the Markdown again and compares it with the page:
// fidelity is the share of words, links, images, headings, list items, table
// cells, code blocks and formulas found again. [Document.HTML] is the same
// content as clean HTML. [ToHTML] goes the other way, for sites that offer
// their own Markdown. The package selects nothing and fetches nothing; it never
// changes the page.
//
// # Stages
//
// prune.go copies the tree with the kept blocks only, thread.go arranges the
// posts of a thread, nesting.go limits nested lists and quotes. Rendering then
// writes block by block: block.go, list.go and table.go write blocks; inline.go
// collects the inline content of a block as runs of one style each, space.go
// collapses their white space, emphasis.go writes delimiters, and escape.go
// adds the backslashes. The files proof*.go are the fidelity check.
//
// # Libraries
//
// [html-to-markdown] v2 drives the rendering of blocks. Each rendering calls
// its Converter.ConvertNode on the tree, with one plugin, this package's: the
// library holds the registry of render handlers, carries the context, and
// passes each block node, from the document down to the blocks inside lists and
// quotes, to the handler through Context.RenderNodes. The handler decides which
// nodes are blocks, writes all Markdown syntax, escapes it and joins the blocks.
// The library's base, commonmark and table plugins are not registered, its
// escaping and white-space rules do not run, and the bytes that ConvertNode
// returns are not used: the handler writes to a buffer of its own, because the
// output needs GFM tables, footnotes, callouts, formulas, escapes only where a
// parser would misread the text, and a size limit.
//
// [goldmark] parses the Markdown for the fidelity check and for the outline,
// with small extensions for footnotes, formulas and highlights, and converts
// Markdown to HTML in ToHTML.
//
// # Stability
//
// The package is internal. Its output for a given page and selection is stable:
// the files in testdata/cases are the reference, and a change to them is a
// change of behaviour.
//
// [html-to-markdown]: https://github.com/JohannesKaufmann/html-to-markdown
// [goldmark]: https://github.com/yuin/goldmark
package markdown
