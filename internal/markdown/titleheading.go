package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"pulltab/internal/dom"
)

// WithTitle returns md, the Markdown of a Document, with the title as its first
// line, a heading of level 1. A heading with the same letters and digits as the
// title, in any case, moves there if it is the first heading or the first of
// level 1, so that the title occurs once. It keeps its code and emphasis, but
// not a link or picture. Without letters and digits in title, md is unchanged.
func WithTitle(md, title string) string {
	title = dom.OneLine(title)
	key := titleKey(title)
	if key == "" {
		return md
	}
	var t textLine
	t.put(title, textByte)
	heading := atxHeading(1, &t)
	headings := 0
	for h := range headingLines(md) {
		headings++
		if headings > 1 && h.level > 1 {
			continue
		}
		if own, plain, ok := matchTitle(md, h, key); ok {
			if plain {
				heading = "# " + own
			}
			md = md[:h.from] + strings.TrimLeft(md[h.to:], "\n")
			break
		}
		if h.level == 1 {
			break
		}
	}
	if md == "" {
		return heading + "\n"
	}
	return heading + "\n\n" + md
}

// titleKey returns the letters and digits of s in lower case.
func titleKey(s string) string {
	var k textKey
	k.add(s)
	return strings.ToLower(k.String())
}

// headingLine is an ATX heading outside of quotes and lists.
type headingLine struct {
	level    int
	from, to int // of its line, line break included
}

// headingLines yields the headings of md, which package markdown wrote: they
// start at the first column, and only fenced code can contain lines like them.
func headingLines(md string) func(yield func(headingLine) bool) {
	return func(yield func(headingLine) bool) {
		fence := "" // of the open code block
		for from := 0; from < len(md); {
			to := len(md)
			if i := strings.IndexByte(md[from:], '\n'); i >= 0 {
				to = from + i + 1
			}
			line := strings.TrimRight(md[from:to], " \n")
			level := len(line) - len(strings.TrimLeft(line, "#"))
			switch {
			case fence != "":
				if strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == "" {
					fence = ""
				}
			case strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~"):
				fence = line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
			case level >= 1 && level <= 6 && strings.HasPrefix(line[level:], " "):
				if !yield(headingLine{level, from, to}) {
					return
				}
			}
			from = to
		}
	}
}

// matchTitle reports whether the text of h has the key of the title. own is the
// content of the heading; plain is true if it has no link, picture or note.
func matchTitle(md string, h headingLine, key string) (own string, plain, ok bool) {
	line := strings.TrimRight(md[h.from:h.to], "\n")
	known := parser.NewContext()
	if strings.Contains(line, "][") { // a link whose address is below the text
		for _, r := range collectReferences([]string{"", md}) {
			known.AddReference(r)
		}
	}
	source := []byte(line)
	root := goldmarkParser.Parse(text.NewReader(source), parser.WithContext(known))
	l := outputWalker{reparsed: &reparsed{found: newInventory()}, p: &syntaxTree{line, source, root}}
	first := root.FirstChild()
	if first == nil || first.Kind() != ast.KindHeading || strings.ToLower(l.identified(first)) != key {
		return "", false, false
	}
	plain = true
	err := ast.Walk(first, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindHeading, ast.KindText, ast.KindEmphasis, ast.KindCodeSpan, ast.KindString:
		default:
			plain = false
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(line[h.level:]), plain && err == nil, true
}
