package markdown

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"pulltab/internal/page"
	"pulltab/internal/torture"
)

// For any page the Markdown is valid UTF-8, every fence is closed, code is
// unchanged, and no link or image has a scheme that runs code or reads files.
func FuzzMarkdownSafe(f *testing.F) {
	for _, c := range torture.Families() {
		f.Add(c.Page(600))
	}
	for _, s := range []string{
		"<a href='javascript:alert(1)'>x</a><a href=' JaVa\tScript:alert(1)'>y</a><img src='vbscript:x'><a href='data:text/html,x'>z</a>",
		"<pre><code class='language-a`b'>```\n~~~\nx</code></pre><p>after",
		"<ul><li>a<pre>e\n \nx</pre></ul>",
		"<blockquote><pre>a\n\n b</pre></blockquote><ul><li><pre>\tc\n```</pre></li></ul>",
		"<p>[x](javascript:alert(1)) &lt;script&gt; `` ` ~~~ <p>```\n<p>~~~",
		"<p>[x (y[z](javascript:alert(1))",
		"<pre><span class=line>a</span>\b<span class=line>b</span></pre>",
		"<pre>\x00\xff</pre><p>&#0;&#xd800;</p>",
		"<table><tr><td><pre>a|b\nc</pre></td></tr></table>",
		"<math><annotation encoding='application/x-tex'>a$b</annotation></math>$x$ 5$",
		"<math><annotation encoding='application/x-tex'>a$ ![t](https://x.example/p.png) [go](javascript:x) &lt;img src=x> $b</annotation></math>",
		"<math display=block><annotation encoding='application/x-tex'>x\n$$\n&lt;script>\n```\n~~~\n[a]: javascript:b</annotation></math>",
		"<math><annotation encoding='application/x-tex'>`</annotation></math><code>[go](javascript:x)</code>",
		"<math><annotation encoding='application/x-tex'>[go</annotation></math> a](javascript:x) <math><annotation encoding='application/x-tex'>&lt;javascript:a</annotation></math>b>",
		"<script>MathJax={inlineMath:[['$','$']]}</script><p>$a$ \\(b[c](d)&lt;i e=f>\\) $$\\text{if $x$}$$ [a]",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, html string) {
		if len(html) > 1<<14 {
			return
		}
		p, err := page.Parse(context.Background(), page.Source{HTML: strings.ToValidUTF8(html, "\ufffd"), URL: "https://site.example/", Fragment: true})
		if errors.Is(err, page.ErrEmpty) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		keep := page.All(p)
		d, err := Render(context.Background(), p, keep, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(d.Markdown) {
			t.Errorf("not UTF-8: %q", d.Markdown)
		}
		const last = "the last paragraph"
		again := parsePiece(d.Markdown+"\n"+last+"\n", nil)
		live := activeParts(again.root, again.source)
		for part, n := range activeParts(plainParser.Parse(text.NewReader(again.source)), again.source) {
			if n > live[part] {
				t.Errorf("readers without formulas see %s in %q", part, d.Markdown)
			}
		}
		if n := again.root.LastChild(); d.Markdown != "" && !endsWith(again, n, last) {
			t.Errorf("a block is not closed in %q", d.Markdown)
		}
		_ = ast.Walk(again.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.Link:
				safe(t, literal(string(n.Destination)), d.Markdown)
			case *ast.Image:
				safe(t, literal(string(n.Destination)), d.Markdown)
			case *ast.AutoLink:
				if n.AutoLinkType == ast.AutoLinkURL {
					safe(t, string(n.URL(again.source)), d.Markdown)
				}
			}
			return ast.WalkContinue, nil
		})
		d.Prove(p, keep, Options{})
		for _, l := range d.Losses {
			if l.Kind == kindNames[code] {
				t.Errorf("%s lost in %q", l, d.Markdown)
			}
		}
	})
}

// plainParser is the parser of a reader without formulas.
var plainParser = goldmark.New(goldmark.WithExtensions(extension.GFM, footnotes{}, highlights{})).Parser()

// activeParts counts the links, images and HTML below root. Bare web addresses are not
// among them: a reader that makes links of them does so anywhere.
func activeParts(root ast.Node, source []byte) map[string]int {
	found := map[string]int{}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			found["a link to "+string(n.Destination)]++
		case *ast.Image:
			found["an image at "+string(n.Destination)]++
		case *ast.RawHTML:
			found["HTML "+string(n.Segments.Value(source))]++
		case *ast.HTMLBlock:
			found["a block of HTML"]++
		case *ast.AutoLink:
			if address := string(n.URL(source)); source[max(0, n.Pos()-1)] == '<' {
				found["a link to "+address]++
			}
		}
		return ast.WalkContinue, nil
	})
	return found
}

func endsWith(p *syntaxTree, n ast.Node, text string) bool {
	if n != nil && n.Kind().String() == "FootnoteList" {
		n = n.PreviousSibling()
	}
	if n == nil || n.Kind() != ast.KindParagraph {
		return false
	}
	line := n.Lines().At(n.Lines().Len() - 1)
	return strings.TrimSpace(string(line.Value(p.source))) == text
}

func safe(t *testing.T, address, md string) {
	if address != "" && !linkable(address) {
		t.Errorf("unsafe target %q in %q", address, md)
	}
}
