package pipeline

import (
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestFacetsDebuggingTextAndMenuItemsAreNoContent(t *testing.T) {
	const (
		text = `<p>The harbour authority measured the settlement of the old wall with forty sensors, each of which sends a reading every ten minutes to the office near the lighthouse.</p>
<p>Residents had complained for years about cracks above their windows, and the data finally gives them an explanation that can be checked.</p>`
		shop = `<h1>Tide clocks</h1><p>A tide clock shows the hours to the next high water. We build them from brass and keep them for ten years.</p>`
	)
	facets := `<b>Brand</b><ul><li><input type=checkbox> Norvik (12)</li><li><input type=checkbox> Brest (4)</li></ul>
<b>Price</b><ul><li><input type=checkbox> 0 – 50 € (3)</li><li><input type=checkbox> 50 – 100 € (9)</li></ul>`
	for name, c := range map[string]struct{ html, want, never string }{
		"facets beside products": {`<title>Tide clocks</title><body><div class=layout><div class=left>` + facets + `</div><div class=right>` + shop +
			`<div class=item><h3><a href=/a>T3</a></h3><p>A brass clock that runs on one cell for two years.</p></div></div></div>`, "next high water", "(12)"},
		"debugging text below an article": {`<title>The wall</title><body><main><article><h1>The wall</h1>` + text +
			`</article></main><div id="seo-debug">page_type: article | template: single.php | h1: 1 | words: 312 | cache: HIT 0.03s | keywords: wall, tide, sensor</div>`,
			"forty sensors", "template:"},
		"long menu items of one word": {`<html lang=de><title>The wall</title><body><div class=m><div><a href=/2>Stadtentwicklung</a></div><div><a href=/3>Wirtschaftsförderung</a></div>
<div><a href=/4>Veranstaltungskalender</a></div></div><div class=c><h1>The wall</h1>` + text + `</div><div class=m2><div>Datenschutzerklärung</div><div>Barrierefreiheitserklärung</div></div>`,
			"forty sensors", "erklärung"},
	} {
		r, err := Convert(t.Context(), page.Source{HTML: c.html, URL: "https://www.example.org/x/wall"}, DefaultOptions(), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.Contains(r.Markdown, c.want) || strings.Contains(r.Markdown, c.never) {
			t.Errorf("%s: %s", name, r.Markdown)
		}
	}
}
