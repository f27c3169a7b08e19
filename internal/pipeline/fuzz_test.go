package pipeline

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"pulltab/internal/frontmatter"
	"pulltab/internal/page"
	"pulltab/internal/torture"
)

// readers parse Markdown without formulas, one with and one without footnotes.
var readers = map[string]parser.Parser{
	"with footnotes":    goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser(),
	"without footnotes": goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser(),
}

// FuzzConvert converts any page with any options, frames and annotations. No
// engine crashes, the front matter is one block, and for every reader of the
// Markdown links and images have safe schemes.
func FuzzConvert(f *testing.F) {
	const address = "https://site.example/a"
	f.Add("<article><h1>t</h1><p>text <a href=x>y</a><iframe></iframe><table><tr><td>a</table>",
		`{"stamps":{"elements":9,"every":1,"sample":["html"],"hidden":[3]},"frames":[{"ordinal":0,"source":{"html":"<p>inner","url":"https://e.example/f"}}]}`,
		`{"select":"p, a","links":"reference","images":"alt","linksSummary":true}`, address)
	f.Add("<div class=post><span class=author>a</span><p>b</div><div class=post>c</div><pre><code class=language-js>x</code></pre>", `{}`, `{"format":"text"}`, address)
	f.Add("<p>a<sup id=r><a href=#n>1</a></sup><div class=footnotes><ol><li id=n>javascript:alert(1)</ol></div><math><mi>x</mi></math>", `{"fragment":true}`, `{}`, "")
	f.Add("<script type='math/tex'>a$ [x](javascript:alert(1)) $b</script><p>[x](javascript:alert(1)) &lt;%* y %&gt;", `{"fragment":true}`, `{"engine":"body"}`, address)
	for i, c := range torture.All() {
		if i%8 == 0 {
			f.Add(c.Page(600), `{"fragment":true}`, `{}`, address)
		}
	}
	f.Fuzz(func(t *testing.T, html, annotated, options, address string) {
		if len(html) > 1<<14 || len(annotated) > 1<<13 || len(options) > 400 {
			return
		}
		o, err := ParseOptions(json.RawMessage(options))
		if err != nil {
			o = DefaultOptions()
		}
		var src page.Source
		if json.Unmarshal([]byte(annotated), &src) != nil {
			src = page.Source{}
		}
		src.HTML, src.URL = strings.ToValidUTF8(html, "\ufffd"), strings.ToValidUTF8(address, "")
		r, err := Convert(context.Background(), src, o, nil)
		if err != nil {
			if strings.Contains(err.Error(), "crashed") {
				t.Fatal(err)
			}
			return
		}
		for _, c := range r.Candidates {
			if strings.Contains(c.Error, "crashed") {
				t.Errorf("%s: %s", c.Engine, c.Error)
			}
		}
		if !utf8.ValidString(r.Markdown) || !utf8.ValidString(r.Metadata.Title) {
			t.Error("not UTF-8")
		}
		if o.Format == "text" || o.Format == "html" {
			return
		}
		body := r.Markdown
		if o.Frontmatter {
			_, body = frontmatter.Split(r.Markdown)
		}
		if strings.HasPrefix(body, "---\n") {
			t.Errorf("a second block of front matter in %q", r.Markdown)
		}
		for name, p := range readers {
			unsafe(t, p, name, body)
		}
	})
}

// unsafe reports the targets in md whose scheme runs code or reads files.
func unsafe(t *testing.T, p parser.Parser, reader, md string) {
	source := []byte(md)
	_ = ast.Walk(p.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		var target string
		switch n := n.(type) {
		case *ast.Link:
			target = string(n.Destination)
		case *ast.Image:
			target = string(n.Destination)
		case *ast.AutoLink:
			target = string(n.URL(source))
		}
		target = strings.ToLower(strings.TrimLeft(target, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x1b "))
		for _, scheme := range []string{"javascript:", "vbscript:", "file:", "data:text", "blob:"} {
			if entering && strings.HasPrefix(target, scheme) {
				t.Errorf("%s: %q in %q", reader, target, md)
			}
		}
		return ast.WalkContinue, nil
	})
}
