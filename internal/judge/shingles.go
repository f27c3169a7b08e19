package judge

import (
	"strings"
	"unicode"
)

// shingleLength is the number of words, or characters, of one shingle.
const shingleLength = 5

// unspaced are the scripts that do not put spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// shingles returns the set of shingles of each text: of words, lower-cased,
// without white space and punctuation, or of characters if more than half of
// the letters of all texts belong to scripts without spaces.
func shingles(texts []string) (sets []map[string]bool, characters bool) {
	letters, of := 0, 0
	for _, t := range texts {
		for _, r := range t {
			if unicode.IsLetter(r) {
				of++
				if r >= 0x0E00 && unicode.In(r, unspaced...) {
					letters++
				}
			}
		}
	}
	characters = 2*letters > of
	for _, t := range texts {
		units := plainWords(t)
		separator := " "
		if characters {
			units, separator = strings.Split(strings.Join(units, ""), ""), ""
		}
		sets = append(sets, shinglesOf(units, separator))
	}
	return sets, characters
}

// shinglesOf returns the runs of shingleLength units; fewer units are one run.
func shinglesOf(units []string, separator string) map[string]bool {
	set := map[string]bool{}
	if len(units) > 0 && len(units) < shingleLength {
		set[strings.Join(units, separator)] = true
	}
	for i := 0; i+shingleLength <= len(units); i++ {
		set[strings.Join(units[i:i+shingleLength], separator)] = true
	}
	return set
}

// plainWords returns the words of s, lower-cased, punctuation stripped.
func plainWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
}

// jaccard returns the share of the shingles of both that they have in common;
// nothing agrees with nothing not at all.
func jaccard(a, b map[string]bool) float64 {
	common := 0
	for s := range a {
		if b[s] {
			common++
		}
	}
	if all := len(a) + len(b) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}
