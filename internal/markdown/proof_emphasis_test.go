package markdown

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// The parser that keeps underscores inside of words as text gives the same HTML as
// goldmark's own.
func TestUnderscoresInsideOfWordsAreParsedAsByGoldmark(t *testing.T) {
	own := goldmark.New(goldmark.WithParser(newParser()), goldmark.WithExtensions(extension.GFM))
	theirs := goldmark.New(goldmark.WithExtensions(extension.GFM))
	parts := []string{"_", "_", "__", "___", "a", "b", " ", `\`, "*", "**", "é", ".", "(", "`", "\n", "www.e.example", "[a_b](c_d)"}
	random := rand.New(rand.NewPCG(3, 7))
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(14) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		var got, want bytes.Buffer
		if err := own.Convert([]byte(b.String()), &got); err != nil {
			t.Fatal(err)
		}
		if err := theirs.Convert([]byte(b.String()), &want); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Fatalf("%q becomes %q, not %q", b.String(), got.String(), want.String())
		}
	}
}
