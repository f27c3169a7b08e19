package markdown

import (
	"unicode"
	"unicode/utf8"
)

// tally counts words. A word is a maximal run of letters, digits or
// underscores; characters without width do not end it and are no part of it.
type tally struct {
	index map[string]int32 // of each word in count
	count []int32
	open  []byte // the word that is being read
}

// add counts the words of s; the last one may go on in the next s.
func (t *tally) add(s string) { t.read(s, t.plus) }

// take takes the words of s off.
func (t *tally) take(s string) { t.read(s, t.minus) }

// takeAll takes all words of u off.
func (t *tally) takeAll(u *tally) {
	for word, i := range u.index {
		if k, ok := t.index[word]; ok {
			t.count[k] = max(0, t.count[k]-u.count[i])
		}
	}
}

// end ends the open word.
func (t *tally) end(count func([]byte)) {
	if len(t.open) > 0 {
		count(t.open)
		t.open = t.open[:0]
	}
}

func (t *tally) plus(word []byte) {
	i, ok := t.index[string(word)]
	if !ok {
		i = int32(len(t.count))
		t.index[string(word)] = i
		t.count = append(t.count, 0)
	}
	t.count[i]++
}

func (t *tally) minus(word []byte) {
	if i, ok := t.index[string(word)]; ok && t.count[i] > 0 {
		t.count[i]--
	}
}

func (t *tally) read(s string, count func([]byte)) {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
				t.open = append(t.open, c)
			} else if c >= ' ' && c != 0x7f || isSpace(c) {
				t.end(count)
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			t.open = append(t.open, s[i:i+size]...)
		case !widthless(r):
			t.end(count)
		}
		i += size
	}
}

// widthless reports whether the clean-up of texts may take r away.
func widthless(r rune) bool {
	return r >= 0x7f && r < 0xa0 || r&0xfffe == 0xfffe ||
		r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r >= 0xfdd0 && r <= 0xfdef
}

// sum returns the number of words that are left.
func (t *tally) sum() int {
	n := 0
	for _, c := range t.count {
		n += int(c)
	}
	return n
}
