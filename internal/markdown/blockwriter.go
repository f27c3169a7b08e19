package markdown

import (
	"bytes"
	"strings"
)

// gap is what stands between two blocks.
type gap uint8

const (
	noGap gap = iota
	newLine
	blankLine
)

// writer writes blocks line by line behind the marks of the quotes and list
// items that are open. Its cost is the size of what it writes.
type writer struct {
	out   bytes.Buffer
	open  []prefix
	gap   gap  // before the next block
	limit int  // bytes; a block that would go over it is left out
	full  bool // something was left out
}

// prefix is what an open quote or item puts before its lines.
type prefix struct {
	first, rest string
	used        bool // its first line is written
}

func (w *writer) push(first, rest string) {
	w.open = append(w.open, prefix{first: first, rest: rest})
}

// pop closes the innermost quote or item and reports whether it holds anything.
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

// emptyLine writes an empty line that belongs to the open block.
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

// blankLineBetween writes the empty line between two blocks: only what both are inside of
// marks it.
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

// atItemStart reports whether the next line is the first of a list item.
func (w *writer) atItemStart() bool {
	return len(w.open) > 0 && !w.open[len(w.open)-1].used && !strings.HasPrefix(w.open[len(w.open)-1].first, ">")
}
