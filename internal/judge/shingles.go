package judge

import (
	"strings"
	"unicode"
)

// Shingles is the set of a text's w-shingles: all runs of w successive words
// (Broder, On the resemblance and containment of documents, 1997).
type Shingles map[string]bool

// WordShingles returns the shingles of w words of text, lower-cased and without
// punctuation. A text of fewer words is one shingle.
func WordShingles(text string, w int) Shingles {
	return shinglesOf(plainWords(text), w, " ")
}

func shinglesOf(units []string, w int, separator string) Shingles {
	set := Shingles{}
	if len(units) > 0 && len(units) < w {
		set[strings.Join(units, separator)] = true
	}
	for i := 0; i+w <= len(units); i++ {
		set[strings.Join(units[i:i+w], separator)] = true
	}
	return set
}

// In returns the share of the shingles of a that b has (Broder's containment);
// 1 if a is empty.
func (a Shingles) In(b Shingles) float64 {
	if len(a) == 0 {
		return 1
	}
	return float64(a.common(b)) / float64(len(a))
}

// Jaccard returns the Jaccard similarity of a and b (Broder's resemblance); 0
// if both are empty.
func (a Shingles) Jaccard(b Shingles) float64 {
	common := a.common(b)
	if all := len(a) + len(b) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

func (a Shingles) common(b Shingles) int {
	n := 0
	for s := range a {
		if b[s] {
			n++
		}
	}
	return n
}

// agreementShingle is the number of words, or characters, in the shingles that
// engines are compared by.
const agreementShingle = 5

// agreementShingles returns the shingles of each text: of words, or of
// characters if more than half of the letters of all texts belong to scripts
// without spaces.
func agreementShingles(texts []string) (sets []Shingles, characters bool) {
	characters = mostlyUnspaced(texts)
	for _, t := range texts {
		if characters {
			units := strings.Split(strings.Join(plainWords(t), ""), "")
			sets = append(sets, shinglesOf(units, agreementShingle, ""))
		} else {
			sets = append(sets, WordShingles(t, agreementShingle))
		}
	}
	return sets, characters
}

// unspaced are the scripts that put no spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

func mostlyUnspaced(texts []string) bool {
	letters, without := 0, 0
	for _, t := range texts {
		for _, r := range t {
			if unicode.IsLetter(r) {
				letters++
				if r >= 0x0E00 && unicode.In(r, unspaced...) {
					without++
				}
			}
		}
	}
	return 2*without > letters
}

// plainWords returns the words of s, lower-cased and without punctuation.
func plainWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
}
