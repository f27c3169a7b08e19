package markdown

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// noteMarks makes goldmark parse footnotes: bodies with its own parser,
// references with noteMarkParser, because goldmark's scans the list of all
// notes at each reference.
type noteMarks struct{}

func (noteMarks) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)),
		parser.WithInlineParsers(util.Prioritized(noteMarkParser{}, 101)),
	)
}

var kindNoteMark = ast.NewNodeKind("NoteMark")

// noteMark is a footnote reference; it has no text.
type noteMark struct{ ast.BaseInline }

func (n *noteMark) Kind() ast.NodeKind         { return kindNoteMark }
func (n *noteMark) Dump(source []byte, lv int) { ast.DumpHelper(n, source, lv, nil, nil) }

type noteMarkParser struct{}

func (noteMarkParser) Trigger() []byte { return []byte{'['} }

func (noteMarkParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if !bytes.HasPrefix(line, []byte("[^")) {
		return nil // without a search for "]", which could scan far each time
	}
	end := bytes.IndexByte(line, ']')
	if end < 3 || bytes.ContainsAny(line[2:end], " \t[") {
		return nil
	}
	block.Advance(end + 1)
	return &noteMark{}
}
