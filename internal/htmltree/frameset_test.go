package htmltree

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestTheFramesOfAFramesetAreListed(t *testing.T) {
	const frames = `<frame name=menu src="menu.html?a&amp;b"><frame src=main.html><frame name=empty>`
	const want = `<ul><li><a href="menu.html?a&amp;b">menu</a></li><li><a href="main.html">main.html</a></li></ul>`
	for name, text := range map[string]string{
		"plain": `<html><head><title>A &amp; B</title></head><frameset cols="1,2">` + frames + `</frameset></html>`,
		"deep":  `<title>A &amp; B</title>` + strings.Repeat("<frameset>", 600) + frames,
	} {
		doc, err := Parse(text, false)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var b strings.Builder
		if err := html.Render(&b, doc); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, want) || !strings.Contains(got, "<title>A") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
