package markdown

import (
	"context"
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestLeavesOutsideBlocksFollowTheirNeighbours(t *testing.T) {
	for _, c := range []struct{ name, html, keep, want, not string }{
		{"image between kept paragraphs", "<p>one</p><img src=a.png><p>two</p>", "xx", "a.png", ""},
		{"image beside a dropped paragraph", "<p>one</p><img src=a.png><p>two</p>", "x.", "one", "a.png"},
		{"image inside a kept paragraph", "<p>one <img src=a.png> two</p><p>three</p>", "x.", "a.png", "three"},
		{"figure with a kept caption", "<p>one</p><figure><div><img src=a.png></div><figcaption>cap</figcaption></figure>", ".x", "a.png", "one"},
		{"figure with a dropped caption", "<p>one</p><figure><img src=a.png><figcaption>cap</figcaption></figure>", "x.", "one", "a.png"},
		{"rule before dropped text", "<div><p>one</p><hr><p>two</p></div>", "x.", "one", "---"},
		{"break in a kept line before dropped text", "<div>one<br>two<p>three</p></div>", "x.", "one\\\ntwo", "three"},
		{"image in a kept line before dropped text", "<div>one <img src=a.png> two<p>three</p></div>", "x.", "a.png", "three"},
		{"image before everything beside dropped text", "<div><img src=a.png><span> </span></div><p>one</p><p>two</p>", ".x", "two", "a.png"},
		{"punctuation between links", "<p><a href=x>one</a> (<a href=y>two</a>)</p>", "x", "(", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := page.Parse(context.Background(), page.Source{HTML: c.html})
			if err != nil {
				t.Fatal(err)
			}
			keep := make(page.Selection, len(p.Blocks))
			for i := range keep {
				keep[i] = c.keep[i] == 'x'
			}
			d, err := Render(context.Background(), p, keep, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(d.Markdown, c.want) || c.not != "" && strings.Contains(d.Markdown, c.not) {
				t.Errorf("got %q, want %q and not %q", d.Markdown, c.want, c.not)
			}
		})
	}
}
