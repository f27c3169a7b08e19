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

// footnotes makes goldmark parse footnotes: bodies with its own parser,
// references with footnoteRefParser, because goldmark's scans the list of all
// notes at each reference.
type footnotes struct{}

func (footnotes) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)),
		parser.WithInlineParsers(util.Prioritized(footnoteRefParser{}, 101)),
	)
}

var kindFootnoteRef = ast.NewNodeKind("FootnoteReference")

// footnoteRef is a footnote reference; it has no text.
type footnoteRef struct{ ast.BaseInline }

func (n *footnoteRef) Kind() ast.NodeKind         { return kindFootnoteRef }
func (n *footnoteRef) Dump(source []byte, lv int) { ast.DumpHelper(n, source, lv, nil, nil) }

type footnoteRefParser struct{}

func (footnoteRefParser) Trigger() []byte { return []byte{'['} }

func (footnoteRefParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if !bytes.HasPrefix(line, []byte("[^")) {
		return nil // without a search for "]", which could scan far each time
	}
	end := bytes.IndexByte(line, ']')
	if end < 3 || bytes.ContainsAny(line[2:end], " \t[") {
		return nil
	}
	block.Advance(end + 1)
	return &footnoteRef{}
}
