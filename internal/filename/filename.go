// Package filename makes names of files that every file system accepts: those of
// Windows, macOS and Linux, of cloud folders and of note applications. The package
// is internal and makes no promise of stability.
package filename

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxBytes is the default limit of a name. ext4 accepts 255 bytes, which leaves
// space for a number and the temporary file's prefix.
const MaxBytes = 200

// MinBytes is the lowest limit that Safe keeps to.
const MinBytes = 20

// forbidden are the characters that Windows does not accept, and those that end
// the target of a wiki link.
const forbidden = "\\/:*?\"<>|#^[]"

// devices are the names of devices on Windows, with any ending.
var devices = func() map[string]bool {
	set := map[string]bool{"CON": true, "PRN": true, "AUX": true, "NUL": true, "CONIN$": true, "CONOUT$": true}
	for _, digit := range strings.Split("0123456789¹²³", "") {
		if digit != "" {
			set["COM"+digit], set["LPT"+digit] = true, true
		}
	}
	return set
}()

// Safe returns title as the name of a file or a folder, in NFC, of at most limit
// bytes; ending, such as ".md", is part of the result. Characters that some file
// system rejects become spaces, and invisible ones are removed. A title without
// any other character becomes fallback, which must be safe.
func Safe(title, ending, fallback string, limit int) string {
	limit = max(limit, MinBytes) - len(ending)
	if most := 4 * limit; len(title) > most {
		title = title[:most] // normalising takes time for each byte
	}
	name := norm.NFC.String(strings.Map(safeRune, strings.ToValidUTF8(title, "")))
	name = trim(strings.Join(strings.Fields(name), " "))
	stem, _, _ := strings.Cut(name, ".")
	if devices[strings.ToUpper(strings.TrimSpace(stem))] {
		name = "_" + name
	}
	if len(name) > limit {
		name = trim(name[:clusterBefore(name, limit)])
	}
	if name == "" {
		name = fallback
	}
	return name + ending
}

// trim removes the dots that hide a file, those that Windows drops at the end, and
// joiners without a neighbour.
func trim(name string) string {
	name = strings.TrimLeft(name, ". \u200c\u200d")
	return strings.TrimRight(name, ". \u200c\u200d")
}

func safeRune(r rune) rune {
	switch {
	case r == '\u200c', r == '\u200d': // joiners are part of words and of emoji
		return r
	case strings.ContainsRune(forbidden, r), unicode.IsSpace(r):
		return ' '
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point), r == utf8.RuneError:
		return -1 // with the marks that change the direction of text
	}
	return r
}

// clusterBefore returns the last position up to limit at which name can be cut
// without taking a mark from its letter or a part from an emoji.
func clusterBefore(name string, limit int) int {
	for at := limit; at > 0; at-- {
		if !utf8.RuneStart(name[at]) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(name[at:])
		last, _ := utf8.DecodeLastRuneInString(name[:at])
		if !joined(last, next) && !(regional(next) && oddRegionals(name[:at])) {
			return at
		}
	}
	return 0
}

func joined(last, next rune) bool {
	return unicode.IsMark(next) || next == '\u200d' || last == '\u200d' || next >= 0x1f3fb && next <= 0x1f3ff
}

func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// oddRegionals reports whether s ends in the first half of a flag.
func oddRegionals(s string) bool {
	n := 0
	for {
		r, size := utf8.DecodeLastRuneInString(s)
		if !regional(r) {
			return n%2 == 1
		}
		n++
		s = s[:len(s)-size]
	}
}

// Key returns a string that is equal for names that some file system takes for the
// same: without regard to case and to the form of accents.
func Key(name string) string {
	return norm.NFC.String(strings.ToLower(strings.ToUpper(norm.NFC.String(name))))
}
