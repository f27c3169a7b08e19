package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/macros"
)

// block renders the block element n.
func (r *renderer) block(n *html.Node) {
	in := r.in
	if r.cancel.Err() != nil || r.w.full || r.skip[n] || invisibleElements[n.Data] && n.Namespace != dom.Own {
		return
	}
	if r.notes.isBody(n) {
		return
	}
	if n.Namespace == dom.Own {
		if tex := strings.TrimSpace(content(n)); tex != "" {
			r.write("$$\n"+macros.BreakTeX(tex)+"\n$$", false)
		}
		return
	}
	if kind, ok := dom.Mark(n, "callout"); ok {
		r.callout(n, kind, in)
		return
	}
	in.lines = showsLines(n, in.lines)
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.heading(n, in)
	case "pre":
		r.listing(n)
	case "blockquote":
		r.quote(n, in)
	case "ul", "ol", "menu", "dir":
		r.list(n, in)
	case "li":
		r.items([]*html.Node{n}, n, in)
	case "table":
		r.table(n, in)
	case "hr":
		r.rule()
	case "iframe", "video", "audio", "embed", "object":
		if a, text := r.embed(n); a != nil {
			r.paragraph([]run{{text: text, link: a, style: in.style}})
		}
	case "dt", "summary":
		in.style |= styleStrong
		r.container(dom.Children(n), in)
	case "a":
		if a := r.anchor(n); a != nil {
			in.link = a
			if name := accessibleName(n); name != "" && !hasVisibleContent(n) {
				r.paragraph([]run{{text: name, link: a, style: in.style}})
				return
			}
		}
		r.container(dom.Children(n), in)
	default:
		if role := dom.Attr(n, "role"); role == "list" && listItems(n) != nil {
			r.list(n, in)
			return
		}
		if dom.HasClass(n, "line-block") && onlyElements(n) {
			r.lineBlock(n, in)
			return
		}
		in.style = styleOf(n, in.style)
		r.container(dom.Children(n), in)
	}
}

// onlyElements reports whether n has no text of its own.
func onlyElements(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && !isSpaceText(c) {
			return false
		}
	}
	return true
}

// lineBlock renders a poem whose lines are elements (Pandoc's line-block) as
// lines of one paragraph.
func (r *renderer) lineBlock(n *html.Node, in inherited) {
	var runs []run
	for _, c := range dom.Children(n) {
		if c.Type != html.ElementNode {
			continue
		}
		runs = append(r.collectAll(runs, c, in), run{kind: breakRun})
	}
	r.paragraph(runs)
}

func (r *renderer) heading(n *html.Node, in inherited) {
	in.style &^= styleStrong // headings are bold anyway
	lists := listsIn(n)
	for _, list := range lists {
		r.skip[list] = true
	}
	// A heading is one line and cannot hold a list, so the lists follow it.
	defer func() {
		for _, list := range lists {
			delete(r.skip, list)
			r.list(list, in)
		}
	}()
	runs := r.collapseSpace(r.collectAll(nil, n, in))
	if !hasContent(runs) {
		return
	}
	r.write(atxHeading(int(n.Data[1]-'0'), r.emit(runs, oneLine)), false)
}

// atxHeading returns a heading with the content t.
func atxHeading(level int, t *textLine) string {
	text := t.escapedInline()
	if strings.HasSuffix(text, "#") {
		// A trailing run of # would be read as the closing sequence of the
		// heading.
		if i := strings.LastIndexByte(text, ' '); strings.Trim(text[i+1:], "#") == "" {
			text = text[:i+1] + `\` + text[i+1:]
		}
	}
	return strings.Repeat("#", level) + " " + text
}

// listsIn returns the outermost lists inside heading n.
func listsIn(n *html.Node) (lists []*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "ul" || c.Data == "ol" {
			lists = append(lists, c)
		} else if c.Type == html.ElementNode {
			lists = append(lists, listsIn(c)...)
		}
	}
	return lists
}

func (r *renderer) rule() {
	text := "---"
	// At the start of the document "---" would open front matter; in a list
	// item "- ---" would be a thematic break in place of the item.
	if r.w.out.Len() == 0 || r.w.atItemStart() {
		text = "***"
	}
	r.write(text, false)
}

func (r *renderer) quote(n *html.Node, in inherited) {
	in.style = styleOf(n, in.style)
	if r.quotes+r.lists >= maxNesting {
		r.container(dom.Children(n), in)
		return
	}
	r.quotes++
	r.w.push("> ", "> ")
	r.container(dom.Children(n), in)
	r.w.pop()
	r.quotes--
}

// callout renders a note box as a block quote whose first line is "[!kind]
// title".
func (r *renderer) callout(n *html.Node, kind string, in inherited) {
	if r.quotes+r.lists >= maxNesting || kind == "" {
		r.container(dom.Children(n), in)
		return
	}
	var title *html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && dom.HasMark(d, "title") {
			title = d
			break
		}
	}
	head := "[!" + kind + "]"
	if fold, ok := dom.Mark(n, "fold"); ok {
		head += fold
	}
	if title != nil {
		runs := r.collapseSpace(r.collectAll(nil, title, in))
		if text := r.emit(runs, oneLine).escapedInline(); strings.EqualFold(text, kind) {
			r.implied[title] = true
		} else if text != "" {
			head += " " + text
		}
		r.skip[title] = true
	}
	r.quotes++
	r.w.push("> ", "> ")
	r.write(head, false)
	r.afterTitle = true
	r.container(dom.Children(n), in)
	r.afterTitle = false
	r.w.pop()
	r.quotes--
	r.w.gap = blankLine
}

func (r *renderer) listing(n *html.Node) {
	text := content(n)
	if strings.TrimSpace(text) == "" {
		return
	}
	language, _ := dom.Mark(n, "language")
	if macros.Runs(language) {
		language = "text"
	}
	r.loseMacros(text)
	fence := strings.Repeat("`", max(3, longestRun(text, '`', false)+1))
	r.write(fence+language+"\n"+strings.TrimSuffix(text, "\n")+"\n"+fence, false)
}
