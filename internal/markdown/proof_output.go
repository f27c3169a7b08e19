package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// add adds the content of p to r, except Outline.Characters.
func (r *reparsed) add(p *syntaxTree) {
	l := outputWalker{reparsed: r, p: p}
	l.node(p.root)
	r.words.end()
}

// outputWalker walks a re-parsed document and fills its inventory, words and
// outline.
type outputWalker struct {
	*reparsed
	p      *syntaxTree
	item   *textKey // key of the open list item; nil in a nested list
	line   *textKey // key of the open heading or cell
	images int      // number of open images, whose alt text is not part of the text
	kind   int      // offset at which the kind of the open callout ends
}

// node records n and its descendants.
func (l *outputWalker) node(n ast.Node) {
	block := n.Type() == ast.TypeBlock
	if block {
		l.words.end()
	}
	switch n := n.(type) {
	case *ast.Text:
		l.text(n)
	case *ast.Paragraph:
		start := l.outline.Text
		l.children(n)
		if n.Parent().Kind() == ast.KindDocument {
			l.outline.Paragraphs = append(l.outline.Paragraphs, l.outline.Text-start)
		}
	case *ast.Blockquote:
		if first, ok := n.FirstChild().(*ast.Paragraph); ok {
			line := first.Lines().At(0)
			l.kind = line.Start + calloutMark(l.p.value(line))
		}
		l.children(n)
	case *ast.List:
		outer := l.item
		l.item = nil
		l.children(n)
		l.item = outer
	case *ast.ListItem:
		outer := l.item
		l.item = &textKey{}
		l.children(n)
		l.found.add(items, l.item.String())
		l.item = outer
	case *ast.Heading:
		l.outline.Headings++
		l.found.add(headings, headingKey(n.Level, l.identified(n)))
	case *east.Table:
		l.outline.Tables++
		l.children(n)
	case *east.TableCell:
		l.found.add(cells, l.identified(n))
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		text := l.p.lines(n)
		l.outline.Code++
		l.outline.count(text)
		l.found.add(code, trimCode(text))
		l.read(text)
	case *formula:
		tex := string(n.tex)
		l.outline.count(tex)
		l.found.add(formulas, texKey(tex))
		l.words.add(tex) // of a formula in text that the page has not typeset
		l.identify(tex)
	case *formulaBlock:
		tex := l.p.lines(n)
		l.outline.count(tex)
		l.found.add(formulas, texKey(tex))
		l.words.add(tex) // of a formula in text that the page has not typeset
		l.identify(tex)
	case *ast.Link:
		l.found.add(links, addressKey(literal(string(n.Destination))))
		l.children(n)
	case *ast.AutoLink:
		address := string(n.URL(l.p.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(address, "mailto:") {
			address = "mailto:" + address
		}
		l.found.add(links, addressKey(address))
		l.read(string(n.Label(l.p.source)))
	case *ast.Image:
		l.found.add(images, addressKey(literal(string(n.Destination))))
		l.images++
		l.children(n)
		l.images--
	case *ast.RawHTML:
		if l.images == 0 && strings.HasPrefix(l.p.value(n.Segments.At(0)), "<br") {
			l.words.end()
		}
	case *ast.HTMLBlock:
		l.words.add(withoutTags(l.p.lines(n)))
	default:
		l.children(n)
	}
	if block {
		l.words.end()
	}
}

func (l *outputWalker) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		l.node(c)
	}
}

// identified records the content of the heading or cell n and returns its key.
func (l *outputWalker) identified(n ast.Node) string {
	l.line = &textKey{}
	l.children(n)
	key := l.line.String()
	l.line = nil
	return key
}

// text records the text node n.
func (l *outputWalker) text(n *ast.Text) {
	l.outline.count(l.p.value(n.Segment))
	seen := n.Segment // without the kind of a callout
	seen.Start = min(seen.Stop, max(seen.Start, l.kind))
	s := l.p.value(seen)
	if n.Parent().Kind() != ast.KindCodeSpan {
		s = literal(s)
	}
	l.read(s)
	if l.images == 0 && (n.SoftLineBreak() || n.HardLineBreak()) {
		l.words.end()
	}
}

// read records visible text.
func (l *outputWalker) read(s string) {
	if l.images == 0 {
		l.words.add(s)
		l.identify(s)
	}
}

// identify adds s to the keys of the open item, heading or cell.
func (l *outputWalker) identify(s string) {
	if l.images > 0 {
		return
	}
	if l.item != nil {
		l.item.add(s)
	}
	if l.line != nil {
		l.line.add(s)
	}
}
