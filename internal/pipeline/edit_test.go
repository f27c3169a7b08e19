package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
)

const editedPage = `<nav><a href="/">Home</a> <a href="/tides">Tides</a></nav>
<article><h1>The keeper</h1>
<p>For eleven years Mara Lind has lived on a rock that is ninety steps long, and the first thing one learns there is to count.</p>
<p>She counts ships, she counts lamps, and above all she counts the pages of her notebooks, of which there are now forty.</p>
<table><tr><th>Light</th><th>Built</th></tr><tr><td>North light</td><td>1871</td></tr></table>
<p>The notebooks are on a shelf above the stove, in the order in which they were filled, and the oldest are brown.</p></article>
<aside><h2>Read on</h2><p>Ten other lights of the coast, with their keepers.</p><img src="/other.jpg" alt="Another light" width="400" height="300"></aside>`

func editable(t *testing.T, html string) (*Editable, Result) {
	t.Helper()
	o := DefaultOptions()
	var e *Editable
	o.OnEditable = func(kept *Editable) { e = kept }
	r, err := Convert(context.Background(), page.Source{URL: "https://example.com/", HTML: html}, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e, r
}

func pieceNumber(t *testing.T, e *Editable, words string) int {
	t.Helper()
	n := slices.IndexFunc(e.Pieces(), func(p Piece) bool { return strings.Contains(p.Text, words) })
	if n < 0 {
		t.Fatalf("no piece with %q in %+v", words, e.Pieces())
	}
	return n
}

func TestPiecesArePutBackAndTakenOut(t *testing.T) {
	e, r := editable(t, editedPage)
	if strings.Contains(r.Markdown, "Ten other lights") || !strings.Contains(r.Markdown, "| North light | 1871 |") {
		t.Fatalf("unexpected result:\n%s", r.Markdown)
	}
	other, table := pieceNumber(t, e, "Ten other lights"), pieceNumber(t, e, "North light")
	if p := e.Pieces()[other]; p.Kept || p.Kind != "around" {
		t.Errorf("%+v", p)
	}
	if p := e.Pieces()[table]; !p.Kept || p.Kind != "tables" {
		t.Errorf("%+v", p)
	}
	changed, err := e.Flip(context.Background(), []int{other, table, 9999, -1})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(changed.Markdown, "Ten other lights") || strings.Contains(changed.Markdown, "North light") {
		t.Errorf("got\n%s", changed.Markdown)
	}
	if changed.Metadata.Words == r.Metadata.Words || changed.Metadata.Title != r.Metadata.Title {
		t.Errorf("words %d, title %q", changed.Metadata.Words, changed.Metadata.Title)
	}
	same, err := e.Flip(context.Background(), nil)
	if err != nil || same.Markdown != r.Markdown || same.Coverage.Share != r.Coverage.Share {
		t.Errorf("without changes: %v\n%s\nwant\n%s", err, same.Markdown, r.Markdown)
	}
}

func TestPicturesArePutBackAndTakenOut(t *testing.T) {
	html := strings.Replace(editedPage, "<table>", `<figure><img src="/light.jpg" alt="The north light" width="800" height="600"><figcaption>The north light at dusk</figcaption></figure>
<p><img src="/icons/share.png" class="share icon" alt="Share" width="16" height="16"></p><table>`, 1)
	e, r := editable(t, html)
	if !strings.Contains(r.Markdown, "light.jpg") || strings.Contains(r.Markdown, "share.png") {
		t.Fatalf("unexpected result:\n%s", r.Markdown)
	}
	light, share := pieceNumber(t, e, "The north light"), pieceNumber(t, e, "Share")
	if a, b := e.Pieces()[light], e.Pieces()[share]; a.Kind != "picture" || !a.Kept || b.Kind != "picture" || b.Kept {
		t.Fatalf("%+v, %+v", a, b)
	}
	changed, err := e.Flip(context.Background(), []int{light, share})
	if err != nil || strings.Contains(changed.Markdown, "light.jpg") || !strings.Contains(changed.Markdown, "![Share](https://example.com/icons/share.png)") {
		t.Errorf("%v\n%s", err, changed.Markdown)
	}
}

func TestPiecesOfALongPageAreLimited(t *testing.T) {
	var b strings.Builder
	b.WriteString(editedPage)
	for i := range 5000 {
		fmt.Fprintf(&b, `<p>Paragraph %d of a long page.</p><img src="/%d.png">`, i, i)
	}
	e, _ := editable(t, b.String())
	if n := len(e.Pieces()); n != maxPieces {
		t.Errorf("%d pieces", n)
	}
}
