package markdown

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
)

// rendered renders the visible blocks of a page.
func rendered(t testing.TB, html string) (*page.Page, page.Selection, Document) {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{HTML: html, URL: "https://site.example/dir/page"})
	if err != nil {
		t.Fatal(err)
	}
	keep := page.All(p)
	for i, b := range p.Blocks {
		keep[i] = !b.Hidden
	}
	d, err := Render(context.Background(), p, keep, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Prove(p, keep, Options{})
	return p, keep, d
}

func readPage(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := htmltree.Decode(data, "")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every deletion from a result lowers fidelity and is reported as a loss.
func TestEveryDeletionLowersFidelity(t *testing.T) {
	files, err := filepath.Glob("testdata/proof/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tried := deleteEverything(t, readPage(t, file), 1<<20)
			for _, k := range []kind{links, images, headings, items, cells, code, formulas} {
				if tried[k] == 0 {
					t.Errorf("the page has no %s to delete", kindNames[k])
				}
			}
		})
	}
}

// deleteEverything deletes one thing after the other from the Markdown of a
// page, at most some of each kind, and expects a lower fidelity. It returns how
// many of each kind were deleted.
func deleteEverything(t *testing.T, html string, some int) (tried [kindCount]int) {
	p, keep, d := rendered(t, html)
	if d.reparsed == nil {
		return tried
	}
	before := lossesByKind(d)
	var missed [kindCount]int
	for _, m := range deletions(parsePiece(d.Markdown, nil)) {
		if tried[m.kind] == some {
			continue
		}
		tried[m.kind]++
		cut := d
		cut.reparsed = reparse(m.md)
		cut.Prove(p, keep, Options{})
		after := lossesByKind(cut)
		// A heading or link with only images in it is reported as images.
		named := after[kindNames[m.kind]] > before[kindNames[m.kind]] || (m.kind == links || strings.Contains(m.what, "](")) && after[kindNames[images]] > before[kindNames[images]] ||
			m.kind == images && after[kindNames[links]] > before[kindNames[links]]
		if cut.Fidelity < d.Fidelity && named {
			continue
		}
		if missed[m.kind]++; missed[m.kind] < 3 {
			t.Errorf("without %s %.300q fidelity is %v, was %v; losses are %v, were %v", kindNames[m.kind], m.what, cut.Fidelity, d.Fidelity, cut.Losses, d.Losses)
		}
	}
	return tried
}

func lossesByKind(d Document) map[string]int {
	m := map[string]int{}
	for _, l := range d.Losses {
		m[l.Kind] = l.Count
	}
	return m
}

type deletion struct {
	kind kind
	what string
	md   string // the Markdown without it
}

// deletions lists every way of deleting one thing from p.
func deletions(p *syntaxTree) (all []deletion) {
	source := string(p.source)
	cut := func(k kind, from, to int) {
		if from >= 0 && from < to {
			all = append(all, deletion{k, source[from:to], source[:from] + source[to:]})
		}
	}
	line := func(at int) (from, to int) {
		from = strings.LastIndexByte(source[:at], '\n') + 1
		if end := strings.IndexByte(source[at:], '\n'); end >= 0 {
			return from, at + end + 1
		}
		return from, len(source)
	}
	target := func(k kind, destination []byte, at int) {
		for _, after := range []string{")", " "} {
			from := strings.Index(source[at:], "]("+string(destination)+after)
			if from < 0 {
				continue
			}
			from += at + 1
			end := from + 1 + len(destination)
			if to := strings.IndexByte(source[end:], ')'); to >= 0 {
				cut(k, from, end+to+1)
			}
			return
		}
	}
	_ = ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		at := firstText(n)
		switch n := n.(type) {
		case *ast.Heading:
			if at >= 0 {
				from, to := line(at)
				cut(headings, from, to)
			}
		case *ast.ListItem:
			l := outputWalker{reparsed: &reparsed{found: newInventory()}, p: p, item: &textKey{}}
			l.children(n)
			if at >= 0 && n.FirstChild().Kind() != ast.KindList && l.item.size > 0 {
				from, _ := line(at)
				_, to := line(lastText(n))
				cut(items, from, to)
			}
		case *east.TableRow:
			if at >= 0 {
				from, to := line(at)
				cut(cells, from, to)
			}
		case *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				s := n.Lines().At(i)
				from, to := line(s.Start)
				if last := i == n.Lines().Len()-1; !last || strings.TrimSpace(source[from:to]) != "" {
					cut(code, from, to)
				}
			}
		case *ast.Link:
			if at >= 0 && len(n.Destination) > 0 {
				target(links, n.Destination, at)
			}
		case *ast.Image:
			target(images, n.Destination, max(at, 0))
		case *formula:
			if from := strings.Index(source, "$"+string(n.tex)+"$"); from >= 0 {
				cut(formulas, from, from+len(n.tex)+2)
			}
		}
		return ast.WalkContinue, nil
	})
	return all
}

