package markdown

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// highlights makes goldmark parse ==…== as highlighted text, as Obsidian does.
type highlights struct{}

func (highlights) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(highlightParser{}, 500)))
}

var kindHighlight = ast.NewNodeKind("Highlight")

// highlight is a node of highlighted text.
type highlight struct{ ast.BaseInline }

func (n *highlight) Kind() ast.NodeKind         { return kindHighlight }
func (n *highlight) Dump(source []byte, lv int) { ast.DumpHelper(n, source, lv, nil, nil) }

type highlightParser struct{}

func (highlightParser) Trigger() []byte { return []byte{'='} }

func (highlightParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	node := parser.ScanDelimiter(line, before, 2, highlightDelimiters{})
	if node == nil || node.OriginalLength > 2 || before == '=' {
		return nil
	}
	node.Segment = segment.WithStop(segment.Start + node.OriginalLength)
	block.Advance(node.OriginalLength)
	pc.PushDelimiter(node)
	return node
}

type highlightDelimiters struct{}

func (highlightDelimiters) IsDelimiter(b byte) bool { return b == '=' }

func (highlightDelimiters) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (highlightDelimiters) OnMatch(int) ast.Node { return &highlight{} }
