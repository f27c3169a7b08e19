package page

import (
	"reflect"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

func TestFramesAreReadInPlace(t *testing.T) {
	p := parsed(t, Source{
		URL:  "https://a.example/",
		HTML: `<p>before</p><iframe src=/one></iframe><p>between</p><iframe src=https://other.example/></iframe><iframe src=/two></iframe><p>after</p>`,
		Frames: []Frame{
			{Ordinal: 0, Source: Source{URL: "https://a.example/sub/one", HTML: `<title>t</title><base href="/wrong/"><p>one <a href="x?y=1#z">link</a><img src="../i.png" srcset="s.png 1x, /t.png 2x">`}},
			{Ordinal: 2, Source: Source{HTML: `<p>two</p><iframe src=/three></iframe>`, Frames: []Frame{{Source: Source{HTML: "<p>three"}}}}},
		},
	})
	if got, want := shown(p), "before|one link|between|two|three|after"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(p.Losses) != 1 || !reflect.DeepEqual(p.Losses[0], Loss{Kind: "iframe", Count: 1}) {
		t.Errorf("losses: %v", p.Losses)
	}
	if p.Base.String() != "https://a.example/" {
		t.Errorf("a frame changed the page's base to %s", p.Base)
	}
	for n := range p.Doc.Descendants() {
		switch {
		case n.Type == html.ElementNode && n.Data == "a":
			if got, want := dom.Attr(n, "href"), "https://a.example/wrong/x?y=1#z"; got != want {
				t.Errorf("link: got %s, want %s", got, want)
			}
		case n.Type == html.ElementNode && n.Data == "img":
			if got, want := dom.Attr(n, "src"), "https://a.example/t.png"; got != want {
				t.Errorf("image: got %s, want %s", got, want)
			}
			if got, want := dom.Attr(n, "srcset"), "https://a.example/wrong/s.png 1x, https://a.example/t.png 2x"; got != want {
				t.Errorf("images: got %s, want %s", got, want)
			}
		}
	}
}

func TestFramesInsideOfShadowTreesCount(t *testing.T) {
	p := parsed(t, Source{
		HTML:   `<x-a><template shadowrootmode=open><iframe></iframe></template></x-a><iframe></iframe>`,
		Frames: []Frame{{Ordinal: 0, Source: Source{HTML: "first"}}, {Ordinal: 1, Source: Source{HTML: "second"}}},
	})
	if got := shown(p); got != "first|second" {
		t.Errorf("got %q", got)
	}
}

func TestUnreadableFramesAreReported(t *testing.T) {
	for _, c := range []struct {
		name, html string
		want       int
	}{
		{"of another origin", `<iframe src="https://b.example/"></iframe>`, 1},
		{"relative", `<iframe src="/b" width=600 height="100%"></iframe>`, 1},
		{"one pixel", `<iframe src="https://b.example/" width=1 height=1></iframe>`, 0},
		{"no height", `<iframe src="https://b.example/" height="0px"></iframe>`, 0},
		{"hidden by style", `<iframe src="https://b.example/" style="display: none"></iframe>`, 0},
		{"in something hidden", `<div hidden><iframe src="https://b.example/"></iframe></div>`, 0},
		{"for people without scripts", `<noscript><iframe src="https://b.example/"></iframe></noscript>`, 0},
		{"in a template", `<template><iframe src="https://b.example/"></iframe></template>`, 0},
		{"without an address", `<iframe></iframe>`, 0},
		{"blank", `<iframe src="about:blank"></iframe>`, 0},
		{"a script", `<iframe src="javascript:void(0)"></iframe>`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, Source{HTML: "<p>text</p>" + c.html})
			got := 0
			for _, l := range p.Losses {
				if l.Kind == "iframe" {
					got += l.Count
				}
			}
			if got != c.want {
				t.Errorf("got %d frames lost, want %d", got, c.want)
			}
		})
	}
}

func TestFrameGivenAsAttributeIsRead(t *testing.T) {
	p := parsed(t, Source{HTML: `<p>a</p><iframe srcdoc="<p>b &amp;amp; c</p>"></iframe>`})
	if got := shown(p); got != "a|b & c" || len(p.Losses) != 0 {
		t.Errorf("got %q, losses %v", got, p.Losses)
	}
}

func TestNestedFramesAreLimited(t *testing.T) {
	src := Source{HTML: "<p>end"}
	for range 50 {
		src = Source{HTML: "<p>x</p><iframe src=/y></iframe>", Frames: []Frame{{Source: src}}}
	}
	p := parsed(t, src)
	if len(p.Blocks) != maxFrameLevel+1 || len(p.Losses) != 1 {
		t.Errorf("%d blocks, losses %v", len(p.Blocks), p.Losses)
	}
}
