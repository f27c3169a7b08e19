package markdown

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// addOutline adds to o what p holds, but for the characters of the Markdown.
func (p *parsed) addOutline(o *Outline) {
	start := 0 // Text before the open paragraph
	_ = ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if _, ok := n.(*ast.Paragraph); ok && n.Parent().Kind() == ast.KindDocument {
			if entering {
				start = o.Text
			} else {
				o.Paragraphs = append(o.Paragraphs, o.Text-start)
			}
		}
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			o.Headings++
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			o.Code++
			o.countLines(n, p.source)
		case *formulaBlock:
			o.countLines(n, p.source)
		case *formula:
			o.count(n.tex)
		case *east.Table:
			o.Tables++
		case *ast.Text:
			o.count(n.Value(p.source))
		}
		return ast.WalkContinue, nil
	})
}

func (o *Outline) countLines(n ast.Node, source []byte) {
	lines := n.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		o.count(segment.Value(source))
	}
}

func (o *Outline) count(text []byte) {
	o.Text += utf8.RuneCount(text)
	word := false
	for _, r := range string(text) {
		is := r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
		if is && !word {
			o.Words++
		}
		word = is
	}
}
