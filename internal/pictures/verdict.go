package pictures

import (
	"path"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Verdict says which pictures of a page belong to a selection.
type Verdict struct {
	// Shown holds every picture that can be written: whether it is, and under
	// which address.
	Shown page.Pictures

	// Captions are the blocks of the captions of shown pictures.
	Captions []int

	Content int      // pictures and videos judged to be content
	Videos  int      // those of them that are videos
	Missing []string // those of them that cannot be shown, each by a few words
	Unseen  []string // videos that cannot be shown
}

// Kept returns the number of pictures and videos that are shown.
func (d Verdict) Kept() int { return d.Content - len(d.Missing) - len(d.Unseen) }

// KeptPictures returns the number of pictures that are shown, without videos.
func (d Verdict) KeptPictures() int { return d.Content - d.Videos - len(d.Missing) }

// Losses names the pictures and videos that cannot be shown.
func (d Verdict) Losses() []page.Loss {
	var all []page.Loss
	for _, l := range []struct {
		kind  string
		named []string
	}{{"pictures", d.Missing}, {"videos", d.Unseen}} {
		if n := len(l.named); n > 0 {
			all = append(all, page.Loss{Kind: l.kind, Count: n, Named: l.named[:min(n, page.MaxNamed)]})
		}
	}
	return all
}

// Options of Judge.
type Options struct {
	// Thread are the posts that the selection consists of, if it is a thread:
	// pictures outside their bodies are avatars and buttons.
	Thread page.Thread

	DataImages bool // images with data URLs can be shown
}

// Judge returns which of the pictures belong to the selection keep.
func (s *Survey) Judge(keep page.Selection, o Options) Verdict {
	d := Verdict{Shown: page.Pictures{}}
	if len(s.Pictures) == 0 {
		return d
	}
	v, inThread := s.against(keep, o)
	m := shipped()
	var row []float32
	captions := map[int]bool{}
	for i, p := range s.Pictures {
		for _, x := range p.places {
			if x.kind == Image || x.kind == Video {
				d.Shown[x.node] = page.Picture{}
			}
		}
		x, a := v.best(p)
		if !inThread(x) || v.isAdvert(x) || v.isInSidebar(x) {
			continue
		}
		content := a == yes
		if m != nil {
			row = v.row(row[:0], p, x, i, a)
			content = m.isContent(row)
		}
		if !content || isBlank(x) && altOf(x) == "" && len(s.captionBlocks(x)) == 0 && largestAddress(p, x) == x.address {
			continue // a placeholder of nothing in particular
		}
		d.Content++
		if x.kind == Video {
			d.Videos++
		}
		address := largestAddress(p, x)
		data := strings.HasPrefix(address, "data:") && x.kind == Image && !isBlank(x)
		if data && !o.DataImages || !data && !writable(x, address) {
			if x.kind == Video {
				d.Unseen = append(d.Unseen, s.describe(x))
			} else {
				d.Missing = append(d.Missing, s.describe(x))
			}
			if !data {
				continue
			}
		}
		shown := page.Picture{Keep: true}
		if x.kind == Image && address != x.address {
			shown.Address = address
		}
		d.Shown[x.node] = shown
		for _, b := range s.captionBlocks(x) {
			if !captions[b] && !s.page.Blocks[b].Hidden {
				captions[b] = true
				d.Captions = append(d.Captions, b)
			}
		}
	}
	return d
}

// against returns the view of keep, and whether a place may be content at all.
func (s *Survey) against(keep page.Selection, o Options) (*view, func(x *place) bool) {
	if len(o.Thread.Posts) > 0 {
		keep = o.Thread.WithoutHeads(keep)
	}
	return s.view(keep), s.inside(o.Thread)
}

// best returns the place of p that the rule likes best, the first of equals.
func (v *view) best(p *Picture) (*place, answer) {
	best, top := p.places[0], never-1
	for i, x := range p.places {
		if i >= maxPlaces {
			break
		}
		if a := v.rule(x, len(p.places)); a > top {
			best, top = x, a
		}
	}
	return best, top
}

// maxPlaces limits the places of one picture that are compared.
const maxPlaces = 8

// largestAddress returns the address of the largest known size of p, that of x
// unless another is known to be larger.
func largestAddress(p *Picture, x *place) string {
	address, width := x.address, x.asked
	if address != "" && width == 0 && !isBlank(x) {
		return address
	}
	for i, y := range p.places {
		if i >= maxPlaces {
			break
		}
		if y.kind == Image && !isBlank(y) && (y.asked > width || isBlank(x) && address == x.address) {
			address, width = y.address, y.asked
		}
	}
	return address
}

// writable reports whether the picture at x can be written with this address.
func writable(x *place, address string) bool {
	switch {
	case x.kind == Drawing, x.kind == Background, address == "", isBlank(x) && address == x.address:
		return false
	}
	return !strings.HasPrefix(address, "data:") && !strings.HasPrefix(address, "blob:") && !strings.HasPrefix(address, "about:")
}

// inside returns a function that reports whether a place is in the body of a post
// of t; without posts it always does.
func (s *Survey) inside(t page.Thread) func(x *place) bool {
	if len(t.Posts) == 0 {
		return func(*place) bool { return true }
	}
	in := map[*html.Node]bool{}
	for _, post := range t.Posts {
		for _, body := range post.Body {
			for n := body; n != nil; n = dom.Next(n, body) {
				if n.Type == html.ElementNode {
					in[n] = true
				}
			}
		}
	}
	return func(x *place) bool { return in[x.node] }
}

// maxWords limits the name of a picture in bytes.
const maxWords = 80

// describe names the picture at x by its alternative text, its caption or its file.
func (s *Survey) describe(x *place) string {
	text := dom.OneLine(altOf(x))
	if text == "" {
		if blocks := s.captionBlocks(x); len(blocks) > 0 {
			text = s.page.Blocks[blocks[0]].Text
		}
	}
	if text == "" {
		text = dom.OneLine(dom.Attr(x.node, "title"))
	}
	if text == "" && x.address != "" {
		text = path.Base(strings.Split(lastPart(x.address), "?")[0])
	}
	if text == "" {
		text = x.node.Data
	}
	return firstWords(text)
}

// firstWords returns the beginning of text, at most maxWords bytes of whole words.
func firstWords(text string) string {
	if len(text) <= maxWords {
		return text
	}
	cut := strings.LastIndexByte(text[:maxWords], ' ')
	if cut <= 0 {
		cut = maxWords
		for cut > 0 && text[cut]&0xc0 == 0x80 {
			cut--
		}
	}
	return text[:cut] + "…"
}
