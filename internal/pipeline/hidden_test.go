package pipeline

import (
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
)

// lossOf returns the loss of a kind, or the zero Loss.
func lossOf(r Result, kind string) page.Loss {
	i := slices.IndexFunc(r.Losses, func(l page.Loss) bool { return l.Kind == kind })
	if i < 0 {
		return page.Loss{}
	}
	return r.Losses[i]
}

func TestTextThatAPersonCannotSeeIsLeftOutAndCounted(t *testing.T) {
	html := `<style>.z{display:none}</style><article><p>The gauge was kept.<p class=z>Not kept by the style sheet.
<p style="opacity:0">Not kept by its opacity.<nav><p hidden>Not kept with the menu</nav><p>The staff was kept, too, and kept it stays for a long time.` + "<p>All that is kept here is long. " + strings.Repeat("More is kept. ", 20) + `</article>`
	engine := fake{"readability", []string{"kept"}}
	o := DefaultOptions()
	r := convertWith(t, html, o, engine)
	if l := lossOf(r, "hidden-text"); strings.Contains(r.Markdown, "Not kept") || l.Count != 2 || l.Named != nil {
		t.Errorf("losses %v of\n%s", r.Losses, r.Markdown)
	}
	o.Hidden = "list"
	r = convertWith(t, html, o, engine)
	if l := lossOf(r, "hidden-text"); strings.Contains(r.Markdown, "Not kept") || !slices.Equal(l.Named, []string{"Not kept by the style sheet.", "Not kept by its opacity."}) {
		t.Errorf("list: losses %v of\n%s", r.Losses, r.Markdown)
	}
	o.Hidden = "keep"
	r = convertWith(t, html, o, engine)
	if l := lossOf(r, "hidden-text"); !strings.Contains(r.Markdown, "style sheet") || !strings.Contains(r.Markdown, "opacity") || l.Count != 0 {
		t.Errorf("keep: losses %v of\n%s", r.Losses, r.Markdown)
	}
}

func TestHiddenCellsAreLeftOutAndCounted(t *testing.T) {
	html := `<p>The berths are kept in a table.<table><tr><th>Berth kept<th hidden>Ghost head<th>Price</tr><tr><td>North kept<td style="display:none">Ghost one<td>12</tr>
<tr><td>South kept<td style="display:none"><b>Ghost</b> two<td>14</tr><tr><td style="visibility:hidden">Ghost three<td>is kept</tr></table>` + strings.Repeat("<p>More is kept here, and it is long enough for a page.", 5)
	engine := fake{"readability", []string{"kept"}}
	o := DefaultOptions()
	r := convertWith(t, html, o, engine)
	if l := lossOf(r, "hidden-text"); strings.Contains(r.Markdown, "Ghost") || l.Count != 4 || !strings.Contains(r.Markdown, "| Berth kept | Price |\n| --- | --- |\n| North kept | 12 |\n| South kept | 14 |\n|  | is kept |") {
		t.Errorf("losses %v of\n%s", r.Losses, r.Markdown)
	}
	o.Hidden = "list"
	if l := lossOf(convertWith(t, html, o, engine), "hidden-text"); !slices.Equal(l.Named, []string{"Ghost head", "Ghost one", "Ghost two", "Ghost three"}) {
		t.Errorf("list: %v", l.Named)
	}
	o.Hidden = "keep"
	r = convertWith(t, html, o, engine)
	if l := lossOf(r, "hidden-text"); strings.Count(r.Markdown, "Ghost") != 4 || l.Count != 0 {
		t.Errorf("keep: losses %v of\n%s", r.Losses, r.Markdown)
	}
}

func TestAPageThatAScriptWouldShowKeepsItsText(t *testing.T) {
	html := `<p>kept</p><div style="visibility:hidden">` + strings.Repeat("<p>All of this is kept, since a script shows it.", 5) + "</div>"
	if r := convertWith(t, html, DefaultOptions(), fake{"readability", []string{"kept"}}); !strings.Contains(r.Markdown, "a script shows it") {
		t.Errorf("Markdown %q", r.Markdown)
	}
}

func TestSingleHiddenTextsBesideShownOnesAreLeftOut(t *testing.T) {
	long := strings.Repeat("So this is kept. ", 14)
	html := `<style>.z{display:none}</style><p>` + long + `<p class=z>By a class. ` + long + `<p style="display:none">By a style. ` + long +
		`<p hidden>By an attribute. ` + long + `<p style="visibility:hidden">Animated. ` + long + `<p style="visibility:hidden">Animated, too. ` + long
	r := convertWith(t, html, DefaultOptions(), fake{"readability", []string{"kept"}})
	if strings.Contains(r.Markdown, "By a") || !strings.Contains(r.Markdown, "Animated, too.") {
		t.Errorf("Markdown %q", r.Markdown)
	}
}

func TestTextBehindControlsIsCountedAsFolded(t *testing.T) {
	const html = `<p>kept<details><summary>More kept</summary><p>kept inside<p>kept too</details>
<h3><button aria-controls=a>kept question?</button></h3><div id=a hidden><p>kept answer</div><details open><summary>kept</summary>kept open</details>`
	r := convertWith(t, html, DefaultOptions(), fake{"readability", []string{"kept"}})
	for _, part := range []string{"kept inside", "kept answer", "kept open"} {
		if !strings.Contains(r.Markdown, part) {
			t.Errorf("%s is missing in\n%s", part, r.Markdown)
		}
	}
	if l := lossOf(r, "folded"); l.Count != 2 {
		t.Errorf("losses %v", r.Losses)
	}
}
