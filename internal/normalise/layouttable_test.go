package normalise_test

import (
	"strings"
	"testing"

	"pulltab/internal/normalise"
	"pulltab/internal/page"
)

func TestATableWithoutCellsLosesNothing(t *testing.T) {
	// So deep that the parser is given fewer tables than the page has.
	p := parsed(t, page.Source{HTML: strings.Repeat("<table><tr><td>", 120) + "<p>aa<p>bb", Fragment: true})
	if got, want := p.Text(page.All(p)), "aa\nbb\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for n := range p.Doc.Descendants() {
		if n.Data == "table" {
			t.Fatal("a table that only places one cell is still a table")
		}
	}
}

func TestRemovalsAreReportedWithTheirReasons(t *testing.T) {
	p := parsed(t, page.Source{Fragment: true, HTML: `<h2 id=a>Title<a href="#a">#</a></h2><p hidden>x</p><p>Text<img width=1 height=1 src=p.gif></p>
		<pre><button>Copy</button><code><span class="linenumber">1</span>go()</code></pre>`})
	got := map[normalise.Reason]int{}
	for _, r := range p.Removed {
		got[r.Reason]++
	}
	for _, why := range []normalise.Reason{normalise.Permalink, normalise.HiddenPart, normalise.Pixel, normalise.Control, normalise.Gutter} {
		if got[why] != 1 {
			t.Errorf("%s: %d, want 1", why, got[why])
		}
	}
}
