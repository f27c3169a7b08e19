package blocks

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// text is what the words of one block tell.
type text struct {
	words                                   float64 // in scripts without spaces two letters count as a word
	keys                                    []uint32
	hash                                    uint64 // of the words
	stop, capital, upper, digit, meanLength float64
	commas, sentences                       float64
	ending                                  float64 // 1 if a sentence ends it, 0.5 a colon
	date, price, address                    bool
}

// maxRead bounds the words of one block that are kept as keys.
const maxRead = 2000

// keys returns the keys of the words of s.
func keys(s string) []uint32 {
	t, _ := read(s, nil)
	return t.keys
}

// read goes over s once. It cuts the keys from space and returns what is left.
func read(s string, space []uint32) (text, []uint32) {
	var t text
	start := len(space)
	var letters, uppers, digits, stops, caps, runs int
	var h uint32
	var last, before rune // the last visible rune, and the one before this
	inside, alone := false, false
	number := -1 // value of the run if it has digits only
	size := 0
	var prior, prior2 token
	end := func() {
		if !inside {
			return
		}
		inside = false
		runs++
		if alone {
			t.words += 0.5
		} else {
			t.words++
		}
		if stopWords.has(h) {
			stops++
		}
		if len(space)-start < maxRead {
			space = append(space, h)
		}
		t.hash = (t.hash ^ uint64(h)) * 1099511628211
		now := token{h, number}
		if !t.date && runs < 80 {
			t.date = dated(prior2, prior, now)
		}
		prior2, prior = prior, now
	}
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		letter, isDigit := false, false
		switch {
		case r >= 'a' && r <= 'z':
			letter = true
		case r >= 'A' && r <= 'Z':
			letter = true
			uppers++
		case r >= '0' && r <= '9':
			isDigit = true
		case r == '_':
		case r < utf8.RuneSelf:
			switch r {
			case ',', ';':
				t.commas++
			case '.', '!', '?':
				t.sentences++
			case '@':
				t.address = true
			case '$':
				t.price = t.price || digitNear(s[i:]) || isDigitRune(before)
			}
		case unicode.IsLetter(r):
			letter = true
			if unicode.IsUpper(r) {
				uppers++
			}
		case unicode.IsNumber(r):
			isDigit = true
		default:
			switch r {
			case '，', '、':
				t.commas++
			case '。', '！', '？', '…':
				t.sentences++
			case '€', '£', '¥', '₹':
				t.price = t.price || digitNear(s[i:]) || isDigitRune(last)
			}
		}
		if !letter && !isDigit && r != '_' {
			end()
			if r > ' ' && r != 0xa0 {
				last = r
			}
			before = r
			continue
		}
		single := letter && r >= 0x2e80 && spaceless(r)
		if single || alone && inside {
			end()
		}
		if !inside {
			inside, alone, size, number = true, single, 0, 0
			h = 2166136261
			if letter && unicode.IsUpper(r) {
				caps++
			}
		}
		switch {
		case isDigit && number >= 0 && size < 6 && r < utf8.RuneSelf:
			number = number*10 + int(r-'0')
		default:
			number = -1
		}
		size++
		low := r
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				low = r + 32
			}
		} else {
			low = unicode.ToLower(r)
		}
		h = hashRune(h, low)
		if letter {
			letters++
		} else if isDigit {
			digits++
		}
		last, before = r, r
	}
	end()
	if runs > 0 {
		n := float64(runs)
		t.stop, t.capital, t.meanLength = float64(stops)/n, float64(caps)/n, float64(letters+digits)/n
	}
	if letters > 0 {
		t.upper = float64(uppers) / float64(letters)
	}
	if letters+digits > 0 {
		t.digit = float64(digits) / float64(letters+digits)
	}
	switch last {
	case '.', '!', '?', ';', '"', '”', '。', '…', '»', '！', '？':
		t.ending = 1
	case ':', '：':
		t.ending = 0.5
	}
	begin := cut(s, 300)
	t.address = t.address || strings.Contains(begin, "http") || strings.Contains(begin, "www.")
	t.keys = slices.Clip(space[start:])
	return t, space
}

// hashRune adds the UTF-8 bytes of r to h, so that a word has the hash that
// hash32 gives it.
func hashRune(h uint32, r rune) uint32 {
	if r < utf8.RuneSelf {
		return (h ^ uint32(r)) * 16777619
	}
	var b [utf8.UTFMax]byte
	for _, c := range b[:utf8.EncodeRune(b[:], r)] {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// spaceless reports whether r belongs to a script written without spaces.
func spaceless(r rune) bool {
	return unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r)
}

func isDigitRune(r rune) bool { return r >= '0' && r <= '9' }

func digitNear(s string) bool {
	s = strings.TrimLeft(s, " \u00a0")
	return s != "" && isDigitRune(rune(s[0]))
}

// token is a word by its hash, and its value if it is a number, else -1.
type token struct {
	hash  uint32
	value int
}

func (t token) isDay() bool  { return t.value >= 1 && t.value <= 31 }
func (t token) isYear() bool { return t.value >= 1990 && t.value <= 2060 }

// dated reports whether three words in a row look like (part of) a date.
func dated(a, b, c token) bool {
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

// hashes returns the set of the words in s, by their hashes.
func hashes(s string) *Lexicon {
	words := strings.Fields(s)
	l := newLexicon(len(words))
	for _, w := range words {
		l.set(hash32(w), 1)
	}
	return l
}
