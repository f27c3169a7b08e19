package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// wordList is a list of words, each ended by a line break; the last one may be
// open. A word is a maximal run of letters, digits and underscores. Zero-width
// characters neither end a word nor belong to it.
type wordList struct {
	text []byte
	done int // length of the complete words
}

// add appends the words of s. The last word may continue in the next call.
func (l *wordList) add(s string) {
	text := l.text
	end := func() {
		if n := len(text); n > l.done {
			text = append(text, '\n')
			l.done = n + 1
		}
	}
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if wordByte[c] {
				text = append(text, c)
			} else if c >= ' ' && c != 0x7f || isSpace(c) {
				end()
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			text = append(text, s[i:i+size]...)
		case !widthless(r):
			end()
		}
		i += size
	}
	l.text = text
}

// end completes the open word.
func (l *wordList) end() {
	if n := len(l.text); n > l.done {
		l.text = append(l.text, '\n')
		l.done = n + 1
	}
}

// wordByte are the ASCII characters of words.
var wordByte = func() (set [256]bool) {
	for c := range byte(utf8.RuneSelf) {
		set[c] = c == '_' || isDigit(c) || isLetterByte(c)
	}
	return set
}()

// widthless reports whether normalisation may remove r from a text.
func widthless(r rune) bool {
	return r >= 0x7f && r < 0xa0 || r&0xfffe == 0xfffe ||
		r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r >= 0xfdd0 && r <= 0xfdef
}

// wordSearch matches the words of a page against those of a document as
// multisets. Most words occur in the same order in both, so each is first
// looked for at the expected position; only the others need a map.
type wordSearch struct {
	rest      []byte         // words of the document not matched yet
	skipped   [][]byte       // ranges of the document that were passed over
	unmatched map[string]int // words not found at their expected position
	all       int            // number of words matched or not
}

// lookAhead is the number of words of the document compared with one word of the
// page.
const lookAhead = 8

// consume matches the complete words of l and removes them from l; an open word
// stays.
func (s *wordSearch) consume(l *wordList) {
	if l.done == 0 {
		return // without copying the open word, which may be long
	}
	for rest := l.text[:l.done]; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		s.all++
		if !s.matchNext(rest[:end]) {
			s.unmatched[string(rest[:end])]++
		}
		rest = rest[end:]
	}
	l.text = append(l.text[:0], l.text[l.done:]...)
	l.done = 0
}

// matchNext reports whether word is among the next lookAhead words, and
// advances past it.
func (s *wordSearch) matchNext(word []byte) bool {
	at := 0
	for range lookAhead {
		if bytes.HasPrefix(s.rest[at:], word) {
			if at > 0 {
				s.skipped = append(s.skipped, s.rest[:at])
			}
			s.rest = s.rest[at+len(word):]
			return true
		}
		at += bytes.IndexByte(s.rest[at:], '\n') + 1
	}
	return false
}

// missing returns the number of words of the page that are not in the document.
func (s *wordSearch) missing() (count int) {
	for _, words := range append(s.skipped, s.rest) {
		for len(words) > 0 {
			end := bytes.IndexByte(words, '\n') + 1
			if n, ok := s.unmatched[string(words[:end])]; ok && n > 0 {
				s.unmatched[string(words[:end])] = n - 1
			}
			words = words[end:]
		}
	}
	for _, n := range s.unmatched {
		count += n
	}
	return count
}
