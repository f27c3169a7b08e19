package markdown

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var goldmarkParser = goldmark.New(goldmark.WithParser(newParser()), goldmark.WithExtensions(extension.GFM, footnotes{}, maths{}, highlights{})).Parser()

// reparsed is the result of parsing the rendered Markdown with goldmark.
type reparsed struct {
	outline Outline
	found   *inventory // all kinds except words
	words   wordList
}

// reparse parses md with goldmark, piece by piece, and keeps no tree.
func reparse(md string) *reparsed { return reparseBy(md, pieceSize) }

// reparseBy is reparse for pieces of at least size bytes.
func reparseBy(md string, size int) *reparsed {
	r := &reparsed{found: newInventory(), words: wordList{text: make([]byte, 0, len(md))}}
	r.outline.Characters = utf8.RuneCountInString(md)
	list := pieces(md, size)
	known := collectReferences(list)
	for _, piece := range list {
		r.add(parsePiece(piece, known))
	}
	return r
}

// collectReferences returns the link reference definitions in pieces, which
// links in other pieces may use.
func collectReferences(pieces []string) (all []parser.Reference) {
	if len(pieces) == 1 {
		return nil
	}
	for _, piece := range pieces {
		if !strings.HasPrefix(piece, "[1]: ") && !strings.Contains(piece, "\n[1]: ") {
			continue
		}
		context := parser.NewContext()
		goldmarkParser.Parse(text.NewReader([]byte(piece)), parser.WithContext(context))
		all = append(all, context.References()...)
	}
	return all
}

// syntaxTree is Markdown with its goldmark tree.
type syntaxTree struct {
	md     string
	source []byte // the bytes of md
	root   ast.Node
}

// parsePiece parses md, in which links may use the references in known.
func parsePiece(md string, known []parser.Reference) *syntaxTree {
	context := parser.NewContext()
	for _, r := range known {
		context.AddReference(r)
	}
	source := []byte(md)
	return &syntaxTree{md, source, goldmarkParser.Parse(text.NewReader(source), parser.WithContext(context))}
}

// value returns the text of segment s.
func (p *syntaxTree) value(s text.Segment) string {
	if s.Padding == 0 && !s.ForceNewline {
		return p.md[s.Start:s.Stop]
	}
	return string(s.Value(p.source))
}

// lines returns the source lines of block n.
func (p *syntaxTree) lines(n ast.Node) string {
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		b.WriteString(p.value(lines.At(i)))
	}
	return b.String()
}

// calloutMark returns the length of the callout marker at the start of line,
// such as "[!note]-", or 0.
func calloutMark(line string) int {
	end := strings.IndexByte(line, ']')
	if end < 0 || !strings.HasPrefix(line, "[!") {
		return 0
	}
	if end++; end < len(line) && (line[end] == '-' || line[end] == '+') {
		end++
	}
	return end
}

// literal resolves the backslash escapes and entities of s.
func literal(s string) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
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
			end := strings.IndexByte(s[i:], ';')
			b.WriteString(html.UnescapeString(s[i : i+end+1]))
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
