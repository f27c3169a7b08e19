package markdown

import (
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
)

// Resolving a few addresses gives absolute ones; if all together would grow too
// much they stay relative, and no text is lost.
func TestTheSumOfResolvedAddressesIsLimited(t *testing.T) {
	base := "https://a.example/" + strings.Repeat("b/", 1000)
	for _, c := range []struct {
		links int
		want  string
	}{{100, "[w](" + base + "x)"}, {10_000, "[w](x)"}} {
		p, err := page.Parse(t.Context(), page.Source{HTML: strings.Repeat("<p><a href=x>w</a>", c.links) + "<p>the end", Base: base, Fragment: true})
		if err != nil {
			t.Fatal(err)
		}
		d, err := Render(t.Context(), p, page.All(p), Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Prove(p, page.All(p), Options{})
		if got := strings.Count(d.Markdown, c.want); got != c.links || !strings.HasSuffix(d.Markdown, "the end\n") {
			t.Errorf("%d of %d links are %q", got, c.links, c.want)
		}
		relative := slices.ContainsFunc(d.Losses, func(l page.Loss) bool { return l.Kind == "resolved addresses" })
		if d.Fidelity != 1 || relative != (c.links > 100) {
			t.Errorf("%d links: fidelity %v, losses %v", c.links, d.Fidelity, d.Losses)
		}
	}
}
