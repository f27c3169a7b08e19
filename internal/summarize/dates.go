package summarize

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// date is a day or a month. Unknown parts are 0.
type date struct{ year, month, day int }

// dated is a date in a text.
type dated struct {
	start, end int
	readings   []date // "03/05/2024" has two
}

// months maps names and abbreviations of months to their numbers, in English,
// German, French and Spanish.
var months = map[string]int{
	"jan": 1, "january": 1, "januar": 1, "jänner": 1, "janvier": 1, "enero": 1,
	"feb": 2, "february": 2, "februar": 2, "février": 2, "febrero": 2,
	"mar": 3, "march": 3, "märz": 3, "mars": 3, "marzo": 3,
	"apr": 4, "april": 4, "avril": 4, "abril": 4,
	"may": 5, "mai": 5, "mayo": 5,
	"jun": 6, "june": 6, "juni": 6, "juin": 6, "junio": 6,
	"jul": 7, "july": 7, "juli": 7, "juillet": 7, "julio": 7,
	"aug": 8, "august": 8, "août": 8, "agosto": 8,
	"sep": 9, "sept": 9, "september": 9, "septembre": 9, "septiembre": 9,
	"oct": 10, "okt": 10, "october": 10, "oktober": 10, "octobre": 10, "octubre": 10,
	"nov": 11, "november": 11, "novembre": 11, "noviembre": 11,
	"dec": 12, "dez": 12, "december": 12, "dezember": 12, "décembre": 12, "diciembre": 12,
}

var (
	isoDate   = regexp.MustCompile(`\b(\d{4})-(\d{1,2})-(\d{1,2})`)
	dayFirst  = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?(\p{L}{3,10})\b\.?(?:(?:,?\s+|\s+de\s+)(\d{4})\b)?`)
	dayLast   = regexp.MustCompile(`\b(\p{Lu}\p{L}{2,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4})\b)?`)
	monthOnly = regexp.MustCompile(`\b(\p{Lu}\p{L}{2,9})\.?\s+(?:of\s+|de\s+)?(\d{4})\b`)
	inNumbers = regexp.MustCompile(`\b(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})\b`)
)

// datesOf finds the dates of a text. Of two overlapping matches the first one
// counts, then the longer one.
func datesOf(s string) []dated {
	var all []dated
	add := func(m []int, readings ...date) {
		readings = slices.DeleteFunc(readings, func(d date) bool { return d.month < 1 || d.month > 12 || d.day < 0 || d.day > 31 })
		if len(readings) > 0 {
			all = append(all, dated{m[0], m[1], readings})
		}
	}
	for pattern, read := range map[*regexp.Regexp]func(part func(int) string) []date{
		isoDate:   func(p func(int) string) []date { return []date{{num(p(1)), num(p(2)), num(p(3))}} },
		dayFirst:  func(p func(int) string) []date { return []date{{num(p(3)), monthOf(p(2)), num(p(1))}} },
		dayLast:   func(p func(int) string) []date { return []date{{num(p(3)), monthOf(p(1)), num(p(2))}} },
		monthOnly: func(p func(int) string) []date { return []date{{num(p(2)), monthOf(p(1)), 0}} },
		inNumbers: func(p func(int) string) []date {
			year := num(p(3))
			if year < 100 {
				year += 2000
			}
			return []date{{year, num(p(2)), num(p(1))}, {year, num(p(1)), num(p(2))}}
		},
	} {
		for _, m := range pattern.FindAllStringSubmatchIndex(s, -1) {
			add(m, read(func(i int) string {
				if m[2*i] < 0 {
					return ""
				}
				return s[m[2*i]:m[2*i+1]]
			})...)
		}
	}
	slices.SortFunc(all, func(a, b dated) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	var out []dated
	for _, d := range all {
		if len(out) == 0 || d.start >= out[len(out)-1].end {
			out = append(out, d)
		}
	}
	return out
}

func monthOf(name string) int { return months[strings.ToLower(name)] }

// num parses digits; "" gives 0.
func num(s string) int {
	n, _ := strconv.Atoi(s) // the patterns match only digits
	return n
}

// hasDate reports whether a date of the page agrees with all known parts of d.
// The year may be anywhere on the page.
func (e *evidence) hasDate(d date) bool {
	return slices.ContainsFunc(e.dates, func(have date) bool {
		return have.month == d.month && (d.day == 0 || d.day == have.day) &&
			(d.year == 0 || d.year == have.year || have.year == 0 && e.numbers[strconv.Itoa(d.year)])
	})
}
