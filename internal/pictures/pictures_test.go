package pictures

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

const sentence = "The keeper of the north mole wrote down the height of the water twice a day for eleven years, and never missed a tide."

// story returns the page of an article with head before its heading, middle between
// its paragraphs and tail after the article.
func story(head, middle, tail string) string {
	p := "<p>" + sentence + "</p>"
	return `<html><head><title>Tides</title></head><body><header class="site-header"><a href="/"><img src="/logo.png" alt="Quay News" width="300" height="90"></a></header>
		<main><article>` + head + `<h1>The tides of the north mole</h1>` + p + p + middle + p + p + `</article></main>` + tail + `<footer>Quay News</footer></body></html>`
}

func parse(t *testing.T, source string) *page.Page {
	t.Helper()
	p, err := page.Parse(t.Context(), page.Source{HTML: source, URL: "https://quay.example/news/tides"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// paragraphs selects the blocks with the sentence of the story, as an engine that
// drops captions does.
func paragraphs(p *page.Page) page.Selection {
	keep := make(page.Selection, len(p.Blocks))
	for i := range p.Blocks {
		keep[i] = strings.Contains(p.Blocks[i].Text, sentence)
	}
	return keep
}

// shown returns the addresses of the pictures that d shows, in document order.
func shown(p *page.Page, d Verdict) []string {
	all := []string{}
	for n := dom.Next(p.Doc, p.Doc); n != nil; n = dom.Next(n, p.Doc) {
		if picture := d.Shown[n]; picture.Keep {
			address := picture.Address
			if address == "" {
				address = dom.Attr(n, "src")
			}
			all = append(all, strings.TrimPrefix(address, "https://quay.example"))
		}
	}
	return all
}

func TestPicturesOfThePageAreShownAndThoseOfTheSiteAreNot(t *testing.T) {
	for _, c := range []struct {
		name, head, middle, tail string
		want                     []string
	}{
		{"in the text", "", `<p><img src="/mole.jpg" width="640" height="400"></p>`, "", []string{"/mole.jpg"}},
		{"bare", "", `<img src="/mole.jpg">`, "", []string{"/mole.jpg"}},
		{"captioned figure", "", `<figure><img src="/mole.jpg" width="640" height="400"><figcaption>The mole in a storm</figcaption></figure>`, "", []string{"/mole.jpg"}},
		{"captioned box", "", `<div class="wp-caption"><img src="/mole.jpg" width="640" height="400"><p class="wp-caption-text">The mole</p></div>`, "", []string{"/mole.jpg"}},
		{"lead above the heading", `<figure class="lead"><img src="/mole.jpg" width="1200" height="800"><figcaption>The mole</figcaption></figure>`, "", "", []string{"/mole.jpg"}},
		{"lead in the article's header", `<header><figure><img src="/mole.jpg" width="1200" height="800"></figure></header>`, "", "", []string{"/mole.jpg"}},
		{"linked to its larger version", "", `<p><a href="/mole-2000.jpg"><img src="/mole-640.jpg" width="640" height="400"></a></p>`, "", []string{"/mole-640.jpg"}},
		{"gallery", "", `<div class="gallery"><img src="/harbour-view.jpg" width="300" height="200"><img src="/lighthouse.jpg" width="300" height="200"></div>`, "", []string{"/harbour-view.jpg", "/lighthouse.jpg"}},
		{"twice", "", `<p><img src="/north-mole-300x200.jpg" width="300" height="200"></p><p><img src="/north-mole-1200x800.jpg" width="300" height="200"></p>`, "", []string{"/north-mole-1200x800.jpg"}},
		{"numbers of a series", "", `<p><img src="/north-mole-01.jpg" width="300"></p><p><img src="/north-mole-02.jpg" width="300"></p>`, "", []string{"/north-mole-01.jpg", "/north-mole-02.jpg"}},
		{"behind a proxy", "", `<p><img src="/_next/image?url=%2Fnorth-mole.jpg&w=1200" width="600"></p><p><img src="/_next/image?url=%2Fnorth-mole.jpg&w=640" width="600"></p>`, "",
			[]string{"/_next/image?url=%2Fnorth-mole.jpg&w=1200"}},
		{"video", "", `<figure><video src="/mole.mp4" width="640" height="400"></video><figcaption>The mole</figcaption></figure>`, "", []string{"/mole.mp4"}},
		{"icon", "", `<p><img src="/clock.svg" width="16" height="16"></p>`, "", nil},
		{"avatar", "", `<div class="author-box"><img src="/ines.jpg" width="96" height="96" alt="Ines Vold"><p>Ines Vold</p></div>`, "", nil},
		{"advert", "", `<div class="ad-slot"><a href="https://shop.example/buy"><img src="/lamp.jpg" width="300" height="250"></a></div>`, "", nil},
		{"share buttons", "", `<div class="share"><a href="https://social.example/"><img src="/facebook.png" width="32" height="32"></a></div>`, "", nil},
		{"placeholder", "", `<p><img src="data:image/svg+xml,%3Csvg/%3E" width="640" height="400"></p>`, "", nil},
		{"teasers", "", "", strings.Repeat(`<div class="related"><a href="/other"><img src="/other.jpg" width="300" height="200"><h3>Another story of the harbour</h3></a></div>`, 3), nil},
		{"sidebar", "", "", `<aside class="sidebar"><a href="/x"><img src="/x.jpg" width="300" height="200"></a><p>Most read of this week</p></aside>`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, story(c.head, c.middle, c.tail))
			got := shown(p, Find(p).Judge(paragraphs(p), Options{}))
			if !slices.Equal(got, c.want) {
				t.Errorf("shown %q, want %q", got, c.want)
			}
		})
	}
}

func TestTheCaptionOfAShownPictureIsKept(t *testing.T) {
	for _, box := range []string{
		`<figure><img src="/mole.jpg" width="640" height="400"><figcaption>The mole in a storm</figcaption></figure>`,
		`<div class="wp-caption"><img src="/mole.jpg" width="640" height="400"><p class="wp-caption-text">The mole in a storm</p></div>`,
		`<div class="media"><div><img src="/mole.jpg" width="640" height="400"></div><div class="image-caption">The mole in a storm</div></div>`,
	} {
		p := parse(t, story("", box, ""))
		d := Find(p).Judge(paragraphs(p), Options{})
		if len(d.Captions) != 1 || p.Blocks[d.Captions[0]].Text != "The mole in a storm" {
			t.Errorf("%s: captions %v", box, d.Captions)
		}
	}
}

func TestContentPicturesThatCannotBeShownAreNamed(t *testing.T) {
	p := parse(t, story("", `<figure><svg viewBox="0 0 9 9">`+strings.Repeat("<path d='M0 0'/>", 20)+`</svg><figcaption>Height of the water</figcaption></figure>
		<div style="background-image:url(/img/mole.jpg)"><p>`+sentence+`</p></div>`, ""))
	d := Find(p).Judge(paragraphs(p), Options{})
	if want := []string{"Height of the water", "mole.jpg"}; !slices.Equal(d.Missing, want) || d.Content != 2 || d.Kept() != 0 {
		t.Errorf("missing %q, want %q; content %d, kept %d", d.Missing, want, d.Content, d.Kept())
	}
	if l := d.Losses(); len(l) != 1 || l[0].Kind != "pictures" || l[0].Count != 2 || !slices.Equal(l[0].Named, d.Missing) {
		t.Errorf("losses %v", l)
	}
}

func TestDataImagesAreShownOnlyIfAllowed(t *testing.T) {
	p := parse(t, story("", `<p><img alt="A graph" src="data:image/png;base64,`+strings.Repeat("A", 2000)+`" width="640" height="400"></p>`, ""))
	if d := Find(p).Judge(paragraphs(p), Options{}); !slices.Equal(d.Missing, []string{"A graph"}) {
		t.Errorf("missing %q", d.Missing)
	}
	if d := Find(p).Judge(paragraphs(p), Options{DataImages: true}); len(d.Missing) != 0 || d.Kept() != 1 {
		t.Errorf("missing %q, kept %d", d.Missing, d.Kept())
	}
}

func TestPicturesOutsideThePostsOfAThreadAreNotShown(t *testing.T) {
	p := parse(t, story("", `<div class="post"><img src="/status.gif" alt="Old"> <span>ines, 9:00</span><div class="body">`+sentence+`<img src="/mole.jpg"></div></div>`, ""))
	body := dom.First(p.Doc, func(n *html.Node) bool { return dom.HasClass(n, "body") })
	thread := page.Thread{Posts: []page.Post{{Author: "ines", Body: []*html.Node{body}}}}
	if got := shown(p, Find(p).Judge(page.All(p), Options{Thread: thread})); !slices.Equal(got, []string{"/mole.jpg"}) {
		t.Errorf("shown %q", got)
	}
}

func TestCanonicalAddressesAreEqualForSizesOfOnePicture(t *testing.T) {
	for _, pair := range [][2]string{
		{"https://i.example/a/mole.jpg?w=300", "https://i.example/a/mole.jpg?w=1200&h=800"},
		{"https://quay.example/_next/image?url=%2Fmole.jpg&w=640&q=75", "https://quay.example/mole.jpg"},
		{"https://cdn.example/image/fetch/w_400,q_auto/https://i.example/mole.jpg", "https://i.example/mole.jpg"},
		{"https://i.example/cdn-cgi/image/width=300/a/mole.jpg", "https://i.example/a/mole.jpg"},
		{"https://i.example/photo/77?width=300", "https://i.example/photo/77?width=900"},
	} {
		if a, b := canonical(pair[0], nil), canonical(pair[1], nil); a != b {
			t.Errorf("%s and %s differ", a, b)
		}
	}
	if a, b := canonical("https://i.example/photo?id=1", nil), canonical("https://i.example/photo?id=2", nil); a == b {
		t.Errorf("both are %s", a)
	}
}

func TestWidthsAreReadFromAddresses(t *testing.T) {
	for address, want := range map[string]int{
		"/mole-300x200.jpg": 300, "/mole.jpg?w=640": 640, "/w_800,c_fit/mole.jpg": 800, "/resize:fit:1400/mole.jpg": 1400,
		"/640px-Mole.jpg": 640, "/2024/mole.jpg": 0, "/mole-01.jpg": 0, "/mole.jpg?id=640": 0,
	} {
		if got := addressWidth(address); got != want {
			t.Errorf("%s: %d, want %d", address, got, want)
		}
	}
}

func TestEveryFeatureHasAName(t *testing.T) {
	p := parse(t, story("", `<figure><img src="/mole.jpg"></figure>`, ""))
	s := Find(p)
	v := s.view(paragraphs(p))
	for i, x := range s.Pictures {
		place, a := v.best(x)
		if row := v.row(nil, x, place, i, a); len(row) != len(FeatureNames) {
			t.Fatalf("%d features, %d names", len(row), len(FeatureNames))
		}
	}
}

// A page of the greatest size has one verdict for each of its pictures.
func TestManyPicturesAreEachJudged(t *testing.T) {
	var b strings.Builder
	const count = 20_000
	for i := range count {
		fmt.Fprintf(&b, `<div class="card"><a href="/p%d"><img src="/img/picture-number%d.jpg" width="300"><h3>Another story of the harbour</h3></a></div>`, i, i)
	}
	p := parse(t, story("", "", b.String()))
	s := Find(p)
	d := s.Judge(paragraphs(p), Options{})
	if len(s.Pictures) != count+1 || len(d.Shown) != count+1 || d.Content != 0 {
		t.Errorf("%d pictures, %d judged, %d content", len(s.Pictures), len(d.Shown), d.Content)
	}
}
