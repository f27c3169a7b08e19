package summarize_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pulltab/internal/summarize"
	"pulltab/internal/tokens"
)

func exact(t testing.TB) *tokens.Counter {
	t.Helper()
	c, err := tokens.For(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func cut(t testing.TB, c summarize.Counter, md string, size, overlap int) []summarize.Chunk {
	t.Helper()
	k, err := summarize.NewChunker(c, size, overlap)
	if err != nil {
		t.Fatal(err)
	}
	return k.Cut(md)
}

// check checks chunks against the documentation of Cut.
func check(t *testing.T, c summarize.Counter, md string, size int, chunks []summarize.Chunk) {
	t.Helper()
	covered, last := 0, summarize.Chunk{Start: -1}
	for i, k := range chunks {
		switch {
		case k.Text != md[k.Start:k.End] || !utf8.ValidString(k.Text):
			t.Errorf("chunk %d differs from the text of its range", i)
		case k.Start > covered:
			t.Errorf("chunk %d begins at %d, the previous one ends at %d", i, k.Start, covered)
		case k.AfterOverlap != covered || k.AfterOverlap >= k.End:
			t.Errorf("chunk %d [%d,%d) has its overlap up to %d, want %d", i, k.Start, k.End, k.AfterOverlap, covered)
		case k.Start <= last.Start || k.End <= last.End:
			t.Errorf("chunk %d [%d,%d) and the previous one [%d,%d): one contains the other", i, k.Start, k.End, last.Start, last.End)
		case k.Tokens > size || c.Count(k.Text) > size:
			t.Errorf("chunk %d has %d tokens, limit %d", i, k.Tokens, size)
		}
		covered, last = k.End, k
	}
	if covered != len(md) {
		t.Errorf("%d of %d bytes are covered", covered, len(md))
	}
}

// pieces are the parts of random documents.
var pieces = []string{
	"# Title\n\n", "## Part two\n\n", "### Deep #\n\n", "####### no heading\n\n", "Setext\n===\n\n",
	"A sentence. Another one! And a third? ", "One more, with \"quotes.\" ", "word ", "\n", "\n\n", "   \n",
	"- item\n", "  - inner item\n", "1. first\n", "> quoted text.\n\n",
	"```go\nfunc main() {}\n\n# no heading\n```\n\n", "~~~\nunclosed\n", "```\n", "$$\nx^2\n$$\n\n", "$$\n",
	"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n", "| row |\n", "東京は大きい。人が多い。", "👩‍👩‍👧", "e\u0301", "\xff", "averyveryverylongwordwithoutanyend", "\t", "\r\n", "https://example.com/a?b=c ",
}

func document(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(60) {
		b.WriteString(strings.Repeat(pieces[r.IntN(len(pieces))], 1+r.IntN(1+r.IntN(12))))
	}
	return strings.ToValidUTF8(b.String(), "\ufffd")
}

// byteCounter is a Counter that is not additive: paragraphs and sentences that
// are counted together have other numbers of tokens than alone.
type byteCounter struct{}

func (byteCounter) Count(s string) int {
	return (len(s)+2)/3 + strings.Count(s, "\n\n") + strings.Count(s, ". ")
}

func TestRandomDocumentsAreCutIntoValidChunks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 2))
	for i := range fewerIfShort(2_000, 600) {
		md := document(r)
		size, overlap := summarize.MinSize+r.IntN(200), r.IntN(300)
		var c summarize.Counter = byteCounter{}
		if i%10 == 0 {
			c = exact(t)
		}
		chunks := cut(t, c, md, size, overlap)
		if strings.TrimSpace(md) == "" {
			if len(chunks) != 0 {
				t.Errorf("an empty document has %d chunks", len(chunks))
			}
			continue
		}
		check(t, c, md, size, chunks)
		if t.Failed() {
			t.Fatalf("document %d, size %d, overlap %d:\n%q", i, size, overlap, md)
		}
	}
}

