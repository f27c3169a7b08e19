package summarize

import (
	"regexp"
	"strings"
	"unicode"
)

// evidence is an index of a page for checking summaries.
type evidence struct {
	folded  string          // the text in lower case, with single spaces and plain quotation marks
	words   map[string]bool // in lower case; parts of hyphenated words too
	initial string          // initials of capitalised words in order, other words as spaces
	numbers map[string]bool // all interpretations of all numbers, as decimals
	dates   []date
	times   map[string]bool // times of day as hours and minutes: 515, 1745
	german  bool            // the text is German: nouns are capitalised

	blocks  []sourceBlock
	holders map[string][]int // indices of the blocks with a term, sorted
}

type sourceBlock struct {
	number int // among the blocks of the Markdown
	begins string
}

// sourceRunes is the maximal length of a source's text, in code points.
const sourceRunes = 80

// evidenceOf returns the index of d.
func evidenceOf(d Document) *evidence {
	all := d.Title + "\n\n" + plainText(d.Markdown)
	e := &evidence{folded: fold(all), words: map[string]bool{}, numbers: map[string]bool{}, times: map[string]bool{}, holders: map[string][]int{}}
	e.addWords(all)
	for _, n := range numbersOf(all, e.german) {
		for _, r := range n.readings {
			e.numbers[r] = true
		}
	}
	for _, found := range datesOf(all) {
		e.dates = append(e.dates, found.readings...)
	}
	for _, m := range anyClock.FindAllString(all, -1) {
		e.times[timeKey(m)] = true
	}
	e.addBlocks(d.Markdown)
	return e
}

// addWords sets words, initial and german.
func (e *evidence) addWords(all string) {
	german, count := 0, 0
	var initials strings.Builder
	for _, w := range wordsOf(all) {
		lower := strings.ToLower(w.text)
		e.words[lower] = true
		for _, part := range strings.FieldsFunc(lower, func(r rune) bool { return r == '-' || r == '\'' || r == '’' }) {
			e.words[part] = true
		}
		count++
		if germanWords[lower] {
			german++
		}
		if first := []rune(w.text)[0]; unicode.IsUpper(first) {
			initials.WriteRune(unicode.ToLower(first))
		} else if !fillers[lower] { // "Bureau of Standards" has the initials BS
			initials.WriteByte(' ')
		}
	}
	e.initial = initials.String()
	e.german = german*20 > count // these are one in six words of German text
}

// addBlocks sets blocks and holders.
func (e *evidence) addBlocks(md string) {
	for i, b := range split(md) {
		plain := strings.Join(strings.Fields(plainText(md[b.start:b.end])), " ")
		if b.kind == heading || plain == "" {
			continue
		}
		s := sourceBlock{i, plain}
		if r := []rune(plain); len(r) > sourceRunes {
			s.begins = strings.TrimSpace(string(r[:sourceRunes])) + "…"
		}
		for _, t := range unique(terms(plain)) {
			e.holders[t] = append(e.holders[t], len(e.blocks))
		}
		e.blocks = append(e.blocks, s)
	}
}

var germanWords = listed("der die das und den dem ein eine nicht mit von ist wird auf im")

var (
	linkTarget = regexp.MustCompile(`\]\([^)\n]*\)`)
	marks      = strings.NewReplacer("**", "", "__", "", "*", "", "`", "", "~~", "", `\`, "", "[", "", "]", "", "|", " ", "#", " ")
	quotes     = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "‚", "'", "–", "-", "—", "-", "\u00a0", " ", "\u202f", " ", "\u00ad", "")
)

// plainText returns the visible text of Markdown, approximately.
func plainText(md string) string { return marks.Replace(linkTarget.ReplaceAllString(md, "]")) }

func fold(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(quotes.Replace(s))), " ")
}

// word is a word of a text with its position in bytes.
type word struct {
	text       string
	start, end int
}

var wordPattern = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’\-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*`)

func wordsOf(s string) []word {
	var out []word
	for _, m := range wordPattern.FindAllStringIndex(s, -1) {
		out = append(out, word{s[m[0]:m[1]], m[0], m[1]})
	}
	return out
}

// PlainText returns the visible text of Markdown, approximately: without the marks
// of emphasis, code, links and tables.
func PlainText(md string) string { return plainText(md) }
