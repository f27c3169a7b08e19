package nativemsg

import "unicode/utf8"

// Split splits text, between characters, into pieces whose JSON strings (quotes
// included, HTML characters not escaped) have at most limit bytes. The pieces
// joined are text. An empty text gives one empty piece; limit must be at least
// 16.
func Split(text string, limit int) []string {
	var pieces []string
	start, size := 0, 2
	for i := 0; i < len(text); {
		width, cost := encodedSize(text[i:])
		if size+cost > limit {
			pieces = append(pieces, text[start:i])
			start, size = i, 2
		}
		size += cost
		i += width
	}
	return append(pieces, text[start:])
}

// encodedSize returns the sizes in bytes of the first character of text and of
// its JSON encoding.
func encodedSize(text string) (width, cost int) {
	c := text[0]
	switch {
	case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f':
		return 1, 2
	case c < 0x20:
		return 1, 6
	case c < utf8.RuneSelf:
		return 1, 1
	}
	r, width := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && width == 1 || r == '\u2028' || r == '\u2029' {
		return width, 6
	}
	return width, width
}