func FuzzCut(f *testing.F) {
	r := rand.New(rand.NewPCG(8, 3))
	for range 8 {
		f.Add(document(r), uint8(r.IntN(200)), uint8(r.IntN(200)))
	}
	f.Fuzz(func(t *testing.T, md string, extra, overlap uint8) {
		if !utf8.ValidString(md) || strings.TrimSpace(md) == "" {
			return
		}
		size := summarize.MinSize + int(extra)
		check(t, byteCounter{}, md, size, cut(t, byteCounter{}, md, size, int(overlap)))
	})
}

// fewerIfShort returns n, or short in a short test run.
func fewerIfShort(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}

func TestDocumentThatFitsIsOneChunk(t *testing.T) {
	t.Parallel()
	md := "# Loaf\n\nFlour, water, salt.\n"
	n := exact(t).Count(md)
	for _, size := range []int{max(n, summarize.MinSize), 2000} {
		if chunks := cut(t, exact(t), md, size, 150); len(chunks) != 1 || chunks[0].Text != md || chunks[0].Tokens != n {
			t.Errorf("size %d: %+v", size, chunks)
		}
	}
}

func TestChunksKeepBlocksWhole(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# Bread\n\n")
	for i := range 12 {
		fmt.Fprintf(&b, "## Day %d\n\n", i)
		for j := range 8 {
			fmt.Fprintf(&b, "On day %d the dough of bowl %d rose a little more than the baker had hoped. He wrote it down, as he did every day, and went to bed early.\n\n", i, j)
		}
		b.WriteString("```text\nflour 500\n\nwater 350\nsalt 10\n```\n\n| bowl | height |\n|---|---|\n| 1 | 12 |\n| 2 | 14 |\n\n$$\nh = 12 + 2\n\n+ 0\n$$\n\n")
	}
	md := b.String()
	chunks := cut(t, exact(t), md, 500, 100)
	check(t, exact(t), md, 500, chunks)
	for i, k := range chunks {
		if strings.Count(k.Text, "```")%2 != 0 {
			t.Errorf("chunk %d ends inside code", i)
		}
		if strings.Count(k.Text, "$$")%2 != 0 {
			t.Errorf("chunk %d ends inside a formula", i)
		}
		if strings.Contains(k.Text, "| 2 | 14 |") && !strings.Contains(k.Text, "| bowl |") {
			t.Errorf("chunk %d begins inside a table", i)
		}
		if last := k.Text[strings.LastIndex(strings.TrimSpace(k.Text), "\n")+1:]; strings.HasPrefix(last, "#") {
			t.Errorf("chunk %d ends with the heading %q", i, last)
		}
		if i > 0 && (k.Start == k.AfterOverlap || k.Path[0] != "Bread" || len(k.Path) != 2) {
			t.Errorf("chunk %d: [%d %d %d] under %q", i, k.Start, k.AfterOverlap, k.End, k.Path)
		}
		if overlap := exact(t).Count(md[k.Start:k.AfterOverlap]); overlap > 100 {
			t.Errorf("chunk %d repeats %d tokens", i, overlap)
		}
		if i < len(chunks)-1 && k.Tokens < 250 {
			t.Errorf("chunk %d has only %d tokens", i, k.Tokens)
		}
	}
}

// Headings without text are not one chunk each.
func TestHeadingsAloneFillTheirChunks(t *testing.T) {
	t.Parallel()
	md := strings.Repeat("### The harbour in winter\n\n", 1000)
	chunks := cut(t, exact(t), md, 500, 50)
	check(t, exact(t), md, 500, chunks)
	if most := exact(t).Count(md)/225 + 1; len(chunks) > most {
		t.Errorf("%d chunks, want %d at most", len(chunks), most)
	}
}

func TestOverlapLargerThanChunkIsLimited(t *testing.T) {
	t.Parallel()
	md := strings.Repeat("A short sentence. ", 500)
	check(t, exact(t), md, 100, cut(t, exact(t), md, 100, 100_000))
}

func TestInvalidChunkSizesAreRefused(t *testing.T) {
	t.Parallel()
	for _, s := range [][2]int{{15, 0}, {0, 0}, {-1, 0}, {2000, -1}} {
		if _, err := summarize.NewChunker(byteCounter{}, s[0], s[1]); err == nil {
			t.Errorf("size %d with overlap %d is accepted", s[0], s[1])
		}
	}
}
