package markdown

import (
	"bytes"
	"cmp"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var reader = goldmark.New(goldmark.WithExtensions(extension.GFM, noteMarks{}, maths{}, marks{})).Parser()

// reading is what somebody else reads in a document.
type reading struct {
	outline Outline
	found   *holdings // all but words
	words   tally
}

// read parses md piece by piece and keeps no tree of it.
func read(md string) *reading {
	r := &reading{found: newHoldings(), words: tally{index: map[string]int32{}}}
	r.outline.Characters = utf8.RuneCountInString(md)
	list := pieces(md)
	known := references(list)
	for _, piece := range list {
		p := parseWith(piece, known)
		p.addOutline(&r.outline)
		p.addHoldings(r.found)
		p.addWords(&r.words)
	}
	return r
}

// references returns the addresses that pieces define for the links of others.
func references(pieces []string) (all []parser.Reference) {
	if len(pieces) == 1 {
		return nil
	}
	for _, piece := range pieces {
		if !strings.HasPrefix(piece, "[1]: ") && !strings.Contains(piece, "\n[1]: ") {
			continue
		}
		context := parser.NewContext()
		reader.Parse(text.NewReader([]byte(piece)), parser.WithContext(context))
		all = append(all, context.References()...)
	}
	return all
}

// parsed is Markdown as somebody else reads it.
type parsed struct {
	source []byte
	root   ast.Node
	kinds  []stretch // of callouts, "[!note]-" with their brackets, ascending
}

// stretch is a range of bytes.
type stretch struct{ from, to int }

func parse(md string) *parsed { return parseWith(md, nil) }

// parseWith parses md, in which links may use references that stand elsewhere.
func parseWith(md string, known []parser.Reference) *parsed {
	context := parser.NewContext()
	for _, r := range known {
		context.AddReference(r)
	}
	source := []byte(md)
	p := &parsed{source: source, root: reader.Parse(text.NewReader(source), parser.WithContext(context))}
	_ = ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if quote, ok := n.(*ast.Blockquote); ok && entering {
			if first, ok := quote.FirstChild().(*ast.Paragraph); ok {
				line := first.Lines().At(0)
				if end := calloutMark(line.Value(source)); end > 0 {
					p.kinds = append(p.kinds, stretch{line.Start, line.Start + end})
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return p
}

// calloutMark returns the length of the kind of a callout that line starts with.
func calloutMark(line []byte) int {
	end := bytes.IndexByte(line, ']')
	if end < 0 || !bytes.HasPrefix(line, []byte("[!")) {
		return 0
	}
	if end++; end < len(line) && (line[end] == '-' || line[end] == '+') {
		end++
	}
	return end
}

// visible returns the part of segment s that is no kind of a callout.
func (p *parsed) visible(s text.Segment) text.Segment {
	i, _ := slices.BinarySearchFunc(p.kinds, s.Start, func(k stretch, at int) int { return cmp.Compare(k.to, at+1) })
	if i < len(p.kinds) && p.kinds[i].from <= s.Start {
		s.Start = min(s.Stop, p.kinds[i].to)
	}
	return s
}

// addWords adds all words of p to t.
func (p *parsed) addWords(t *tally) {
	end := func() { t.end(t.plus) }
	read := t.add
	_ = ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Type() == ast.TypeBlock {
			end()
		}
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			read(p.text(n))
			if n.SoftLineBreak() || n.HardLineBreak() {
				end()
			}
		case *ast.AutoLink:
			read(string(n.Label(p.source)))
		case *ast.RawHTML:
			if tag := n.Segments.Value(p.source); bytes.HasPrefix(tag, []byte("<br")) {
				end()
			}
		case *ast.Image, *formula, *formulaBlock:
			return ast.WalkSkipChildren, nil
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			read(p.lines(n))
		case *ast.HTMLBlock:
			read(withoutTags(p.lines(n)))
		}
		return ast.WalkContinue, nil
	})
	end()
}

// text returns what a reader sees of n.
func (p *parsed) text(n *ast.Text) string {
	visible := p.visible(n.Segment)
	s := visible.Value(p.source)
	if n.Parent() != nil && n.Parent().Kind() == ast.KindCodeSpan {
		return string(s)
	}
	return literal(s)
}

// literal resolves the backslash escapes and entities of s.
func literal(s []byte) string {
	if !bytes.ContainsAny(s, `\&`) {
		return string(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && isPunctuation(s[i+1]):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			if !entity(s[i:]) {
				b.WriteByte('&')
				continue
			}
			end := bytes.IndexByte(s[i:], ';')
			b.WriteString(html.UnescapeString(string(s[i : i+end+1])))
			i += end
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isPunctuation(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

func (p *parsed) lines(n ast.Node) string {
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		b.Write(segment.Value(p.source))
	}
	return b.String()
}

func withoutTags(s string) string {
	var b strings.Builder
	for s != "" {
		before, rest, _ := strings.Cut(s, "<")
		b.WriteString(html.UnescapeString(before))
		b.WriteByte(' ')
		_, s, _ = strings.Cut(rest, ">")
	}
	return b.String()
}

// addHoldings adds everything but words that p holds to h.
func (p *parsed) addHoldings(h *holdings) {
	_ = ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			h.add(headings, headingKey(n.Level, p.key(n, nil)))
		case *ast.ListItem:
			h.add(items, p.key(n, func(c ast.Node) bool { return c.Kind() == ast.KindList }))
		case *east.TableCell:
			h.add(cells, p.key(n, nil))
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			h.add(code, trimCode(p.lines(n)))
		case *formula:
			h.add(formulas, texKey(string(n.tex)))
		case *formulaBlock:
			h.add(formulas, texKey(p.lines(n)))
		case *ast.Link:
			h.add(links, addressKey(literal(n.Destination)))
		case *ast.AutoLink:
			address := string(n.URL(p.source))
			if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(address, "mailto:") {
				address = "mailto:" + address
			}
			h.add(links, addressKey(address))
		case *ast.Image:
			h.add(images, addressKey(literal(n.Destination)))
		}
		return ast.WalkContinue, nil
	})
}

// key returns what identifies the text below n without what skip names.
func (p *parsed) key(n ast.Node, skip func(ast.Node) bool) string {
	var k keyed
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case !entering:
			return ast.WalkContinue, nil
		case k.full():
			return ast.WalkStop, nil
		case skip != nil && skip(c):
			return ast.WalkSkipChildren, nil
		}
		switch c := c.(type) {
		case *ast.Text:
			k.add(p.text(c))
		case *ast.AutoLink:
			k.add(string(c.Label(p.source)))
		case *formula:
			k.add(string(c.tex))
		case *formulaBlock, *ast.FencedCodeBlock, *ast.CodeBlock:
			k.add(p.lines(c))
		case *ast.Image:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return k.String()
}
