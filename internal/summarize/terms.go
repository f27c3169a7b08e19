package summarize

import (
	"slices"
	"strings"
	"unicode"
)

// terms returns the index terms of s: words in lower case without the English
// endings "s" and "ing", and character bigrams for scripts without spaces.
func terms(s string) []string {
	var out []string
	var word []rune
	var before rune // the directly preceding ideograph, or 0
	flush := func() {
		if n := len(word) - len("ing"); n > 3 && string(word[n:]) == "ing" {
			word = word[:n]
		}
		if len(word) > 3 && word[len(word)-1] == 's' && word[len(word)-2] != 's' {
			word = word[:len(word)-1]
		}
		if len(word) > 0 {
			out = append(out, string(word))
		}
		word = word[:0]
	}
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			flush()
			if before != 0 {
				out = append(out, string([]rune{before, r}))
			}
			before = r
			continue
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
			word = append(word, r)
		default:
			flush()
		}
		before = 0
	}
	flush()
	return out
}

// fillers are stop words in English, German, French and Spanish.
var fillers = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range terms(`a an the of to in on at by for with from and or is are was were be been do does did how what
		when where who whom many much long often which why can could should would will it its this that these those i we you my our your
		der die das den dem ein eine und oder ist sind wie was wann wo wer warum welche kann von zu im am mit für auf
		le la les un une des et ou est sont comment quoi quand où qui pourquoi de du à en pour avec
		el los las una y o es son cómo qué cuándo dónde quién por para con`) {
		m[w] = true
	}
	return m
}()

// content returns words without fillers, or all if there are only fillers.
func content(words []string) []string {
	var out []string
	for _, w := range words {
		if !fillers[w] {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return words
	}
	return out
}

// Words returns the words of s that are worth searching for, in lower case.
func Words(s string) []string {
	var out []string
	for _, w := range wordsOf(s) {
		if lower := strings.ToLower(w.text); !fillers[lower] {
			out = append(out, lower)
		}
	}
	return unique(out)
}

func unique(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
