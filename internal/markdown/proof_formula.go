package markdown

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maths makes goldmark parse $…$ within a line and $$…$$ on lines of its own,
// as GitHub and Obsidian do.
type maths struct{}

func (maths) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(inlineMaths{}, 150)),
		parser.WithBlockParsers(util.Prioritized(blockMaths{}, 650)),
	)
}

var (
	kindFormula      = ast.NewNodeKind("Formula")
	kindFormulaBlock = ast.NewNodeKind("FormulaBlock")
)

// formula is an inline formula.
type formula struct {
	ast.BaseInline
	tex []byte
}

func (n *formula) Kind() ast.NodeKind         { return kindFormula }
func (n *formula) Dump(source []byte, lv int) { ast.DumpHelper(n, source, lv, nil, nil) }

// formulaBlock is a formula on lines of its own.
type formulaBlock struct{ ast.BaseBlock }

func (n *formulaBlock) Kind() ast.NodeKind         { return kindFormulaBlock }
func (n *formulaBlock) IsRaw() bool                { return true }
func (n *formulaBlock) Dump(source []byte, lv int) { ast.DumpHelper(n, source, lv, nil, nil) }

type inlineMaths struct{}

func (inlineMaths) Trigger() []byte { return []byte{'$'} }

// Parse accepts "$" that no white space follows, up to a "$" that no white
// space precedes and no digit follows.
func (inlineMaths) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	mark := 1
	if len(line) > 1 && line[1] == '$' {
		mark = 2
	}
	inside := line[mark:]
	if mark == 1 && (len(inside) == 0 || isSpace(inside[0])) {
		return nil
	}
	for i := 0; i < len(inside); i++ {
		switch inside[i] {
		case '\\':
			i++
		case '$':
			if mark == 2 {
				if i > 0 && i+1 < len(inside) && inside[i+1] == '$' {
					block.Advance(i + 4)
					return &formula{tex: bytes.TrimSpace(inside[:i])}
				}
				continue
			}
			if i == 0 || isSpace(inside[i-1]) || i+1 < len(inside) && isDigit(inside[i+1]) {
				return nil
			}
			block.Advance(i + 2)
			return &formula{tex: inside[:i]}
		}
	}
	return nil
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }

type blockMaths struct{}

func (blockMaths) Trigger() []byte { return []byte{'$'} }

func (blockMaths) Open(_ ast.Node, r text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, _ := r.PeekLine()
	if string(bytes.TrimSpace(line)) != "$$" {
		return nil, parser.NoChildren
	}
	return &formulaBlock{}, parser.NoChildren
}

func (blockMaths) Continue(n ast.Node, r text.Reader, _ parser.Context) parser.State {
	line, segment := r.PeekLine()
	if string(bytes.TrimSpace(line)) == "$$" {
		r.AdvanceToEOL()
		return parser.Close
	}
	n.Lines().Append(segment)
	r.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (blockMaths) Close(ast.Node, text.Reader, parser.Context) {}
func (blockMaths) CanInterruptParagraph() bool                 { return true }
func (blockMaths) CanAcceptIndentedLine() bool                 { return false }