// firstText returns the offset of the first text node below n, or -1.
func firstText(n ast.Node) int {
	at := -1
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := c.(*ast.Text); ok && entering && at < 0 {
			at = t.Segment.Start
		}
		return ast.WalkContinue, nil
	})
	return at
}

// lastText returns the offset of the last text node or line of code below n, or
// -1.
func lastText(n ast.Node) int {
	at := -1
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := c.(*ast.Text); ok && entering {
			at = max(at, t.Segment.Start)
		} else if c.Type() == ast.TypeBlock && c.Lines().Len() > 0 {
			at = max(at, c.Lines().At(c.Lines().Len()-1).Start)
		}
		return ast.WalkContinue, nil
	})
	return at
}

func TestWholePageHasFidelityOne(t *testing.T) {
	for _, file := range []string{"testdata/proof/guide.html"} {
		_, _, d := rendered(t, readPage(t, file))
		if d.Fidelity != 1 || len(d.Losses) != 0 {
			t.Errorf("%s: fidelity %v, losses %v", file, d.Fidelity, d.Losses)
		}
	}
}

// The golden cases are rendered without loss, and Prove agrees.
func TestGoldenCasesHaveFidelityOne(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".html"), func(t *testing.T) {
			p, err := page.Parse(t.Context(), page.Source{HTML: readPage(t, file), URL: "https://example.com/docs/page.html", Fragment: true})
			if err != nil {
				t.Fatal(err)
			}
			d, err := Render(t.Context(), p, page.All(p), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d.Prove(p, page.All(p), Options{}); d.Fidelity != 1 || len(d.Losses) != 0 {
				t.Errorf("fidelity %v, losses %v", d.Fidelity, d.Losses)
			}
		})
	}
}

// A formula without TeX source in the page is reported as a loss.
func TestFormulasWithoutTeXAreReported(t *testing.T) {
	for _, c := range []struct{ name, html string }{
		{"KaTeX", `<span class="katex"><span class="katex-html" aria-hidden="true"><span class="mord">e</span></span></span>`},
		{"MathJax 3", `<mjx-container class="MathJax" jax="SVG"><svg><g data-mml-node="math"><path d="M0 0"></path></g></svg></mjx-container>`},
		{"MathJax 2", `<span class="MathJax_CHTML"><span class="mjx-char">e</span></span>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, d := rendered(t, "<p>Where "+c.html+" is known.</p>")
			if d.Fidelity == 1 || len(d.Losses) != 1 || d.Losses[0].String() != "1 of 1 formulas" {
				t.Errorf("fidelity %v, losses %v", d.Fidelity, d.Losses)
			}
		})
	}
}

// Words are counted before normalisation: text that normalisation or rendering
// drops silently is a loss.
func TestWordsAreCountedBeforeNormalisation(t *testing.T) {
	p, keep, d := rendered(t, "<p>one two</p><p>three</p>")
	p.Texts = append(p.Texts, page.Text{Data: "four five", Block: 1, Apart: true})
	d.Prove(p, keep, Options{})
	if len(d.Losses) != 1 || d.Losses[0].String() != "2 of 5 words" {
		t.Errorf("losses: %v", d.Losses)
	}
	keep[1] = false
	d.Prove(p, keep, Options{})
	if len(d.Losses) != 0 {
		t.Errorf("losses of a dropped block: %v", d.Losses)
	}
}

func TestWordsOfMarkdownEqualWordsOfHTML(t *testing.T) {
	for _, c := range []struct{ name, html, md string }{
		{"emphasis inside of a word", "un<b>break</b>able", "un**break**able"},
		{"escapes", "snake_case", `snake\_case`},
		{"entities", "a &amp;amp b", "a &amp;amp b"},
		{"line breaks", "a<br>b", "a  \nb"},
		{"line breaks as tags", "a<br>b", "a<br>b"},
		{"soft hyphens", "ver&shy;slag", "verslag"},
		{"subscripts", "H<sub>2</sub>O", "H<sub>2</sub>O"},
		{"an image inside of a word", "a<img src=x alt=y>b", "a![y](https://site.example/dir/x)b"},
		{"code", "<code>a\\_b</code>", "`a\\_b`"},
		{"highlights inside of a word", "un<mark>break</mark>able", "un==break==able"},
		{"addresses", "https://a.example/b_c", "<https://a.example/b_c>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, keep, d := rendered(t, "<p>"+c.html+"</p>")
			d.reparsed = reparse(c.md)
			d.Prove(p, keep, Options{})
			if len(d.Losses) != 0 {
				t.Errorf("losses: %v", d.Losses)
			}
		})
	}
}
