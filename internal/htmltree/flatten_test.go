package htmltree

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/torture"
)

func TestFlattenRemovesOnlyDeepTags(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit int
		in    string
		want  string
	}{
		{"a shallow page", 480, "<!doctype html><P Class='x'>a<br/>b &amp; c<!--d--><svg/></p>", "<!doctype html><P Class='x'>a<br/>b &amp; c<!--d--><svg/></p>"},
		{"containers go first", 8, "<div><div><div><div><p>a</p></div></div></div></div>", "<div><div><div><br><p>a</p><br></div></div></div>"},
		{"texts beside a dropped tag make no tag", 8, "<a><b><b><b><b>&lt;<<b>c &l<b>t;", "<a><b><b><b><b>&lt;<<!---->c &l<!---->t;"},
		{"text of a script is no tag", 8, "<div><div><div><div><script>'<div>'</script></div></div></div></div>", "<div><div><div><br><script>'<div>'</script><br></div></div></div>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := flatten(c.in, c.limit, false, false); got != c.want {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

// letters returns the letters and digits of the texts below n, sorted, since the
// parser may move a text after a tag was removed.
func letters(n *html.Node) string {
	var all []rune
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			for _, r := range c.Data {
				if unicode.IsLetter(r) || unicode.IsDigit(r) {
					all = append(all, r)
				}
			}
		}
	}
	slices.Sort(all)
	return string(all)
}

func FuzzFlatten(f *testing.F) {
	for _, c := range torture.Families() {
		f.Add(c.Page(2000), 40)
	}
	for _, s := range []string{
		"<form><div></form>", "<div><table></div>", "<b><div></b>", "<p><b id=1></p><p>", "<svg><title><b>x", "<div><select></div>",
		"<table><td><tr></td>", "<li><ul></li>", "<button><p></button>", "<a><p><a><p>", "<math><mi><div></math>",
	} {
		f.Add(strings.Repeat(s+"x", 600), 480)
	}
	f.Add("<a><b><b><b><b><<b>c &l<b>t;", 8)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if len(text) > 1<<16 {
			return
		}
		text = strings.ToValidUTF8(text, "\ufffd") // as a Source is
		doc, err := Parse(text, false)
		if err != nil {
			t.Fatalf("cannot be read: %v", err)
		}
		before := letters(doc)
		LimitDepth(doc, MaxDepth)
		if d := depthOf(doc); d > MaxDepth+2 {
			t.Errorf("depth %d", d)
		}
		if after := letters(doc); after != before {
			t.Errorf("limiting the depth changed the text\nfrom %.200q\nto   %.200q", before, after)
		}
		if s := strings.ToLower(text); strings.Contains(s, "<svg") || strings.Contains(s, "<math") {
			return // the tree decides there which parts are text
		}
		limit = min(max(limit, 8), MaxDepth)
		flat := flatten(text, limit, false, false)
		if got, want := textTokens(flat), textTokens(text); got != want {
			t.Errorf("flattening changed the text\nfrom %.200q\nto   %.200q", want, got)
		}
	})
}

// textTokens returns the letters of all texts of page text, tags left out.
func textTokens(text string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			for _, r := range string(z.Text()) {
				if unicode.IsLetter(r) {
					b.WriteRune(r)
				}
			}
		}
	}
}

// depthOf returns how deep elements are nested below n.
func depthOf(n *html.Node) int {
	deepest := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			deepest = max(deepest, 1+depthOf(c))
		}
	}
	return deepest
}
