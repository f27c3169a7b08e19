package htmltree

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// reservedDepth is the part of the depth limit that is reserved for paragraphs and
// their content, so that there are still paragraphs inside 600 nested div elements.
const reservedDepth = 80

// containers are the elements that are dropped first, since they mean less than
// their content.
var containers = dom.Words(`address article aside blockquote body button center details dialog dd
	dir div dl dt fieldset figure font footer form header hgroup li main menu nav object ol
	section span table template ul`)

var tableParts = dom.Words(`caption colgroup tbody td tfoot th thead tr`)

var voidTags = dom.Words(`area base basefont bgsound br col embed frame hr image img input keygen
	link meta param source track wbr`)

// rawTags are the elements whose content is not HTML. Their tags are never dropped,
// since their content would become HTML.
var rawTags = dom.Words(`iframe noembed noframes noscript plaintext script style textarea title xmp`)

// fixedTags are never dropped either: the parser treats their content specially,
// and they do not nest.
var fixedTags = dom.Words(`html head body frameset select`)

// maxLost limits the formatting elements that the parser will reopen because the
// end tag of another element closed them; further ones are dropped. Real pages have
// fewer than ten.
const maxLost = 64

// scoped are the elements whose end tag matches a start tag across any open elements
// but scopes. Other end tags, for example that of span, match only across similar
// elements.
var scoped = dom.Words(`address article aside blockquote button center dd details dialog dir div dl
	dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup li listing main menu
	nav object ol p pre search section select summary ul`)

// closesP are the elements that end an open paragraph.
var closesP = dom.Words(`address article aside blockquote center dd details dialog dir div dl dt
	fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main
	menu nav ol p plaintext pre search section summary ul`)

// flatten removes tags from text so that at most limit elements are open at a time.
// A removed tag that begins or ends a block becomes a line break; everything else
// is unchanged. If plain is set, flatten removes all formatting tags.
func flatten(text string, limit int, scripting, plain bool) string {
	f := flattener{
		z: html.NewTokenizer(strings.NewReader(text)), limit: limit, plain: plain,
		depth: 3, // for html, head and body, which may be implied
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

	// open contains at least the elements that the parser has open: an end tag
	// removes an element only if it certainly closes it in the parser.
	open    []element
	depth   int  // of open, without dropped elements, with implied ones
	lost    int  // formatting elements closed by other end tags; the parser reopens them
	foreign int  // open svg and math elements
	skipped int  // dropped ones among them
	breaks  int  // line breaks written since the last text or tag
	partial bool // the last text could form a tag or reference with the next
}

type element struct {
	name   string
	weight int // number of open elements that it implies; 0 if its tag was dropped
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

// separate writes a comment in place of a dropped tag if the texts around it could
// form a tag ("<" and "a>") or a character reference ("&l" and "t;").
func (f *flattener) separate() {
	if f.partial {
		f.out.WriteString("<!---->")
		f.partial = false
	}
}

// drop omits a tag, or writes a line break if it is that of a block. Inside svg and
// math, a line break would close these elements.
func (f *flattener) drop(name string) {
	f.separate()
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
			f.separate()
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

// keeps reports whether the start tag name is kept.
func (f *flattener) keeps(name string) bool {
	room := f.limit - f.depth - f.lost
	switch {
	case fixedTags[name]:
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
		return room > min(reservedDepth, f.limit/4) && (name != "table" || room > 3)
	}
	return true
}

// implyEnd removes the innermost elements that the start tag name implicitly closes.
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

// end reads an end tag and removes the elements that it closes from open.
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
		// Elements inside stay open.
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

// find returns the index of the open element that the end tag name certainly
// closes, or -1.
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
