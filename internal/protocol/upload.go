package protocol

import (
	"encoding/json"
	"strings"
)

// Upload puts a page together that arrives in chunks. It believes no announced
// size: memory follows the chunks that came, and any difference between what
// was announced and what came is an error, never a shorter page.
type Upload struct {
	open    *Open
	maxHTML int
	chunks  int
	units   int // received so far
	html    []string
	side    []string
	size    struct{ html, side int } // bytes received so far
}

// NewUpload starts the upload that open announces, of at most maxHTML bytes of
// HTML.
func NewUpload(open *Open, maxHTML int) (*Upload, *Error) {
	u := &Upload{open: open, maxHTML: maxHTML}
	// A unit is at least one byte, so these cannot fit.
	if open.HTML > maxHTML || open.Units-open.HTML > MaxSide {
		return nil, u.tooLarge()
	}
	return u, nil
}

// Add takes the next chunk. After an error the upload is lost.
func (u *Upload) Add(c *Chunk) *Error {
	if c.Seq != u.chunks+1 {
		return u.fail("chunk %d where %d was due", c.Seq, u.chunks+1)
	}
	units := Units(c.S)
	if units > ChunkUnits {
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

// Finish checks the upload against what end says and returns the page.
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

// Units returns the length of s in UTF-16 units, JavaScript's s.length.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += unitsOf(r)
	}
	return n
}

// cutUnits returns the offset in bytes at which s has the given number of
// units, or len(s) if it has fewer. It is not ok inside a character.
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
