package markdown

import (
	"bytes"
	"strings"
)

// gap is the separator before the next block.
type gap uint8

const (
	noGap gap = iota
	newLine
	blankLine
)

// writer writes blocks line by line, each line with the prefixes of the open
// quotes and list items. Its cost is linear in its output.
type writer struct {
	out   bytes.Buffer
	open  []prefix
	gap   gap  // before the next block
	limit int  // bytes; a block that would exceed it is omitted
	full  bool // a block was omitted
}

// prefix is the text that an open quote or list item puts before its lines.
type prefix struct {
	first, rest string
	used        bool // the first line has been written
}

func (w *writer) push(first, rest string) {
	w.open = append(w.open, prefix{first: first, rest: rest})
}

// pop closes the innermost quote or item and reports whether anything was
// written in it.
func (w *writer) pop() bool {
	last := len(w.open) - 1
	used := w.open[last].used
	w.open = w.open[:last]
	return used
}

// block writes one block of one or more lines.
func (w *writer) block(text string) {
	if w.full || w.out.Len()+len(text) > w.limit {
		w.full = true
		return
	}
	if w.out.Len() > 0 {
		if w.gap == blankLine {
			w.blankLineBetween()
		}
	}
	for {
		line, rest, more := strings.Cut(text, "\n")
		w.line(line)
		if text = rest; !more {
			break
		}
	}
	w.gap = blankLine
}

func (w *writer) line(s string) {
	if s == "" {
		w.emptyLine()
		return
	}
	for i := range w.open {
		p := &w.open[i]
		if p.used {
			w.out.WriteString(p.rest)
		} else {
			w.out.WriteString(p.first)
			p.used = true
		}
	}
	w.out.WriteString(s)
	w.out.WriteByte('\n')
}

// emptyLine writes an empty line inside a block.
func (w *writer) emptyLine() {
	from := w.out.Len()
	for i := range w.open {
		p := &w.open[i]
		if p.used {
			w.out.WriteString(p.rest)
		} else {
			w.out.WriteString(p.first)
			p.used = true
		}
	}
	w.endTrimmedLine(from)
}

// blankLineBetween writes the empty line between two blocks. It has the
// prefixes of only those quotes and items that contain both.
func (w *writer) blankLineBetween() {
	from := w.out.Len()
	for _, p := range w.open {
		if !p.used {
			break
		}
		w.out.WriteString(p.rest)
	}
	w.endTrimmedLine(from)
}

func (w *writer) endTrimmedLine(from int) {
	b := w.out.Bytes()
	end := len(b)
	for end > from && b[end-1] == ' ' {
		end--
	}
	w.out.Truncate(end)
	w.out.WriteByte('\n')
}

// atItemStart reports whether the next line is the first line of a list item.
func (w *writer) atItemStart() bool {
	return len(w.open) > 0 && !w.open[len(w.open)-1].used && !strings.HasPrefix(w.open[len(w.open)-1].first, ">")
}
