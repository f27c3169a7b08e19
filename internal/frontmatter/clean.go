package frontmatter

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of one value. Longer texts are cut, longer lists too.
const (
	maxText    = 2000     // code points
	maxAddress = 64 << 10 // bytes; an address above it is left out
	maxItems   = 50
)

// Clean returns s as one line of at most limit code points. Every kind of
// white space and line end becomes a space; control characters, bidirectional
// marks and invalid bytes are removed.
func Clean(s string, limit int) string {
	if cap := utf8.UTFMax * limit; len(s) > cap {
		s = s[:cap]
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= ' ' && r < 0x7f:
			return r
		case unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError, r == '\ufeff',
			r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069',
			unicode.Is(unicode.Noncharacter_Code_Point, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > limit {
		s = strings.TrimSpace(string([]rune(s)[:limit]))
	}
	return s
}

// words are the texts that some YAML parser reads as another type.
var words = map[string]bool{
	"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true, "true": true, "false": true,
	"null": true, "nil": true, "none": true, "nan": true, "inf": true, "infinity": true, "undefined": true,
}

// isPlain reports whether every YAML parser reads s without quotes as text: it
// begins with a letter and contains no YAML syntax.
func isPlain(s string) bool {
	if first, _ := utf8.DecodeRuneInString(s); !unicode.IsLetter(first) || words[strings.ToLower(s)] {
		return false
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.,/:?&=+%~()'’", r) {
			return false
		}
	}
	return !strings.Contains(s, ": ") && !strings.HasSuffix(s, ":")
}
