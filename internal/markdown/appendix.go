package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"pulltab/internal/dom"
)

// writeAppendix writes the parts below the text: footnotes, link reference
// definitions, and the summaries of images and links.
func (r *renderer) writeAppendix() {
	for i, id := range r.notes.order {
		mark := "[^" + strconv.Itoa(i+1) + "]: "
		body := r.notes.bodies[id]
		r.notes.bodies[id] = nil
		before := r.w.out.Len()
		r.w.push(mark, "    ")
		r.container(dom.Children(body), inherited{})
		if r.w.pop() {
			r.w.guardNote(before + bytes.Index(r.w.out.Bytes()[before:], []byte(mark)) + len(mark))
		}
		r.w.gap = blankLine
	}
	if len(r.references) > 0 {
		var b strings.Builder
		for i, a := range r.references {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString("[" + strconv.Itoa(i+1) + "]: " + destination(a.href) + titleSuffix(a.title))
		}
		r.write(b.String(), false)
	}
	r.summary("Images", r.allImages)
	r.summary("Links", r.allLinks)
	if r.w.full {
		r.lose("bytes over the limit of the output")
	}
}

// summary writes all links or images as a list below a heading, each address
// once.
func (r *renderer) summary(title string, list []listEntry) {
	if len(list) == 0 {
		return
	}
	r.write("## "+title, false)
	seen := map[string]bool{}
	var b strings.Builder
	for _, l := range list {
		if seen[l.address] {
			continue
		}
		if len(seen) > 0 {
			b.WriteByte('\n')
		}
		seen[l.address] = true
		t := &textLine{}
		text := l.text
		if text == "" {
			text = l.address
		}
		t.put(text, linkByte)
		b.WriteString("- [" + t.escapedInline() + "](" + destination(l.address) + ")")
	}
	r.write(b.String(), false)
}

// listEntry is a link or image in a summary.
type listEntry struct{ text, address string }
