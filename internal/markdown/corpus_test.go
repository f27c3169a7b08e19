//go:build corpus

package markdown

import (
	"bytes"
	"errors"
	"html"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	goldrender "github.com/yuin/goldmark/renderer"
	goldhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"pulltab/internal/page"
)

// samples returns up to most pages, at even steps, of the folders in the
// environment variable CORPUS (make corpus CORPUS="DIR…").
func samples(t *testing.T, most int) (files []string) {
	t.Helper()
	for _, dir := range strings.Fields(os.Getenv("CORPUS")) {
		found, err := filepath.Glob(filepath.Join(dir, "html", "*.html"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("CORPUS names no folder with html/*.html")
	}
	if len(files) <= most {
		return files
	}
	some := make([]string, most)
	for i := range some {
		some[i] = files[i*len(files)/most]
	}
	return some
}

// Every deletion from the results of 100 pages lowers fidelity and is reported.
// Large pages are repetitive, so 12 deletions of each kind are tried per page.
func TestCorpusEveryDeletionLowersFidelity(t *testing.T) {
	var all [kindCount]int
	for _, file := range samples(t, 100) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for k, n := range deleteEverything(t, readPage(t, file), 12) {
				all[k] += n
			}
		})
	}
	t.Logf("deleted: %v of %v", all, kindNames)
}

// Mean fidelity is at least 0.99. Pages below 0.95 are logged with their
// losses.
func TestCorpusFidelity(t *testing.T) {
	sum, pages := 0.0, 0
	for _, file := range samples(t, 300) {
		_, _, d, ok := renderFile(t, file)
		if !ok {
			continue
		}
		pages++
		if sum += d.Fidelity; d.Fidelity < 0.95 {
			t.Logf("%s: %.3f %v", filepath.Base(file), d.Fidelity, d.Losses)
		}
	}
	mean := sum / float64(pages)
	t.Logf("%d pages, mean %.4f", pages, mean)
	if mean < 0.99 {
		t.Errorf("mean fidelity %.4f", mean)
	}
}

// Markdown converted to HTML by goldmark and back by Render has the same
// inventory on 98 % of the pages.
func TestCorpusRoundTrip(t *testing.T) {
	same, pages := 0, 0
	for _, file := range samples(t, 300) {
		_, _, d, ok := renderFile(t, file)
		if !ok || d.Markdown == "" {
			continue
		}
		pages++
		var written bytes.Buffer
		if err := toHTML.Convert([]byte(d.Markdown), &written); err != nil {
			t.Fatal(err)
		}
		p, err := page.Parse(t.Context(), page.Source{HTML: callout.ReplaceAllString(written.String(), `<blockquote data-callout="$1" data-callout-fold="$2"><p class="callout-title">$3</p><p>`), URL: "https://site.example/dir/page", Fragment: true})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		again, err := Render(t.Context(), p, page.All(p), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if what := differs(d.reparsed, again.reparsed); what == "" {
			same++
		} else {
			t.Logf("%s: %s", filepath.Base(file), what)
		}
	}
	t.Logf("%d of %d pages keep their meaning", same, pages)
	if float64(same) < 0.98*float64(pages) {
		t.Error("fewer than 98 %")
	}
}

func renderFile(t *testing.T, file string) (*page.Page, page.Selection, Document, bool) {
	p, err := page.Parse(t.Context(), page.Source{HTML: readPage(t, file), URL: "https://site.example/dir/page"})
	if errors.Is(err, page.ErrEmpty) {
		return nil, nil, Document{}, false
	}
	if err != nil {
		t.Fatal(err)
	}
	keep := page.All(p)
	for i, b := range p.Blocks {
		keep[i] = !b.Hidden
	}
	d, err := Render(t.Context(), p, keep, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Prove(p, keep, Options{})
	return p, keep, d, d.reparsed != nil
}

// differs describes the first difference between two inventories, or returns
// "".
func differs(a, b *reparsed) string {
	if b == nil {
		return "nothing is left"
	}
	x, y := a.found, b.found
	for _, k := range []kind{links, images} {
		x.counts[k], y.counts[k] = decoded(x.counts[k]), decoded(y.counts[k])
	}
	for k := links; k < kindCount; k++ {
		if !maps.Equal(x.counts[k], y.counts[k]) {
			for key, n := range x.counts[k] {
				if y.counts[k][key] != n {
					return kindNames[k] + " " + key
				}
			}
			return "more " + kindNames[k]
		}
	}
	if !slices.Equal(wordsOf(a), wordsOf(b)) {
		x, y := wordsOf(a), wordsOf(b)
		for i := range x {
			if i == len(y) || x[i] != y[i] {
				return "words " + strings.Join(x[i:min(i+3, len(x))], " ") + " | " + strings.Join(y[i:min(i+3, len(y))], " ")
			}
		}
		return "more words " + strings.Join(y[len(x):], " ")
	}
	return ""
}

// decoded unescapes addresses, since programs write some of their characters as
// escapes.
func decoded(bag map[string]int) map[string]int {
	m := map[string]int{}
	for key, n := range bag {
		if plain, err := url.PathUnescape(key); err == nil {
			key = plain
		}
		m[html.UnescapeString(key)] += n
	}
	return m
}

func wordsOf(r *reparsed) []string {
	list := strings.Fields(string(r.words.text))
	slices.Sort(list)
	return list
}

// callout matches a callout as goldmark renders it, as a quote.
var callout = regexp.MustCompile(`<blockquote>\n<p>\[!([a-z-]+)\]([+-]?) ?([^\n]*?)(?:\n|</p>\n)(?:<p>)?`)

// toHTML is goldmark with formulas and highlights.
var toHTML = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, maths{}, highlights{}),
	goldmark.WithRendererOptions(goldhtml.WithUnsafe(), goldrender.WithNodeRenderers(util.Prioritized(ours{}, 100))))

// ours renders the nodes that goldmark does not know.
type ours struct{}

func (ours) RegisterFuncs(r goldrender.NodeRendererFuncRegisterer) {
	tag := func(open, shut string, text func(n ast.Node, source []byte) []byte) goldrender.NodeRendererFunc {
		return func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				_, _ = w.WriteString(shut)
				return ast.WalkContinue, nil
			}
			_, _ = w.WriteString(open)
			_, _ = w.Write(util.EscapeHTML(text(n, source)))
			return ast.WalkContinue, nil
		}
	}
	r.Register(kindFormula, tag(`<span class="math inline">\(`, `\)</span>`, func(n ast.Node, _ []byte) []byte { return n.(*formula).tex }))
	r.Register(kindFormulaBlock, tag(`<div class="math display">\[`, `\]</div>`, func(n ast.Node, source []byte) []byte { return n.Lines().Value(source) }))
	r.Register(kindHighlight, tag("<mark>", "</mark>", func(ast.Node, []byte) []byte { return nil }))
}
