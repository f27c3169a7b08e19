package markdown

import (
	"testing"

	"pulltab/internal/page"
)

// Some programs wrap whole pages in custom elements.
func TestUnknownElementsMayContainBlocks(t *testing.T) {
	for _, name := range []string{"app", "content", "app-root", "span", `meta"x`} {
		p, err := page.Parse(t.Context(), page.Source{HTML: "<" + name + "><h2>Title</h2><div><p>One</p><p>Two</p></div></" + name + ">"})
		if err != nil {
			t.Fatal(err)
		}
		d, err := Render(t.Context(), p, page.All(p), Options{})
		if want := "## Title\n\nOne\n\nTwo\n"; err != nil || d.Markdown != want {
			t.Errorf("<%s>: %q, %v", name, d.Markdown, err)
		}
	}
	p, err := page.Parse(t.Context(), page.Source{HTML: "<p>An <unknown>inline</unknown> word</p>"})
	if err != nil {
		t.Fatal(err)
	}
	if d, err := Render(t.Context(), p, page.All(p), Options{}); err != nil || d.Markdown != "An inline word\n" {
		t.Errorf("inline: %q, %v", d.Markdown, err)
	}
}
