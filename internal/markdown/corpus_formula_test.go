//go:build corpus

package markdown

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// At least 99 % of the formulas whose TeX a page states come out verbatim, white space
// aside. Counted by element in the page as parsed, before normalisation: annotations of
// MathML, scripts of MathJax 2, attributes with TeX, and delimited text on pages that
// load MathJax or KaTeX.
func TestCorpusFormulasAreVerbatim(t *testing.T) {
	stated, found, pages := 0, 0, 0
	for _, file := range samples(t, 1<<20) {
		source := readPage(t, file)
		typesetter := strings.Contains(source, "MathJax") || strings.Contains(source, "mathjax") || strings.Contains(source, "katex")
		if !typesetter && !strings.Contains(source, "x-tex") && !strings.Contains(source, "data-tex") {
			continue
		}
		doc, err := html.Parse(strings.NewReader(source))
		if err != nil {
			t.Fatal(err)
		}
		want := statedFormulas(doc, typesetter)
		if len(want) == 0 {
			continue
		}
		pages++
		p, err := page.Parse(t.Context(), page.Source{HTML: source, URL: "https://site.example/"})
		if err != nil {
			t.Fatal(err)
		}
		d, err := Render(t.Context(), p, page.All(p), Options{})
		if err != nil {
			t.Fatal(err)
		}
		text := texKey(d.Markdown)
		missing := 0
		for _, tex := range want {
			if !strings.Contains(text, texKey(tex)) {
				if missing++; missing <= 3 {
					t.Logf("%s: %q", filepath.Base(file), tex)
				}
			}
		}
		stated += len(want)
		found += len(want) - missing
	}
	t.Logf("%d of %d formulas on %d pages", found, stated, pages)
	if stated == 0 || float64(found) < 0.99*float64(stated) {
		t.Errorf("%d of %d formulas are verbatim", found, stated)
	}
}

// delimitedText matches formulas in text, in the delimiters that only formulas have.
var delimitedText = regexp.MustCompile(`(?s)\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$([^$]+)\$\$`)

// statedFormulas returns the TeX of the formulas in doc, without delimiters and outer
// styles. typesetter tells whether the page loads a script that typesets text.
func statedFormulas(doc *html.Node, typesetter bool) (list []string) {
	add := func(tex string) {
		tex = strings.TrimSpace(tex)
		if inner, ok := strings.CutPrefix(tex, `{\displaystyle`); ok {
			tex = strings.TrimSuffix(inner, "}")
		}
		if tex = strings.TrimSpace(strings.TrimPrefix(tex, `\displaystyle`)); tex != "" {
			list = append(list, tex)
		}
	}
	for n := dom.Next(doc, doc); n != nil; {
		switch {
		case n.Data == "annotation" && strings.Contains(dom.Attr(n, "encoding"), "tex"), n.Data == "script" && strings.HasPrefix(dom.Attr(n, "type"), "math/tex"):
			add(dom.Text(n))
			n = dom.NextAfter(n, doc)
			continue
		case n.Type == html.ElementNode && dom.HasAttr(n, "data-tex"):
			add(dom.Attr(n, "data-tex"))
			n = dom.NextAfter(n, doc)
			continue
		case n.Data == "pre", n.Data == "code", dom.IsUnseenTag(n.Data):
			n = dom.NextAfter(n, doc)
			continue
		case n.Type == html.TextNode && typesetter:
			for _, m := range delimitedText.FindAllStringSubmatch(n.Data, -1) {
				add(m[1] + m[2] + m[3])
			}
		}
		n = dom.Next(n, doc)
	}
	return list
}
