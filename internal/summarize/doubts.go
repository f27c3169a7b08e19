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

// doubts returns the parts of a summary that do not occur on the page, in order.
func (e *evidence) doubts(s string) []Doubt {
	var out []Doubt
	taken := make([]bool, len(s)+1) // bytes of parts that were checked
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
	for _, m := range clock.FindAllStringIndex(s, -1) {
		look(m[0], m[1], "number", e.hasTime(s[m[0]:m[1]]))
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

// hasQuotation reports whether the page contains the words between the marks. An
// ellipsis matches any text.
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

// namesOf returns the probable names of a summary: capitalised words, except at
// the beginning of a sentence those that are not usually capitalised, and in
// German nouns after an article or an adjective.
func (e *evidence) namesOf(s string) []word {
	ends := sentenceEnds(s)
	var out []word
	before, from := "", 0 // previous word of the sentence, and its end
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
		if head && determiners[lower] {
			before = lower // "Die Kosten"; an adjective may be a first name: "Peter Holm"
		}
	}
	return out
}

// determined reports whether a German word is an article, a pronoun or an
// adjective, so that the capitalised word after it is a common noun.
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

// listed returns the set of the words of s.
func listed(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// isName reports whether a word at the beginning of a sentence is capitalised
// elsewhere, too. Tokenizer vocabularies are ordered by frequency: the form with
// the lower rank is the more common one.
func isName(w string) bool {
	w = withoutPossessive(w)
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
	for _, ending := range []string{"s", "ed", "ing", "ly", "ion"} { // rare forms of common words
		if strings.HasSuffix(lower, ending) && len(lower) > len(ending)+3 {
			return false
		}
	}
	return true
}

// withoutPossessive removes the 's of a possessive.
func withoutPossessive(w string) string {
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
}

// endings distinguish forms of a name: German, Germany; Rome, Roman.
var endings = []string{"s", "n", "an", "ian", "ish", "ese", "y", "e", "en", "er", "ers", "ans", "ns"}

// hasName reports whether the page contains a name in any case, one of its
// forms, its month or its initials.
func (e *evidence) hasName(w string) bool {
	lower := strings.ToLower(withoutPossessive(w))
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

// hasCompound reports whether a German word shares its beginning with a word of
// the page.
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
