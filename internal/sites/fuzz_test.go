package sites_test

import (
	"context"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// On any page, the bodies of posts are parts of the page, no text is in two posts,
// and only shown blocks are kept.
func FuzzPostsAreTextsOfThePage(f *testing.F) {
	for _, fixture := range fixtures(f) {
		f.Add(fixture.src.URL, fixture.src.HTML)
	}
	f.Fuzz(func(t *testing.T, url, html string) {
		p, err := page.Parse(context.Background(), page.Source{URL: url, HTML: html})
		if err != nil {
			return // not a page
		}
		r, _ := sites.Read(p)
		c, _ := sites.Comments(p)
		for _, thread := range []page.Thread{r.Thread, c} {
			eachTextOnce(t, thread)
			for _, post := range thread.Posts {
				for _, n := range post.Body {
					for n.Parent != nil {
						n = n.Parent
					}
					if n != p.Doc {
						t.Fatal("a body is not part of the page")
					}
				}
			}
		}
		for b := range r.Keep {
			if r.Keep[b] && p.Blocks[b].Hidden {
				t.Fatalf("block %d is kept and not shown", b)
			}
		}
	})
}
