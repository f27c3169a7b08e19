package markdown

import (
	"slices"
	"testing"

	"pulltab/internal/page"
)

func TestMacrosOfNoteApplicationsAreBroken(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{`<p>a &lt;%* x %&gt; {{y}} {% z %} {{{q}}}</p>`, "a <\\%* x %> {\\{y}} {\\% z %} {\\{\\{q}}}\n"},
		{`<h2>&lt;%* x %&gt;</h2><ul><li>{% y %}</li></ul><table><tr><th>{{a}}<tr><td>&lt;%b</table>`, "## <\\%* x %>\n\n- {\\% y %}\n\n| {\\{a}} |\n| --- |\n| <\\%b |\n"},
		{`<p><a href="https://ok.example/{{d}}/{%25" title="&lt;%* x %&gt; {{y}}">w</a></p>`, "[w](https://ok.example/{\\{d}}/{\\%25 \"<\\%* x %> {\\{y}}\")\n"},
		{`<p><img src="https://ok.example/i.png" alt="{% a %}" title="{% b %}"></p>`, "![{\\% a %}](https://ok.example/i.png \"{\\% b %}\")\n"},
		{`<p>a <code>=this.file.name</code> <code>$=x</code> <code>a => b</code> <code>==</code></p>`, "a <samp>=this.file.name</samp> <samp>$=x</samp> `a => b` `==`\n"},
		{`<p>a <script type="math/tex">x <% y {{z}} {{date}}</script></p>`, "a $x < % y {{z}} { {date}}$\n"},
		{`<p>a</p><script type="math/tex; mode=display">x <% y</script>`, "a\n\n$$\nx < % y\n$$\n"},
		{`<p>&lt;<b>% x %</b>&gt; {<i>{y}</i>}</p>`, "<**% x %**> {*{y}*}\n"},
	} {
		if got := fragment(t, c.html, Options{}).Markdown; got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.html, got, c.want)
		}
	}
}

func TestMacrosInCodeAreCounted(t *testing.T) {
	const source = `<p>a <code>{{x}}</code> <code>{{y}} {{z}}</code> <code>plain</code> {{text}}</p><pre>&lt;%* x %&gt;</pre>`
	p, err := page.Parse(t.Context(), page.Source{HTML: source, Fragment: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Render(t.Context(), p, page.All(p), Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.Prove(p, page.All(p), Options{})
	if want := []page.Loss{{Kind: "macros", Count: 3}}; !slices.EqualFunc(d.Losses, want, func(a, b page.Loss) bool { return a.String() == b.String() }) {
		t.Errorf("losses %v, not %v", d.Losses, want)
	}
	if d.Fidelity != 1 {
		t.Errorf("fidelity %v", d.Fidelity)
	}
}

func TestAddressesThatEndInABackslashStayLinks(t *testing.T) {
	const want = "[w](https://ok.example/\\\\) ![i](https://ok.example/\\\\)\n"
	if got := fragment(t, `<p><a href="https://ok.example/\">w</a> <img src="https://ok.example/\" alt=i></p>`, Options{}).Markdown; got != want {
		t.Errorf("got %q, not %q", got, want)
	}
}

// A reader without footnotes takes "[^1]: word" for a link reference definition.
func TestNotesDefineNoUnsafeLinks(t *testing.T) {
	for note, want := range map[string]string{
		"javascript:alert(1)":              "[^1]: javascript:alert(1) &nbsp;\n",
		`javascript:alert(1) "title"`:      "[^1]: javascript:alert(1) &nbsp; \"title\"\n",
		"javascript:alert(1)<br>more":      "[^1]: javascript:alert(1) &nbsp;\\\n    more\n",
		"data:text/html,x <p>more":         "[^1]: data:text/html,x &nbsp;\n\n    more\n",
		"javascript: is a scheme":          "[^1]: javascript: is a scheme\n",
		"word":                             "[^1]: word\n",
		"<a href=https://e.example/>w</a>": "[^1]: [w](https://e.example/)\n",
	} {
		source := `<p>a<sup><a href="#fn1" class=footnote-ref>1</a></sup></p><section class=footnotes role=doc-endnotes><ol><li id=fn1>` + note + `</ol></section>`
		if got := fragment(t, source, Options{}).Markdown; got != "a[^1]\n\n"+want {
			t.Errorf("%s: got %q, not %q", note, got, want)
		}
	}
}
