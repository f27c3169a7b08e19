package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// wordList is words one behind the other, each with a line break behind it but
// the last one while it may go on. A word is a maximal run of letters, digits or
// underscores; characters without width do not end it and are no part of it.
type wordList struct {
	text []byte
	done int // bytes of words that cannot go on
}

// add appends the words of s; the last one may go on in the next s.
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

// end ends the open word.
func (l *wordList) end() {
	if n := len(l.text); n > l.done {
		l.text = append(l.text, '\n')
		l.done = n + 1
	}
}

// wordByte are the characters of ASCII that words consist of.
var wordByte = func() (set [256]bool) {
	for c := range byte(utf8.RuneSelf) {
		set[c] = c == '_' || isDigit(c) || isLetterByte(c)
	}
	return set
}()

// widthless reports whether the clean-up of texts may take r away.
func widthless(r rune) bool {
	return r >= 0x7f && r < 0xa0 || r&0xfffe == 0xfffe ||
		r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r >= 0xfdd0 && r <= 0xfdef
}

// search looks for the words of a page in a document, for each as often as it
// occurs. Where they stand does not matter; but most follow each other in both,
// and a word that stands where it is expected costs no look into a map.
type wordSearch struct {
	rest      []byte         // words of the document behind those looked at
	skipped   [][]byte       // what of the document no word was found in, so far
	unmatched map[string]int // words that did not stand where they were expected
	all       int            // words looked for
}

// lookAhead is how many words of the document a word of the page may be away
// from the one before it.
const lookAhead = 8

// consume looks for the words of l and takes them off it; the open one stays.
func (s *wordSearch) consume(l *wordList) {
	if l.done == 0 {
		return // without a look at the open word, which may be long
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

// matchNext reports whether word stands where it is expected.
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

// missing returns how many words are not in the document.
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
