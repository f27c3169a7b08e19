package markdown

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

type runKind uint8

const (
	textRun  runKind = iota
	codeRun          // text is code
	breakRun         // line break
	rawRun           // text is Markdown
	imageRun
)

// run is a piece of inline content of one style and link.
type run struct {
	text  string
	link  *anchor
	image *html.Node
	style style
	kind  runKind
}

// anchor is a link; the runs of one link share it.
type anchor struct{ href, title string }

// inherited is the formatting that a node inherits from its ancestors.
type inherited struct {
	style style
	link  *anchor
	code  bool // inside code
	lines bool // line breaks in the source are shown (CSS white-space)
}

// collect appends the runs of the inline node n to runs.
func (r *renderer) collect(runs []run, n *html.Node, in inherited) []run {
	switch n.Type {
	case html.TextNode:
		return appendText(runs, n.Data, in)
	case html.ElementNode:
	default:
		return runs
	}
	if r.skip[n] || invisibleElements[n.Data] && n.Namespace != dom.Own {
		return runs
	}
	if number := r.notes.refNumber(n); number != 0 {
		return append(runs, run{kind: rawRun, text: "[^" + strconv.Itoa(number) + "]", style: in.style &^ styleSup})
	}
	if r.notes.isBody(n) {
		return runs
	}
	if n.Namespace == dom.Own {
		if tex := content(n); tex != "" && (n.Data == "math" || n.Data == "formula") {
			return append(runs, run{kind: rawRun, text: dollars(tex, r.inCell), style: in.style})
		}
		return r.collectAll(runs, n, in)
	}
	switch n.Data {
	case "br":
		return append(runs, run{kind: breakRun, link: in.link})
	case "wbr":
		return runs
	case "img":
		return r.image(runs, n, in)
	case "input":
		if isCheckbox(n) && r.boxes {
			return append(runs, run{kind: rawRun, text: taskMarker(n)}, run{kind: textRun, text: " "})
		}
		return runs
	case "iframe", "video", "audio", "embed", "object":
		if a, text := r.embed(n); a != nil {
			return append(runs, run{text: " "}, run{text: text, link: a}, run{text: " "})
		}
		return runs
	case "a":
		if a := r.anchor(n); a != nil {
			in.link = a
			before := len(runs)
			runs = r.collectAll(runs, n, in)
			if !hasContent(runs[before:]) {
				if name := accessibleName(n); name != "" {
					runs = append(runs, run{text: name, style: in.style, link: a})
				}
			}
			return runs
		}
	case "q":
		runs = append(runs, run{text: `"`, style: in.style, link: in.link})
		runs = r.collectAll(runs, n, in)
		return append(runs, run{text: `"`, style: in.style, link: in.link})
	case "ruby":
		return r.ruby(runs, n, in)
	case "pre":
		in.code, in.lines = true, true
	case "code", "tt", "samp":
		in.code = true
	case "label":
		if isLooseLabel(n) {
			return append(r.collectAll(runs, n, in), run{text: " "})
		}
	case "button":
		return append(r.collectAll(append(runs, run{text: " "}), n, in), run{text: " "})
	case "g-emoji":
		return appendText(runs, content(n), in)
	}
	in.style = styleOf(n, in.style)
	in.lines = showsLines(n, in.lines)
	return r.collectAll(runs, n, in)
}

func (r *renderer) collectAll(runs []run, n *html.Node, in inherited) []run {
	block := false
	if len(runs) == cap(runs) {
		runs = slices.Grow(runs, dom.ChildCount(n))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		// A block within inline content is separated by spaces.
		if c.Type == html.ElementNode && r.isBlock(c) {
			runs = append(runs, run{text: " "})
			block = true
		} else if block {
			runs = append(runs, run{text: " "})
			block = false
		}
		runs = r.collect(runs, c, in)
	}
	return runs
}

// isLooseLabel reports whether c is a label with another element directly after
// it, as in a row of tabs or choices.
func isLooseLabel(c *html.Node) bool {
	return c.Data == "label" && c.NextSibling != nil && c.NextSibling.Type == html.ElementNode && c.NextSibling.Data != "br"
}

// appendText appends text of the page.
func appendText(runs []run, s string, in inherited) []run {
	kind := textRun
	if in.code {
		kind = codeRun
	}
	if !in.lines {
		return append(runs, run{kind: kind, text: s, style: in.style, link: in.link})
	}
	for {
		line, rest, more := strings.Cut(s, "\n")
		runs = append(runs, run{kind: kind, text: line, style: in.style, link: in.link})
		if s = rest; !more {
			return runs
		}
		runs = append(runs, run{kind: breakRun, link: in.link})
	}
}

// ruby appends the text of n with its annotations (furigana) in parentheses.
func (r *renderer) ruby(runs []run, n *html.Node, in inherited) []run {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && c.Data == "rp":
		case c.Type == html.ElementNode && (c.Data == "rt" || c.Data == "rtc"):
			if strings.TrimSpace(content(c)) == "" {
				continue
			}
			runs = append(runs, run{text: "(", style: in.style, link: in.link})
			runs = r.collectAll(runs, c, in)
			runs = append(runs, run{text: ")", style: in.style, link: in.link})
		case c.Type == html.ElementNode && c.Data == "rb":
			runs = r.collectAll(runs, c, in)
		default:
			runs = r.collect(runs, c, in)
		}
	}
	return runs
}
