package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// emphasisParser is goldmark's parser of emphasis, except that underscores inside
// of words, which can neither open nor close emphasis, stay text. Each would
// otherwise cost several hundred bytes.
type emphasisParser struct{ parser.InlineParser }

func (p emphasisParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, segment := block.PeekLine(); line[0] == '_' {
		if segment.Padding == 0 && continuesRun(block.Source(), segment.Start) {
			return nil // its first underscore stayed text
		}
		end := 1
		for end < len(line) && line[end] == '_' {
			end++
		}
		if end < len(line) && wordRune(block.PrecendingCharacter()) && wordRune(util.ToRune(line, end)) {
			return nil
		}
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// continuesRun reports whether the byte of source at i is equal to the one before
// it, which is not escaped.
func continuesRun(source []byte, i int) bool {
	if i == 0 || source[i-1] != source[i] {
		return false
	}
	slashes := 0
	for j := i - 2; j >= 0 && source[j] == '\\'; j-- {
		slashes++
	}
	return slashes%2 == 0
}

func wordRune(r rune) bool { return !util.IsSpaceRune(r) && !util.IsPunctRune(r) }

// newParser returns goldmark's parser with emphasisParser, without extensions.
func newParser() parser.Parser {
	list := parser.DefaultInlineParsers()
	for i, v := range list {
		if p, ok := v.Value.(parser.InlineParser); ok && p == parser.NewEmphasisParser() {
			list[i].Value = emphasisParser{p}
		}
	}
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(list...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
}
