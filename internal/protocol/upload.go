package protocol

import (
	"encoding/json"
	"strings"
)

// Upload assembles a page from chunks. Memory grows with the chunks received,
// not with the announced size, and any difference between the two is an error;
// a page is never truncated.
type Upload struct {
	open    *Open
	maxHTML int
	chunks  int
	units   int // received so far
	html    []string
	side    []string
	size    struct{ html, side int } // bytes received so far
}

// NewUpload starts the upload announced by open. The HTML may have at most
// maxHTML bytes.
func NewUpload(open *Open, maxHTML int) (*Upload, *Error) {
	u := &Upload{open: open, maxHTML: maxHTML}
	// Each unit takes at least one byte.
	if open.HTML > maxHTML || open.Units-open.HTML > MaxSide {
		return nil, u.tooLarge()
	}
	return u, nil
}

// Add adds the next chunk. After an error the upload cannot be continued.
func (u *Upload) Add(c *Chunk) *Error {
	if c.Seq != u.chunks+1 {
		return u.fail("chunk %d where %d was due", c.Seq, u.chunks+1)
	}
	units := Units(c.S)
	if units == 0 || units > ChunkUnits {
		return u.fail("chunk %d has %d units", c.Seq, units)
	}
	if u.units+units > u.open.Units {
		return u.fail("more units than announced")
	}
	html, side := "", c.S
	if left := u.open.HTML - u.units; left > 0 {
		cut, ok := cutUnits(c.S, left)
		if !ok {
			return u.fail("the HTML ends inside a character")
		}
		html, side = c.S[:cut], c.S[cut:]
	}
	u.size.html += len(html)
	u.size.side += len(side)
	if u.size.html > u.maxHTML || u.size.side > MaxSide {
		return u.tooLarge()
	}
	u.html = append(u.html, html)
	u.side = append(u.side, side)
	u.chunks++
	u.units += units
	return nil
}

// Finish checks the upload against end and returns the page.
func (u *Upload) Finish(end *End) (Content, *Error) {
	if end.Chunks != u.chunks || end.Units != u.units || u.units != u.open.Units {
		return Content{}, u.fail("%d chunks with %d units came, %d were announced", u.chunks, u.units, u.open.Units)
	}
	content := Content{HTML: strings.Join(u.html, "")}
	if u.size.side == 0 {
		return content, nil
	}
	if err := json.Unmarshal([]byte(strings.Join(u.side, "")), &content.Side); err != nil {
		return Content{}, decodeError(err).For(u.open.ID)
	}
	return content, nil
}

func (u *Upload) fail(format string, args ...any) *Error {
	return Errorf(CodeChunk, format, args...).For(u.open.ID)
}

func (u *Upload) tooLarge() *Error {
	return Errorf(CodeDocTooLarge, "page is over %d bytes of HTML or %d beside it", u.maxHTML, MaxSide).For(u.open.ID)
}

// Units returns the length of s in UTF-16 units, like s.length in JavaScript.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += unitsOf(r)
	}
	return n
}

// cutUnits returns the byte offset at which s has the given number of units, or
// len(s) if it has fewer. ok is false if the offset would be inside a
// character.
func cutUnits(s string, units int) (offset int, ok bool) {
	for i, r := range s {
		if units <= 0 {
			return i, units == 0
		}
		units -= unitsOf(r)
	}
	return len(s), units >= 0
}

func unitsOf(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}
