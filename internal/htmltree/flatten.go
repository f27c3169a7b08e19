package htmltree

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// inner is how much of the depth is kept free for paragraphs and what is in
// them, so that inside of 600 nested div elements there are still paragraphs.
const inner = 80

// containers are the elements that are dropped first, since what is in them
// says more.
var containers = dom.Words(`address article aside blockquote body button center details dialog dd
	dir div dl dt fieldset figure font footer form header hgroup li main menu nav object ol
	section span table template ul`)

var tableParts = dom.Words(`caption colgroup tbody td tfoot th thead tr`)

var voidTags = dom.Words(`area base basefont bgsound br col embed frame hr image img input keygen
	link meta param source track wbr`)

// rawTags hold text that is not HTML. Their tags always stay, since without
// them their text would become HTML.
var rawTags = dom.Words(`iframe noembed noframes noscript plaintext script style textarea title xmp`)

// fixtures stay too: the parser treats what is inside in its own way, and none
// of them nests.
var fixtures = dom.Words(`html head body frameset select`)

// maxLost is how many formatting elements may come back after something else
// closed them; later ones are dropped. Real pages have fewer than ten.
const maxLost = 64

// scoped are the elements whose end tags look for their start through all but
// scopes; all others, for example span, find it only through their like.
var scoped = dom.Words(`address article aside blockquote button center dd details dialog dir div dl
	dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup li listing main menu
	nav object ol p pre search section select summary ul`)

// closesP are the elements that end an open paragraph.
var closesP = dom.Words(`address article aside blockquote center dd details dialog dir div dl dt
	fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main
	menu nav ol p plaintext pre search section summary ul`)

// flatten returns text without the tags that would open more than limit
// elements at once. Everything else is left as it is, byte for byte; where a
// dropped tag began or ended a block, a line break stands. If plain, no
// formatting tag stays.
func flatten(text string, limit int, scripting, plain bool) string {
	f := flattener{
		z: html.NewTokenizer(strings.NewReader(text)), limit: limit, plain: plain,
		depth: 3, // html, head and body may be implied
	}
	f.out.Grow(len(text))
	for {
		switch f.z.Next() {
		case html.ErrorToken:
			return f.out.String()
		case html.StartTagToken, html.SelfClosingTagToken:
			f.start(scripting)
		case html.EndTagToken:
			f.end()
		default:
			f.copy()
		}
	}
}

type flattener struct {
	z     *html.Tokenizer
	out   strings.Builder
	limit int
	plain bool

	// open holds at least the elements that the parser has open: an end tag
	// takes something away only if the parser is sure to do the same.
	open    []element
	depth   int  // of open, dropped elements left out, implied ones counted
	lost    int  // formatting elements closed by the way, which come back
	foreign int  // open svg and math elements
	skipped int  // of these, dropped ones
	breaks  int  // line breaks written since the last text or tag
	partial bool // the text written last could be completed by the next
}

type element struct {
	name   string
	weight int // open elements that it stands for; 0 if its tag was dropped
}

// copy writes a text or comment.
func (f *flattener) copy() {
	raw := f.z.Raw()
	f.out.Write(raw)
	f.partial = partial(raw)
	if strings.TrimSpace(string(raw)) != "" {
		f.breaks = 0
	}
}

// partial reports whether text ends in the start of a tag or of a character
// reference.
func partial(text []byte) bool {
	if bytes.HasSuffix(text, []byte("<")) {
		return true
	}
	at := bytes.LastIndexByte(text, '&')
	return at >= 0 && bytes.IndexByte(text[at:], ';') < 0
}

// part keeps the texts around a dropped tag apart where they would make a tag
// ("<" and "a>") or a character reference ("&l" and "t;").
func (f *flattener) part() {
	if f.partial {
		f.out.WriteString("<!---->")
		f.partial = false
	}
}

// drop leaves out a tag. Inside of svg and math a line break would end them.
func (f *flattener) drop(name string) {
	f.part()
	if dom.IsBlockTag(name) && f.foreign == f.skipped && f.breaks < 2 {
		f.out.WriteString("<br>")
		f.breaks++
	}
}

