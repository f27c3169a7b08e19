package outline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Strip returns s without characters that are not shown and can hold a message:
// controls, zero-width and bidirectional marks, tags, fillers, and variation
// selectors that select nothing. It returns their number. Joiners and selectors
// inside emoji and between letters of scripts that need them stay.
func Strip(s string) (string, int) {
	if !strings.ContainsFunc(s, mayHide) {
		return s, 0
	}
	var b strings.Builder
	removed := 0
	before := rune(0) // the previous character that stayed
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if mayHide(r) && !hasUse(before, r, next) {
			removed++
			continue
		}
		if r == '\r' || r == '\u2028' || r == '\u2029' {
			r = '\n'
		}
		b.WriteRune(r)
		before = r
	}
	return b.String(), removed
}

// mayHide reports whether r is not shown by itself.
func mayHide(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7f
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	}
	return r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\u034f' ||
		r == '\u115f' || r == '\u1160' || r == '\u17b4' || r == '\u17b5' || r == '\u3164' || r == '\uffa0' || r == utf8.RuneError
}

// hasUse reports whether r, which is not shown, changes how its neighbours look.
func hasUse(before, r, next rune) bool {
	switch {
	case r == '\u200d':
		return pictograph(before) && pictograph(next) || joins(before)
	case r == '\u200c':
		return joins(before) && joins(next)
	case r == '\ufe0e' || r == '\ufe0f':
		return pictograph(before) || strings.ContainsRune("#*0123456789©®", before) && before != 0
	case r >= 0xfe00 && r <= 0xfe0d, r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, before) || unicode.Is(unicode.Sm, before)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before)
	case r == '\r' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError:
		return true // shown, or a line end
	case r >= 0x0600 && r <= 0x0605, r == 0x06dd, r == 0x070f, r == 0x08e2, r >= 0x0890 && r <= 0x0891, r == 0x110bd, r == 0x110cd:
		return true // visible number signs and end of ayah
	}
	return false
}

// pictograph reports whether r is an emoji or a part of one.
func pictograph(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0xfe0f || r == 0x200d || r == 0x20e3 ||
		r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299 || r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139
}

// joins reports whether letters before r change their form when they are joined:
// Arabic and Indic scripts.
func joins(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar)
}
