package savedpage

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/htmltree"
	"pulltab/internal/page"
)

// Limits of one saved page.
const (
	maxFrames   = 100   // that are read
	maxSearched = 1_000 // frame elements whose document is looked for
)

// finder returns the saved document of the address that a frame element names, and
// the finder for the frames in it.
type finder func(address string) (page.Source, finder, bool)

// addFrames adds the saved documents of the frames of src that are of its own site,
// as the browser's extension does. Frames of other sites are advertisements for the
// most part.
func addFrames(src *page.Source, find finder) {
	addFramesOf(src, find, 0, &limits{maxFrames, maxSearched, page.MaxBytes - len(src.HTML)})
}

// limits are what may still be read.
type limits struct{ frames, searched, bytes int }

func addFramesOf(src *page.Source, find finder, level int, left *limits) {
	if level >= maxNesting || !strings.Contains(strings.ToLower(src.HTML), "<iframe") {
		return
	}
	doc, err := htmltree.Parse(src.HTML, src.Rendered)
	if err != nil {
		return // the conversion names the error
	}
	ordinal := -1
	for n := dom.Next(doc, doc); n != nil && left.frames > 0 && left.searched > 0; n = dom.Next(n, doc) {
		if n.Type != html.ElementNode || n.Namespace != "" || n.Data != "iframe" {
			continue
		}
		ordinal++
		address := strings.TrimSpace(dom.Attr(n, "src"))
		if address == "" {
			continue
		}
		left.searched--
		inner, within, ok := find(address)
		if !ok || !sameSite(inner.URL, src.URL) || len(inner.HTML) > left.bytes {
			continue
		}
		left.frames--
		left.bytes -= len(inner.HTML)
		addFramesOf(&inner, within, level+1, left)
		src.Frames = append(src.Frames, page.Frame{Ordinal: ordinal, Source: inner})
	}
}

// sameSite reports whether two addresses have the same host, or one is unknown.
func sameSite(a, b string) bool {
	first, err1 := url.Parse(a)
	second, err2 := url.Parse(b)
	return err1 != nil || err2 != nil || first.Host == "" || second.Host == "" || strings.EqualFold(first.Host, second.Host)
}

// resolved returns address as seen from the page at base, without its fragment.
func resolved(base, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if b, err := url.Parse(base); err == nil {
		u = b.ResolveReference(u)
	}
	u.Fragment = ""
	return u.String()
}
