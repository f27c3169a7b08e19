package corpus

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// hashes is the number of hash functions of a signature. The standard error of an
// estimated similarity is at most 0.044.
const hashes = 128

// shingle is the number of words in a shingle.
const shingle = 5

// Signature is the MinHash of a text: for each hash function the lowest value over
// the text's shingles, which are runs of five words (Broder, On the resemblance and
// containment of documents, 1997).
type Signature [hashes]uint32

// multipliers and offsets define the hash functions (multiply-shift). They are the
// same in every run.
var multipliers, offsets = func() (m, o [hashes]uint64) {
	state := uint64(0x5eed)
	next := func() uint64 { // splitmix64
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for i := range m {
		m[i], o[i] = next()|1, next()
	}
	return m, o
}()

// Sign returns the signature of text and the number of its words. Case and
// punctuation do not count. In scripts without spaces each character is a word.
// The signature of a text without words is equal to no other, see Similarity.
func Sign(text string) (s Signature, words int) {
	for i := range s {
		s[i] = math.MaxUint32
	}
	var window [shingle]uint64
	add := func() {
		h := uint64(fnvOffset)
		for k := range shingle {
			h = (h ^ window[(words+k)%shingle]) * fnvPrime
		}
		h ^= h >> 32
		for i := range s {
			if v := uint32((multipliers[i]*h + offsets[i]) >> 32); v < s[i] {
				s[i] = v
			}
		}
	}
	eachWord(text, func(word uint64) {
		window[words%shingle] = word
		if words++; words >= shingle {
			add()
		}
	})
	if 0 < words && words < shingle { // one shingle
		add()
	}
	return s, words
}

// FNV-1a, 64 bits.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// eachWord calls f with the hash of each word of text, in lower case.
func eachWord(text string, f func(word uint64)) {
	h, inside := uint64(fnvOffset), false
	end := func() {
		if inside {
			f(h)
		}
		h, inside = fnvOffset, false
	}
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'):
			if 'A' <= r && r <= 'Z' {
				r |= 0x20
			}
		case r < utf8.RuneSelf:
			end()
			continue
		case unicode.In(r, unspaced...):
			end()
			f((fnvOffset ^ uint64(r)) * fnvPrime)
			continue
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			r = unicode.ToLower(r)
		default:
			end()
			continue
		}
		h, inside = (h^uint64(r))*fnvPrime, true
	}
	end()
}

// unspaced are the scripts that put no spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// Similarity returns the estimated Jaccard similarity of the shingles of two texts.
func (s *Signature) Similarity(t *Signature) float64 {
	equal := 0
	for i := range s {
		if s[i] == t[i] {
			equal++
		}
	}
	return float64(equal) / hashes
}
