package tokens_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"pulltab/internal/cputime"
	"pulltab/internal/tokens"
)

var dump = flag.String("dump", "", "write the golden texts to this file as JSON; see make tokens-golden")

// words are the parts of the golden texts: several alphabets, code, Markdown,
// numbers, contractions, all kinds of white space.
var words = strings.Split("the|Harbour|don't|WE'LL|I'm|can’t|1911|3.14159|2026-03-20T09:00:00Z|naïve|Straße|Ärger|être|café|co-operate|"+
	"привет|Москва|мир|Ελλάδα|שלום|مرحبا|العربية|हिन्दी|ภาษาไทย|東京|日本語の文章|中文测试|한국어|🍞|👩‍👩‍👧|🇩🇪|e\u0301|\u00a0|\u200b|ﬁ|Ⅷ|½|"+
	"func main() {|return x == y;|</div>|<a href=\"https://example.com/?a=b&c=d\">|https://example.com/a/b?c=d#e|foo_bar|camelCaseName|HTTPServer|x+=1|!=|=>|::|"+
	"# |## |- |* |1. |> |```go|```|| |---|**bold**|_it_|[link](/x)|![img](y.png)|$E=mc^2$|\\frac{a}{b}|"+
	" |  |    |\t|\n|\n\n|\n\n\n|\r\n|, |. |; |…|—|“quoted”|'single'|(a)|[b]|{c}|@user|#tag|100%|€5|$7|<|endoftext|>|'s|'S|a|I|xyzzyplugh|"+
	"aaaaaaaaaaaaaaaa|============|................|\\n|\\|/|//|/*|&nbsp;|&#39;", "|")

// golden returns 500 texts, always the same.
func golden() []string {
	r := rand.New(rand.NewPCG(2026, 8))
	texts := make([]string, 500)
	for i := range texts {
		var b strings.Builder
		spaced := r.IntN(3) > 0
		for range 1 + r.IntN(1+i) {
			b.WriteString(words[r.IntN(len(words))])
			if spaced && r.IntN(4) > 0 {
				b.WriteByte(' ')
			}
		}
		texts[i] = tokens.Clean(b.String())
	}
	return texts
}

// TestCountsEqualThoseOfAnotherImplementation compares the counts with those of
// js-tiktoken in testdata/golden.txt. The columns are hash of the text,
// o200k_base, cl100k_base.
func TestCountsEqualThoseOfAnotherImplementation(t *testing.T) {
	t.Parallel()
	texts := golden()
	if *dump != "" {
		data, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(*dump, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open("testdata/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	i := 0
	for ; lines.Scan(); i++ {
		var hash string
		var o200k, cl100k int
		if _, err := fmt.Sscan(lines.Text(), &hash, &o200k, &cl100k); err != nil {
			t.Fatal(err)
		}
		if i >= len(texts) || hash != sum(texts[i]) {
			t.Fatalf("text %d is not the one that was counted; run make tokens-golden", i)
		}
		if testing.Short() && i%10 != 0 {
			continue
		}
		for name, want := range map[string]int{tokens.O200k: o200k, tokens.CL100k: cl100k} {
			if got := counter(t, name).Count(texts[i]); got != want {
				t.Errorf("text %d has %d tokens in %s, want %d: %.300q", i, got, name, want, texts[i])
			}
		}
	}
	if i != len(texts) {
		t.Errorf("%d counts for %d texts", i, len(texts))
	}
}

func sum(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return fmt.Sprintf("%016x", h.Sum64())
}

func counter(t testing.TB, name string) *tokens.Counter {
	t.Helper()
	c, err := tokens.For(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestKnownCounts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "hello world": 2, "<|endoftext|>": 7} {
		if got := counter(t, "").Count(text); got != want {
			t.Errorf("%q has %d tokens, want %d", text, got, want)
		}
	}
	if name := counter(t, "").Encoding(); name != tokens.O200k {
		t.Errorf("the default encoding is %s", name)
	}
	if _, err := tokens.For("klingon"); err == nil {
		t.Error("an unknown encoding is accepted")
	}
}

// A long text is counted in pieces; their sum is the count of the whole.
func TestCountOfALongTextIsExact(t *testing.T) {
	t.Parallel()
	c := counter(t, "")
	line := "The morning was cold and the harbour lay still, don't you think? 12345 東京\n"
	one := c.Count(strings.Repeat(line, 100))
	if got := c.Count(strings.Repeat(line, 2000)); got != 20*one {
		t.Errorf("%d tokens in 2,000 lines, %d in 100", got, one)
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"a\n \t\nb": "a\n\nb", "a \n\n": "a \n\n", "  ": "  ", "a\xff": "a\ufffd", "a\n  ": "a\n  ", " \n": "\n"} {
		if got := tokens.Clean(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestSampleIsClose(t *testing.T) {
	t.Parallel()
	c := counter(t, "")
	text := strings.Join(golden(), "\n")
	exact, sampled := c.Count(text), c.Sample(text)
	if len(text) < 400_000 || sampled < exact*85/100 || sampled > exact*115/100 {
		t.Errorf("%d bytes: sample %d, count %d", len(text), sampled, exact)
	}
	if short := text[:20_000]; c.Sample(short) != c.Count(short) {
		t.Error("a short text is not counted in full")
	}
	if c.Sample(strings.Repeat("\x80", 100_000)) != 0 {
		t.Error("invalid bytes are counted")
	}
}

func TestEstimateIsClose(t *testing.T) {
	t.Parallel()
	prose := strings.Repeat("The morning was cold and the harbour lay still, and nobody on the quay had anything to say about it. ", 50)
	exact := counter(t, "").Count(prose)
	if e := tokens.Estimate(prose); e < exact*3/4 || e > exact*3/2 {
		t.Errorf("estimate %d, count %d", e, exact)
	}
	if tokens.Estimate("") != 0 {
		t.Error("the estimate for an empty text is not 0")
	}
}

// Each of these texts takes other tokenizers half a minute at 80 kB. Here 1 MiB
// takes at most 0.6 s of CPU time, ten times that with the race detector.
func TestHostileTextsAreCountedQuickly(t *testing.T) {
	c := counter(t, "")
	for name, unit := range map[string]string{
		"one letter": "a", "blanks": " ", "tabs": "\t", "line ends": "\n", "equals signs": "=", "digits": "7", "an ideograph": "界",
		"capitals": "A", "base64": "QWxhZGRpbjpvcGVuIHNlc2FtZQ", "accents": "\u0301", "apostrophes": "'s", "blank lines": " \n", "emoji": "👩‍👩‍👧", "broken bytes": "\xff", "mixed": "a \n\t=7",
	} {
		t.Run(name, func(t *testing.T) {
			size := 128 << 10
			if testing.Short() {
				size = 16 << 10
			}
			text := strings.Repeat(unit, size/len(unit))
			begin := cpu(t)
			n := c.Count(text)
			if used := cpu(t) - begin; used > 5*time.Second {
				t.Errorf("%v of CPU", used)
			} else {
				t.Logf("%d tokens in %v", n, used)
			}
		})
	}
}

func cpu(t *testing.T) time.Duration {
	t.Helper()
	runtime.GC()
	return cputime.Used()
}
