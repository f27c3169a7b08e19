package markdown

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

var reader = goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()

// outline parses md and counts what it holds.
func outline(md string) Outline {
	source := []byte(md)
	o := Outline{Characters: utf8.RuneCount(source)}
	start := 0 // Text before the open paragraph
	_ = ast.Walk(reader.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
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
			lines := n.Lines()
			for i := range lines.Len() {
				segment := lines.At(i)
				o.count(segment.Value(source))
			}
		case *east.Table:
			o.Tables++
		case *ast.Text:
			o.count(n.Value(source))
		case *ast.String:
			o.count(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return o
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
