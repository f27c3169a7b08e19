package summarize

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// number is a number in a text.
type number struct {
	start, end int      // bytes of the text
	readings   []string // possible values as normalised decimals: "1.240" may be 1240 or 1.24
}

var (
	digits = regexp.MustCompile(`\d+(?:[.,'’\x{00a0}\x{202f} ]\d+)*`)
	apart  = regexp.MustCompile(`\d{1,3}(?:[\x{00a0}\x{202f} ]\d{3})+(?:[.,]\d+)?|[\d.,'’]+`)
	scales = map[string]int{ // powers of ten
		"hundred": 2, "thousand": 3, "million": 6, "millions": 6, "billion": 9, "billions": 9, "trillion": 12,
		"hundert": 2, "tausend": 3, "mio": 6, "millionen": 6, "mrd": 9, "milliarde": 9, "milliarden": 9,
		"bn": 9, "mn": 6,
	}
	numerals = map[bool]map[string]int{
		false: counted("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", "twenty thirty forty fifty sixty seventy eighty ninety"),
		true:  counted("eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn", "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"),
	}
)

// counted maps numerals to values: ones counts from 1, tens from 20 in steps of
// 10.
func counted(ones, tens string) map[string]int {
	m := map[string]int{}
	for i, w := range strings.Fields(ones) {
		m[w] = i + 1
	}
	for i, w := range strings.Fields(tens) {
		m[w] = 10 * (i + 2)
	}
	return m
}

// numbersOf finds the numbers of a text: in digits, and in words of English or
// German.
func numbersOf(s string, german bool) []number {
	var out []number
	for _, m := range digits.FindAllStringIndex(s, -1) {
		if r, _ := utf8.DecodeLastRuneInString(s[:m[0]]); unicode.IsLetter(r) {
			continue // "B12" is a name
		}
		power, end := scaleAfter(s, m[1])
		for _, part := range spaced(s, m[0], m[1]) {
			f := number{start: part.start, end: part.end}
			for _, r := range readingsOf(part.text) {
				if part.end == m[1] {
					r = shift(r, power)
				}
				f.readings = append(f.readings, r)
			}
			if part.end == m[1] && power > 0 {
				f.end = end
			}
			out = append(out, f)
		}
	}
	for _, w := range wordsOf(s) {
		value := 0
		for _, part := range strings.Split(strings.ToLower(w.text), "-") {
			n, known := numerals[german][part]
			if !known {
				value = 0
				break
			}
			value += n
		}
		if value == 0 {
			continue
		}
		power, end := scaleAfter(s, w.end)
		if power == 0 {
			end = w.end
		}
		out = append(out, number{w.start, end, []string{shift(strconv.Itoa(value), power)}})
	}
	return out
}

// spaced divides a run of digits and spaces into numbers. A space is a thousands
// separator only between at most three digits and exactly three.
func spaced(s string, start, end int) []word {
	var out []word
	for _, m := range apart.FindAllStringIndex(s[start:end], -1) {
		text := strings.TrimRight(s[start+m[0]:start+m[1]], ".,'’")
		if text != "" {
			out = append(out, word{text, start + m[0], start + m[0] + len(text)})
		}
	}
	return out
}

// scaleAfter returns the power of ten of a scale word after a number, such as
// "million", and the word's end.
func scaleAfter(s string, at int) (power, end int) {
	rest := strings.TrimLeft(s[at:], " \u00a0-")
	w := wordPattern.FindStringIndex(rest)
	if w == nil || w[0] != 0 || strings.ContainsAny(s[at:len(s)-len(rest)], "\n") {
		return 0, at
	}
	power = scales[strings.ToLower(rest[:w[1]])]
	return power, len(s) - len(rest) + w[1]
}

// readingsOf returns the possible values of digits with points, commas,
// apostrophes and spaces as separators.
func readingsOf(s string) []string {
	groups := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
	last := groups[len(groups)-1]
	whole := func(groups []string) bool { // 1,234,567
		for i, g := range groups {
			if i > 0 && len(g) != 3 || i == 0 && len(groups) > 1 && len(g) > 3 {
				return false
			}
		}
		return true
	}
	var out []string
	if whole(groups) {
		out = append(out, decimal(strings.Join(groups, ""), ""))
	}
	if len(groups) > 1 && whole(groups[:len(groups)-1]) && strings.ContainsAny(s, ".,") {
		out = append(out, decimal(strings.Join(groups[:len(groups)-1], ""), last))
	}
	if len(out) == 0 {
		out = append(out, strings.Join(groups, ".")) // a version or an IP address
	}
	return out
}

func decimal(whole, fraction string) string {
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// shift multiplies a decimal by a power of ten.
func shift(s string, power int) string {
	whole, fraction, _ := strings.Cut(s, ".")
	if strings.Contains(fraction, ".") || power == 0 {
		return s
	}
	fraction += strings.Repeat("0", power)
	return decimal(whole+fraction[:power], fraction[power:])
}
