package metadata

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The range of valid years. It is fixed so that results do not depend on a clock.
const (
	firstYear = 1990
	lastYear  = 2099
)

// exact are the layouts with a time zone offset.
var exact = []string{
	time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z0700",
	"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05-0700",
	"2006-01-02T15:04:05-07", "2006-01-02 15:04:05-07", "2006-01-02 15:04:05 UTC", "2006-01-02 15:04 UTC", "2006-01-02T15:04:05 UTC",
	time.RFC1123Z, "Mon, 2 Jan 2006 15:04:05 GMT", "Mon, 2 Jan 2006 15:04:05 UTC", "Mon, 2 Jan 2006 15:04:05 -0700",
	"Mon Jan 2 2006 15:04:05 GMT-0700",
}

// Date returns the first date in s: RFC 3339 if it has a time and an offset, else
// a date alone. It reports false if s has no date.
func Date(s string) (string, bool) { return parseDate(s, false) }

// parseDate returns the first date in the first 200 bytes of s. A time of day is
// kept only with its offset. monthFirst selects the reading of 03/04/2026.
// Relative dates such as "yesterday" are not read.
func parseDate(s string, monthFirst bool) (string, bool) {
	s = strings.TrimSpace(s)
	if len(s) > 200 {
		s = s[:200]
	}
	if plain, _, cut := strings.Cut(s, " ("); cut { // GMT+0100 (Central European Standard Time)
		if t, ok := parseExact(plain); ok {
			return t, true
		}
	}
	if t, ok := parseExact(s); ok {
		return t, true
	}
	t := tokens(s)
	for i := range t {
		if y, m, d, ok := dateAt(t[i:], monthFirst); ok && valid(y, m, d) {
			return fmt.Sprintf("%04d-%02d-%02d", y, m, d), true
		}
	}
	return "", false
}

func parseExact(s string) (string, bool) {
	if len(s) < 16 || len(s) > 45 {
		return "", false
	}
	// All layouts begin with a year or a weekday, which excludes most texts.
	year := s[0] >= '0' && s[0] <= '9'
	if year && s[4] != '-' || !year && strings.IndexByte("MTWFSmtwfs", s[0]) < 0 {
		return "", false
	}
	for _, layout := range exact {
		if year != (layout[0] == '2') {
			continue
		}
		if t, err := time.Parse(layout, s); err == nil && valid(t.Year(), int(t.Month()), t.Day()) {
			return t.Format(time.RFC3339), true
		}
	}
	return "", false
}

func valid(y, m, d int) bool {
	if y < firstYear || y > lastYear || m < 1 || m > 12 || d < 1 {
		return false
	}
	return d <= time.Date(y, time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// token is a number (n ≥ 0), or a word or mark (n < 0).
type token struct {
	s string
	n int
}

func tokens(s string) []token {
	var out []token
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		j := i + size
		switch {
		case r >= '0' && r <= '9':
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			n := 0
			if j-i > 8 {
				n = 1 << 30 // not part of a date
			} else {
				for _, c := range s[i:j] {
					n = n*10 + int(c-'0')
				}
			}
			out = append(out, token{s[i:j], n})
		case unicode.Is(unicode.Han, r):
			out = append(out, token{s[i:j], -1})
		case unicode.IsLetter(r):
			for j < len(s) {
				r, size := utf8.DecodeRuneInString(s[j:])
				if !unicode.IsLetter(r) && !unicode.IsMark(r) || unicode.Is(unicode.Han, r) {
					break
				}
				j += size
			}
			out = append(out, token{strings.ToLower(s[i:j]), -1})
		case unicode.IsSpace(r):
		default:
			out = append(out, token{s[i:j], -1})
		}
		i = j
	}
	return out
}

// dateAt reads a date that begins at t[0].
func dateAt(t []token, monthFirst bool) (y, m, d int, ok bool) {
	num := func(i, lo, hi int) bool { return i < len(t) && t[i].n >= lo && t[i].n <= hi }
	is := func(i int, words ...string) bool {
		for _, w := range words {
			if i < len(t) && t[i].s == w {
				return true
			}
		}
		return false
	}
	year := func(i int) bool { return num(i, firstYear, lastYear) && len(t[i].s) == 4 }
	switch {
	// 2026-03-20, 2026/3/20, 2026.03.20, 2026年3月20日
	case year(0) && is(1, "-", "/", ".", "年") && num(2, 1, 12) && is(3, "-", "/", ".", "月") && num(4, 1, 31):
		return t[0].n, t[2].n, t[4].n, true
	// 20. 3. 2026, 20/03/2026, 03/20/2026
	case num(0, 1, 31) && is(1, ".", "/", "-") && num(2, 1, 31) && is(3, t[1].s) && year(4):
		d, m = t[0].n, t[2].n
		if t[1].s == "/" && monthFirst && d <= 12 || m > 12 {
			d, m = m, d
		}
		return t[4].n, m, d, m <= 12
	// 25.04.24
	case num(0, 1, 31) && is(1, ".") && num(2, 1, 12) && is(3, ".") && num(4, 0, 99) && len(t[0].s) == 2 && len(t[2].s) == 2 && len(t[4].s) == 2 &&
		!(is(5, ".") && num(6, 0, 1<<30)):
		if t[4].n+1900 >= firstYear {
			return t[4].n + 1900, t[2].n, t[0].n, true
		}
		return t[4].n + 2000, t[2].n, t[0].n, true
	// 20 March 2026, 20. März 2026, 20th of March, 2026, 20 de marzo de 2026, 20-Mar-2026
	case num(0, 1, 31):
		i := 1
		for is(i, "st", "nd", "rd", "th", "er", "º", "°", ".", "of", "de", "-", "/") {
			i++
		}
		if i >= len(t) || months[t[i].s] == 0 {
			return 0, 0, 0, false
		}
		m = months[t[i].s]
		i++
		for is(i, ".", ",", "de", "del", "-", "/", "of") {
			i++
		}
		if year(i) {
			return t[i].n, m, t[0].n, true
		}
	// March 20, 2026; Mar. 20th 2026
	case len(t) > 0 && months[t[0].s] > 0:
		i := 1
		for is(i, ".", "-", "the") {
			i++
		}
		if !num(i, 1, 31) {
			return 0, 0, 0, false
		}
		m, d = months[t[0].s], t[i].n
		i++
		for is(i, "st", "nd", "rd", "th", ",", "-", ".") {
			i++
		}
		if year(i) {
			return t[i].n, m, d, true
		}
	}
	return 0, 0, 0, false
}

// months maps month names and usual abbreviations in 12 languages to numbers.
var months = func() map[string]int {
	m := map[string]int{}
	for _, year := range []string{
		"january february march april may june july august september october november december",
		"jan feb mar apr may jun jul aug sep oct nov dec",
		"januar februar märz april mai juni juli august september oktober november dezember",
		"jänner feber mär apr mai jun jul aug sept okt nov dez",
		"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"janv févr mars avr mai juin juil aout sept oct nov déc",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"ene feb mar abr may jun jul ago set oct nov dic",
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"gen feb mar apr mag giu lug ago sett ott nov dic",
		"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
		"jan fev mar abr mai jun jul ago set out nov dez",
		"januari februari maart april mei juni juli augustus september oktober november december",
		"januari februari mars april maj juni juli augusti september oktober november december",
		"stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
		"января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
	} {
		for i, name := range strings.Fields(year) {
			m[name] = i + 1
		}
	}
	return m
}()
