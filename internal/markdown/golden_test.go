package markdown

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/page"
)

var update = flag.Bool("update", false, "write the expected Markdown of the cases anew")

// golden renders each NAME.html in testdata/cases whose name starts with group
// and compares the result with NAME.md.
func golden(t *testing.T, group string) {
	files, err := filepath.Glob(filepath.Join("testdata", "cases", group+"-*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases of group %s: %v", group, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".html"), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := fragment(t, string(source), Options{}).Markdown
			name := strings.TrimSuffix(file, ".html") + ".md"
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// fragment renders the whole HTML fragment source.
func fragment(t *testing.T, source string, o Options) Document {
	t.Helper()
	p, err := page.Parse(t.Context(), page.Source{HTML: source, URL: "https://example.com/docs/page.html", Fragment: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Render(t.Context(), p, page.All(p), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTables(t *testing.T)                       { golden(t, "table") }
func TestTaskLists(t *testing.T)                    { golden(t, "task") }
func TestUnrenderedContentIsDropped(t *testing.T)   { golden(t, "unrendered") }
func TestLists(t *testing.T)                        { golden(t, "list") }
func TestBlocks(t *testing.T)                       { golden(t, "block") }
func TestTextIsEscapedOnlyWhereNeeded(t *testing.T) { golden(t, "escape") }

func TestOptionsForImagesAndLinks(t *testing.T) {
	const source = `<p>See <a href="/a" title="T">one</a> and <img src="/i.png" alt="owl"> <img src="data:image/png;base64,iVBORw0KGgo=" alt="dot"></p>`
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"as usual", Options{}, "See [one](https://example.com/a \"T\") and ![owl](https://example.com/i.png) dot\n"},
		{"images dropped", Options{Images: "drop"}, "See [one](https://example.com/a \"T\") and\n"},
		{"images as their text", Options{Images: "alt"}, "See [one](https://example.com/a \"T\") and owl dot\n"},
		{"links dropped", Options{Links: "drop"}, "See one and ![owl](https://example.com/i.png) dot\n"},
		{"links by reference", Options{Links: "reference", Images: "drop"}, "See [one][1] and\n\n[1]: https://example.com/a \"T\"\n"},
		{"data images kept", Options{KeepDataImages: true, Links: "drop"}, "See one and ![owl](https://example.com/i.png) ![dot](data:image/png;base64,iVBORw0KGgo=)\n"},
		{"lists at the end", Options{Images: "keep", ImagesSummary: true, LinksSummary: true}, "See [one](https://example.com/a \"T\") and ![owl](https://example.com/i.png) dot\n\n" +
			"## Images\n\n- [owl](https://example.com/i.png)\n\n## Links\n\n- [one](https://example.com/a)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := fragment(t, source, c.o).Markdown; got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestCleanHTMLContainsOnlyContent(t *testing.T) {
	d := fragment(t, `<style>.a{}</style><script>x</script><div class="a" onclick="x()"><h2 id="t">Title</h2><p style="color:red">Text <a href="javascript:x()">bad</a>
<a href="/g" onclick="x()">good</a> <img src="i.png" onerror="x()" alt="&quot;"></p></div><noscript>n</noscript><pre class="language-go"><code>a &lt; b</code></pre>`, Options{})
	want := "<h2>Title</h2>\n<p>Text bad\n<a href=\"https://example.com/g\">good</a> <img src=\"https://example.com/docs/i.png\" alt=\"&#34;\"></p>\n" +
		"<pre><code class=\"language-go\">a &lt; b</code></pre>\n"
	if got := d.HTML(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestUnsafeLinksBecomeText(t *testing.T) {
	for _, href := range []string{"javascript:alert(1)", " JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "blob:https://a/b", "vbscript:x", "file:///etc/passwd", "view-source:x"} {
		if got := fragment(t, `<p><a href="`+href+`">word</a></p>`, Options{}).Markdown; got != "word\n" {
			t.Errorf("%q: %q", href, got)
		}
	}
}

func TestFencesAreNotExecutableAndContainTheirText(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{"<pre><code class=language-dataviewjs>x()</code></pre>", "```text\nx()\n```\n"},
		{"<pre><code class=language-run-python>x()</code></pre>", "```text\nx()\n```\n"},
		{"<pre><code class=\"language-a`b\">x()</code></pre>", "```\nx()\n```\n"},
		{"<pre>```\n````\na</pre>", "`````\n```\n````\na\n`````\n"},
		{"<p>a <code>$= x()</code></p>", "a <samp>$= x()</samp>\n"},
	} {
		if got := fragment(t, c.html, Options{}).Markdown; got != c.want {
			t.Errorf("%q: got %q, want %q", c.html, got, c.want)
		}
	}
}
