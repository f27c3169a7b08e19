package blocks

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// text holds the features of one block's words.
type text struct {
	words                                   float64 // in scripts without spaces two letters count as a word
	keys                                    []uint32
	hash                                    uint64 // of the words
	stop, capital, upper, digit, meanLength float64
	commas, sentences                       float64
	ending                                  float64 // 1 if the text ends with a sentence, 0.5 with a colon
	date, price, address                    bool
}

// maxWords limits the words of one block that are kept as keys.
const maxWords = 2000

// maxDateWords limits the words of one block that are searched for a date.
const maxDateWords = 80

// keys returns the keys of the words of s.
func keys(s string) []uint32 {
	t, _ := readText(s, nil)
	return t.keys
}

// readText computes the features of s in one pass. The keys are a part of
// buffer, of which readText returns the extended slice.
func readText(s string, buffer []uint32) (text, []uint32) {
	r := textReader{keys: buffer, start: len(buffer), number: -1}
	for i := 0; i < len(s); {
		c, n := rune(s[i]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		if c >= 'a' && c <= 'z' && r.inWord && !r.ideograph {
			r.addLowerCase(c)
			continue
		}
		letter, digit := r.classify(c, s, i)
		if letter || digit || c == '_' {
			r.addToWord(c, letter, digit)
			continue
		}
		r.endWord()
		if c > ' ' && c != 0xa0 {
			r.last = c
		}
		r.before = c
	}
	r.endWord()
	r.finish(s)
	return r.text, r.keys
}

// textReader is the state of readText.
type textReader struct {
	text
	keys  []uint32
	start int // of this text's keys

	letters, uppers, digits, stopWords, capitals, runs int // runs: words, or single letters of scripts without spaces

	last   rune // the last visible rune
	before rune // the last rune

	// The current word.
	inWord     bool
	ideograph  bool // it is a letter of a script without spaces
	wordHash   uint32
	number     int // its value if it has only digits, else -1
	wordLength int // in runes

	previous, secondLast token
}

// classify reports whether c is a letter or a digit, and counts c. next is the
// index of the rune after c in s.
func (r *textReader) classify(c rune, s string, next int) (letter, digit bool) {
	switch {
	case c >= 'a' && c <= 'z':
		return true, false
	case c >= 'A' && c <= 'Z':
		r.uppers++
		return true, false
	case c >= '0' && c <= '9':
		return false, true
	case c < utf8.RuneSelf:
		switch c {
		case ',', ';':
			r.commas++
		case '.', '!', '?':
			r.sentences++
		case '@':
			r.address = true
		case '$':
			r.price = r.price || startsWithDigit(s[next:]) || isDigit(r.before)
		}
	case unicode.IsLetter(c):
		if unicode.IsUpper(c) {
			r.uppers++
		}
		return true, false
	case unicode.IsNumber(c):
		return false, true
	default:
		switch c {
		case '，', '、':
			r.commas++
		case '。', '！', '？', '…':
			r.sentences++
		case '€', '£', '¥', '₹':
			r.price = r.price || startsWithDigit(s[next:]) || isDigit(r.last)
		}
	}
	return false, false
}

// addToWord appends c to the current word, or starts a new one.
func (r *textReader) addToWord(c rune, letter, digit bool) {
	ideograph := letter && c >= 0x2e80 && spaceless(c)
	if ideograph || r.ideograph && r.inWord {
		r.endWord()
	}
	if !r.inWord {
		r.inWord, r.ideograph, r.wordLength, r.number = true, ideograph, 0, 0
		r.wordHash = fnvOffset32
		if letter && unicode.IsUpper(c) {
			r.capitals++
		}
	}
	if digit && r.number >= 0 && r.wordLength < 6 && c < utf8.RuneSelf {
		r.number = r.number*10 + int(c-'0')
	} else {
		r.number = -1
	}
	r.wordLength++
	low := c
	if c < utf8.RuneSelf {
		if c >= 'A' && c <= 'Z' {
			low = c + 32
		}
	} else {
		low = unicode.ToLower(c)
	}
	r.wordHash = hashRune(r.wordHash, low)
	if letter {
		r.letters++
	} else if digit {
		r.digits++
	}
	r.last, r.before = c, c
}

// addLowerCase is addToWord for the most frequent case: a to z in a word that
// has begun.
func (r *textReader) addLowerCase(c rune) {
	r.number = -1
	r.wordLength++
	r.wordHash = (r.wordHash ^ uint32(c)) * fnvPrime32
	r.letters++
	r.last, r.before = c, c
}

// endWord counts the current word, if there is one.
func (r *textReader) endWord() {
	if !r.inWord {
		return
	}
	r.inWord = false
	r.runs++
	if r.ideograph {
		r.words += 0.5
	} else {
		r.words++
	}
	if stopWords.has(r.wordHash) {
		r.stopWords++
	}
	if len(r.keys)-r.start < maxWords {
		r.keys = append(r.keys, r.wordHash)
	}
	r.hash = (r.hash ^ uint64(r.wordHash)) * fnvPrime64
	word := token{r.wordHash, r.number}
	if !r.date && r.runs < maxDateWords {
		r.date = isDate(r.secondLast, r.previous, word)
	}
	r.secondLast, r.previous = r.previous, word
}

// finish turns counts into shares and examines the ends of s.
func (r *textReader) finish(s string) {
	if r.runs > 0 {
		n := float64(r.runs)
		r.stop, r.capital, r.meanLength = float64(r.stopWords)/n, float64(r.capitals)/n, float64(r.letters+r.digits)/n
	}
	if r.letters > 0 {
		r.upper = float64(r.uppers) / float64(r.letters)
	}
	if r.letters+r.digits > 0 {
		r.digit = float64(r.digits) / float64(r.letters+r.digits)
	}
	switch r.last {
	case '.', '!', '?', ';', '"', '”', '。', '…', '»', '！', '？':
		r.ending = 1
	case ':', '：':
		r.ending = 0.5
	}
	begin := cut(s, 300)
	r.address = r.address || strings.Contains(begin, "http") || strings.Contains(begin, "www.")
	r.text.keys = slices.Clip(r.keys[r.start:])
}

// hashRune continues the FNV-1a hash h with the UTF-8 bytes of r, so that a
// word's hash equals hash32 of it.
func hashRune(h uint32, r rune) uint32 {
	if r < utf8.RuneSelf {
		return (h ^ uint32(r)) * fnvPrime32
	}
	var b [utf8.UTFMax]byte
	for _, c := range b[:utf8.EncodeRune(b[:], r)] {
		h = (h ^ uint32(c)) * fnvPrime32
	}
	return h
}

// spaceless reports whether r belongs to a script that is written without spaces.
func spaceless(r rune) bool {
	return unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// startsWithDigit reports whether s, after spaces, starts with a digit.
func startsWithDigit(s string) bool {
	s = strings.TrimLeft(s, " \u00a0")
	return s != "" && isDigit(rune(s[0]))
}

// token is a word's hash with its value as a number, or -1.
type token struct {
	hash  uint32
	value int
}

func (t token) isDay() bool  { return t.value >= 1 && t.value <= 31 }
func (t token) isYear() bool { return t.value >= 1990 && t.value <= 2060 }

// isDate reports whether three successive words look like a date or a part of one.
func isDate(a, b, c token) bool {
	switch {
	case months.has(b.hash) && (a.isDay() || c.isDay() || c.isYear()):
		return true
	case a.isYear() && b.isDay() && c.isDay(), a.isDay() && b.isDay() && c.isYear():
		return true
	case a.value >= 0 && units.has(b.hash) && c.hash == hashAgo:
		return true
	}
	return a.hash == hashVor && b.value >= 0 && units.has(c.hash)
}

var (
	hashAgo = hash32("ago")
	hashVor = hash32("vor")
	months  = hashes(`january february march april may june july august september october november
		december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli
		oktober dezember janvier février mars avril juin juillet août septembre octobre novembre
		décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
		diciembre stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października
		listopada grudnia gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
		janeiro fevereiro março maio junho julho setembro outubro novembro dezembro`)
	units = hashes(`second seconds minute minutes min mins hour hours day days week weeks month months
		year years stunden stunde minuten tagen tag wochen monaten jahren`)
)

// hashes returns the hashes of the words in s as a set.
func hashes(s string) *Lexicon {
	words := strings.Fields(s)
	l := newLexicon(len(words))
	for _, w := range words {
		l.set(hash32(w), 1)
	}
	return l
}
