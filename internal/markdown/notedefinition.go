package markdown

import (
	"bytes"
	"strings"
)

// noteGuard is white space that a link reference definition cannot contain after
// its destination.
const noteGuard = " &nbsp;"

// guardNote changes the note whose text starts at byte from of the output, if a
// reader without footnotes would take its first line for a link reference
// definition ("[^1]: destination") and link the note's marks to an unsafe address.
func (w *writer) guardNote(from int) {
	text := w.out.Bytes()[min(from, w.out.Len()):]
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	text = bytes.TrimSuffix(text, []byte(`\`)) // a line break
	end := bytes.IndexAny(text, " \t")
	if end < 0 {
		end = len(text)
	}
	after := bytes.TrimLeft(text[end:], " \t")
	defines := len(after) == 0 || strings.IndexByte(`"'(`, after[0]) >= 0
	// Browsers ignore control characters at the start of an address.
	address := strings.TrimLeftFunc(literal(string(text[:end])), func(r rune) bool { return r <= ' ' })
	if !defines || !hasScheme(address) || linkable(address) {
		return
	}
	rest := bytes.Clone(w.out.Bytes()[from+end:])
	w.out.Truncate(from + end)
	w.out.WriteString(noteGuard)
	w.out.Write(rest)
}
