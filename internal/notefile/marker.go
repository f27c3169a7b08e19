package notefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"pulltab/internal/address"
)

// marker is the line below which a note is the reader's. It holds what an update has
// to know, so that a note can move to another computer.
type marker struct {
	page   string // identity of the page
	text   string // hash of the text above as it was written
	fields string // hashes of the fields of the front matter as they were written
	next   int    // number of the next block anchor
}

// fieldHash is the number of characters of the hash of one field.
const fieldHash = 6

var markerLine = regexp.MustCompile(`^<!-- pulltab: updates replace the text above, notes below stay \| page=([0-9a-f]+) text=([0-9a-f]+) fields=([0-9a-f]*) next=([0-9]{1,9}) -->$`)

func (m marker) String() string {
	return fmt.Sprintf("<!-- pulltab: updates replace the text above, notes below stay | page=%s text=%s fields=%s next=%d -->", m.page, m.text, m.fields, m.next)
}

func parseMarker(line string) (marker, bool) {
	found := markerLine.FindStringSubmatch(line)
	if found == nil {
		return marker{}, false
	}
	next, _ := strconv.Atoi(found[4]) // at most nine digits
	return marker{found[1], found[2], found[3], next}, true
}

// wrote reports whether the field, a piece of front matter, is as it was written.
func (m marker) wrote(field string) bool {
	hash := digest(field, fieldHash)
	for i := 0; i+fieldHash <= len(m.fields); i += fieldHash {
		if m.fields[i:i+fieldHash] == hash {
			return true
		}
	}
	return false
}

// digest returns the first n hexadecimal digits of the hash of s.
func digest(s string, n int) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])[:n]
}

// pageHash is the number of characters of a PageID.
const pageHash = 16

// PageID returns the identity of the page at an address, which neither a fragment nor
// credentials change.
func PageID(full string) string {
	page, _, _ := strings.Cut(address.Clean(full), "#")
	return digest(page, pageHash)
}
