package summarize

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pulltab/internal/tokens"
)

// quotation is text between quotation marks.
var quotation = regexp.MustCompile(`“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|"[^"]+"|‘[^‘’]+(?:’[^\s‘’]+)*’|(?:^|[\s(])'[^'\n]{3,}'(?:[\s.,;:!?)]|$)`)

// doubts returns what of a summary does not occur in the page, in order.
func (e *evidence) doubts(s string) []Doubt {
	var out []Doubt
	taken := make([]bool, len(s)+1) // bytes that have been looked at as a whole
	look := func(start, end int, kind string, holds bool) {
		for i := start; i < end; i++ {
			if taken[i] {
				return
			}
		}
		for i := start; i < end; i++ {
			taken[i] = true
		}
		if !holds {
			out = append(out, Doubt{start, end, kind, s[start:end]})
		}
	}
	for _, m := range quotation.FindAllStringIndex(s, -1) {
		start := m[0] + strings.IndexAny(s[m[0]:m[1]], "“„«\"‘'")
		end := m[0] + strings.LastIndexAny(s[m[0]:m[1]], "”“»\"’'")
		_, size := utf8.DecodeRuneInString(s[end:])
		look(start, end+size, "quotation", e.hasQuotation(s[start:end+size]))
	}
	for _, d := range datesOf(s) {
		look(d.start, d.end, "date", slices.ContainsFunc(d.readings, e.hasDate))
	}
	for _, n := range numbersOf(s, e.german) {
		if n.readings[0] == "1" && s[n.start] != '1' {
			continue // "one" is more often a pronoun
		}
		look(n.start, n.end, "number", slices.ContainsFunc(n.readings, func(r string) bool { return e.numbers[r] }))
	}
	for _, n := range e.namesOf(s) {
		look(n.start, n.end, "name", e.hasName(n.text))
	}
	slices.SortFunc(out, func(a, b Doubt) int { return a.Start - b.Start })
	return out
}

// hasQuotation says whether the page holds the words between the marks. An
// ellipsis stands for anything.
func (e *evidence) hasQuotation(s string) bool {
	rest := e.folded
	for part := range strings.SplitSeq(strings.NewReplacer("[…]", "…", "[...]", "…", "...", "…").Replace(s), "…") {
		part = strings.Trim(fold(part), ` "'.,;:!?-`)
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return true
}

// namesOf returns the capitalised words of a summary that a language does not
// ask for: those at the head of a sentence only if they are names by
// themselves, and no German noun that an article or an adjective leads.
func (e *evidence) namesOf(s string) []word {
	ends := sentenceEnds(s)
	var out []word
	before, from := "", 0 // the word before in the same sentence, and its end
	for _, w := range wordsOf(s) {
		first, _ := utf8.DecodeRuneInString(w.text)
		head := from == 0 || strings.ContainsAny(s[from:w.start], ":“„«\"")
		for len(ends) > 0 && ends[0] <= w.start {
			head, ends = true, ends[1:]
		}
		if head {
			before = ""
		}
		lower := strings.ToLower(w.text)
		switch {
		case !unicode.IsUpper(first) || fillers[lower]:
		case head && !isName(w.text):
		case e.german && determined(before):
		default:
			out = append(out, w)
		}
		before, from = w.text, w.end
	}
	return out
}

// determined says whether a German word before a capitalised one makes that a
// noun: an article, a pronoun or an adjective.
func determined(before string) bool {
	if before == "" || before != strings.ToLower(before) || undetermining[before] {
		return false
	}
	if determiners[before] {
		return true
	}
	return len(before) > 3 && slices.ContainsFunc([]string{"e", "en", "er", "es", "em"}, func(ending string) bool { return strings.HasSuffix(before, ending) })
}

var (
	determiners   = listed("der die das den dem des ein kein sein ihr am im vom zum zur beim")
	undetermining = listed("über unter ohne heute gegen neben zwischen oder aber")
)

// listed is the set of the words of s.
func listed(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// isName says whether a word that begins a sentence would have a capital in
// the middle of one: whether language models meet it with one more often than
// without, which the order of their vocabulary tells.
func isName(w string) bool {
	w = owner(w)
	lower := strings.ToLower(w)
	if w == strings.ToUpper(w) && utf8.RuneCountInString(w) > 1 {
		return true
	}
	small, common := tokens.Rank(" " + lower)
	large, known := tokens.Rank(" " + w)
	switch {
	case common && known:
		return large < small
	case common:
		return false
	case known:
		return true
	}
	for _, ending := range []string{"s", "ed", "ing", "ly", "ion"} { // a rare word of every day
		if strings.HasSuffix(lower, ending) && len(lower) > len(ending)+3 {
			return false
		}
	}
	return true
}

// owner is a word without the 's of what belongs to it.
func owner(w string) string { return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s") }

// endings may stand at the end of one form of a name and not of another:
// German, Germany; Rome, Roman.
var endings = []string{"s", "n", "an", "ian", "ish", "ese", "y", "e", "en", "er", "ers", "ans", "ns"}

// hasName says whether the page holds a name, in any case and in one of its
// forms, as a month, or as initials.
func (e *evidence) hasName(w string) bool {
	lower := strings.ToLower(owner(w))
	if e.words[lower] || monthOf(lower) != 0 && slices.ContainsFunc(e.dates, func(d date) bool { return d.month == monthOf(lower) }) {
		return true
	}
	if parts := strings.Split(lower, "-"); len(parts) > 1 {
		return !slices.ContainsFunc(parts, func(p string) bool { return !e.words[p] })
	}
	if w == strings.ToUpper(w) && len(lower) > 2 && strings.Contains(e.initial, lower) {
		return true
	}
	for _, ending := range endings {
		if stem, ok := strings.CutSuffix(lower, ending); e.words[lower+ending] || ok && len(stem) > 3 && e.words[stem] {
			return true
		}
	}
	return e.german && e.hasCompound(lower)
}

// hasCompound says whether a German word begins like one of the page.
func (e *evidence) hasCompound(lower string) bool {
	const alike = 6 // code points
	r := []rune(lower)
	if len(r) < alike {
		return false
	}
	for w := range e.words {
		if strings.HasPrefix(w, string(r[:alike])) {
			return true
		}
	}
	return false
}
