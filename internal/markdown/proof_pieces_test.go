package markdown

import (
	"reflect"
	"strings"
	"testing"
)

// Parsing a long document in pieces gives the same inventory as parsing it
// whole.
func TestParsingInPiecesEqualsParsingWhole(t *testing.T) {
	t.Parallel()
	const size = 4 << 10
	for _, c := range []struct{ name, unit, end string }{
		{"paragraphs", "One *two* [three](/x).\n\n", ""},
		{"fences with empty lines", "```go\na\n\nb\n~~~\n\n- c\n```\n\nText.\n\n~~~~\n```\n\n# no\n~~~~\n\n", ""},
		{"formulas with empty lines", "$$\na\n\nb\n$$\n\nText $x$.\n\n", ""},
		{"loose items", "- one\n\n  two\n\n      code\n\n      code\n\n- three\n\n", ""},
		{"tight items", "- one\n- two\n  - three\n- four\n", ""},
		{"fences in items", "- ```\n  a\n\n  b\n  ```\n- c\n\n", ""},
		{"numbers", "1. one\n2. two\n\n   more\n", ""},
		{"quotes", "> one\n>\n> two\n> > three\n\nText.\n\n", ""},
		{"callouts", "> [!note] Title\n> text\n\n", ""},
		{"tables", "| a | b |\n| --- | --- |\n| c | d |\n\n", ""},
		{"headings", "# one\n\n## two\n\n***\n\n", ""},
		{"notes", "Text[^1].\n\n", "[^1]: A note.\n\n    More of it.\n"},
		{"references", "Text [one][1] and [two][2].\n\n", "[1]: https://a.example/\n[2]: https://b.example/\n\n## Links\n\n- [x](/y)\n"},
		{"raw HTML", "A line.\n\n<strong>bold</strong> text\n\n", ""},
		{"raw HTML that goes on", "A line.\n\n", "<pre>\n\n# no\n\n</pre>\n\n# yes\n" + strings.Repeat("Text.\n\n", 1<<10)},
		{"a fence that never ends", "Text.\n\n", "```\n\n" + strings.Repeat("# no\n\n", 1<<10)},
	} {
		t.Run(c.name, func(t *testing.T) {
			md := strings.Repeat(c.unit, 3*size/len(c.unit)) + c.end
			list := pieces(md, size)
			if strings.Join(list, "") != md {
				t.Error("the pieces joined are not the document")
			}
			if len(list) < 2 {
				t.Error("the document was not split")
			}
			got := reparseBy(md, size)
			whole := parsePiece(md, nil)
			want := &reparsed{outline: Outline{Characters: len(md)}, found: newInventory()}
			want.add(whole)
			if !reflect.DeepEqual(got.outline, want.outline) {
				t.Errorf("outline %d, want %d", got.outline.Words, want.outline.Words)
			}
			if !reflect.DeepEqual(got.found, want.found) {
				t.Errorf("found %v, want %v", got.found, want.found)
			}
			if string(got.words.text) != string(want.words.text) {
				t.Error("the words differ")
			}
		})
	}
}