func (f *flattener) start(scripting bool) {
	raw := string(f.z.Raw())
	b, _ := f.z.TagName()
	name := string(b)
	selfClosing := strings.HasSuffix(raw, "/>")
	switch {
	case f.foreign > 0 && rawTags[name] || name == "noscript" && !scripting:
		f.z.NextIsNotRawText()
	case rawTags[name]:
		f.write(raw)
		return
	}
	if voidTags[name] && f.foreign == 0 {
		f.write(raw)
		return
	}
	f.implyEnd(name)
	keep := f.keeps(name)
	if f.foreign > 0 && selfClosing {
		if keep {
			f.write(raw)
		} else {
			f.part()
		}
		return
	}
	weight := 0
	if keep {
		weight = 1
		switch name {
		case "table":
			weight = 3 // with tbody and tr, which may be implied
		}
		f.write(raw)
	} else {
		f.drop(name)
	}
	if name == "svg" || name == "math" {
		f.foreign++
		if !keep {
			f.skipped++
		}
	}
	f.open = append(f.open, element{name, weight})
	f.depth += weight
}

func (f *flattener) write(tag string) {
	f.out.WriteString(tag)
	f.breaks, f.partial = 0, false
}

// keeps reports whether the start tag name may stay.
func (f *flattener) keeps(name string) bool {
	room := f.limit - f.depth - f.lost
	switch {
	case fixtures[name]:
		return true
	case f.skipped > 0, room <= 0:
		return false
	case formatting[name] && (f.plain || f.lost > maxLost):
		return false
	case tableParts[name]:
		for i := len(f.open) - 1; i >= 0; i-- {
			if f.open[i].name == "table" {
				return f.open[i].weight > 0
			}
		}
		return true
	case containers[name]:
		return room > min(inner, f.limit/4) && (name != "table" || room > 3)
	}
	return true
}

// implyEnd closes what the parser closes when the start tag name comes and
// nothing else is open in between.
func (f *flattener) implyEnd(name string) {
	for len(f.open) > 0 {
		switch top := f.open[len(f.open)-1].name; {
		case top == "p" && closesP[name]:
		case top == "li" && name == "li", top == "option" && name == "option":
		case (top == "dd" || top == "dt") && (name == "dd" || name == "dt"):
		case (top == "td" || top == "th") && (name == "td" || name == "th" || name == "tr"):
		case top == "tr" && name == "tr":
		default:
			return
		}
		f.pop()
	}
}

func (f *flattener) pop() {
	top := f.open[len(f.open)-1]
	f.open = f.open[:len(f.open)-1]
	f.depth -= top.weight
	if top.name == "svg" || top.name == "math" {
		f.foreign--
		if top.weight == 0 {
			f.skipped--
		}
	}
}

// end reads an end tag and takes what it closes off the list of open elements.
func (f *flattener) end() {
	raw := string(f.z.Raw())
	b, _ := f.z.TagName()
	name := string(b)
	at := f.find(name)
	if at < 0 {
		f.write(raw)
		return
	}
	closed := f.open[at]
	if formatting[name] || name == "form" {
		// What was opened inside stays open.
		f.open = slices.Delete(f.open, at, at+1)
		f.depth -= closed.weight
	} else {
		for len(f.open) > at {
			if top := f.open[len(f.open)-1]; top.weight > 0 && formatting[top.name] {
				f.lost++
			}
			f.pop()
		}
	}
	if closed.weight > 0 {
		f.write(raw)
	} else {
		f.drop(name)
	}
}

// find returns which open element the end tag name surely closes, or -1.
func (f *flattener) find(name string) int {
	for i := len(f.open) - 1; i >= 0; i-- {
		within := f.open[i].name
		if within == name {
			return i
		}
		switch {
		case within == "template" || within == "select" || within == "svg" || within == "math":
			if name != "template" {
				return -1
			}
		case name == "template":
		case name == "table" || tableParts[name]:
			if within == "table" {
				return -1
			}
		case formatting[name] || name == "form":
			if scopes[within] {
				return -1
			}
		case scoped[name]:
			if scopes[within] || within == "button" || within == "ul" || within == "ol" {
				return -1
			}
		default:
			if scoped[within] || scopes[within] || dom.IsBlockTag(within) {
				return -1
			}
		}
	}
	return -1
}
