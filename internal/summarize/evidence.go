package summarize

import (
	"regexp"
	"strings"
	"unicode"
)

// evidence is a page as summaries are held against it.
type evidence struct {
	folded  string          // all text in lower case, one blank between words, plain quotation marks
	words   map[string]bool // in lower case; parts of hyphenated words too
	initial string          // of capitalised words, in order, a blank where another word stands between
	numbers map[string]bool // every reading of every number, as decimals
	dates   []date
	german  bool // nouns are written with capitals

	blocks  []sourceBlock
	holders map[string][]int // which blocks a term is in, in order
}

type sourceBlock struct {
	number int // among the blocks of the Markdown
	begins string
}

// beginning is how much of a source is shown, in code points.
const beginning = 80

func evidenceOf(d Document) *evidence {
	text := plainText(d.Markdown)
	all := d.Title + "\n\n" + text
	e := &evidence{folded: fold(all), words: map[string]bool{}, numbers: map[string]bool{}, holders: map[string][]int{}}
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
	e.german = german*20 > count // one in twenty; in German text it is one in six
	for _, n := range numbersOf(all, e.german) {
		for _, r := range n.readings {
			e.numbers[r] = true
		}
	}
	for _, found := range datesOf(all) {
		e.dates = append(e.dates, found.readings...)
	}
	for i, b := range split(d.Markdown) {
		plain := strings.Join(strings.Fields(plainText(d.Markdown[b.start:b.end])), " ")
		if b.kind == heading || plain == "" {
			continue
		}
		s := sourceBlock{i, plain}
		if r := []rune(plain); len(r) > beginning {
			s.begins = strings.TrimSpace(string(r[:beginning])) + "…"
		}
		for _, t := range unique(terms(plain)) {
			e.holders[t] = append(e.holders[t], len(e.blocks))
		}
		e.blocks = append(e.blocks, s)
	}
	return e
}

var germanWords = listed("der die das und den dem ein eine nicht mit von ist wird auf im")

var (
	linkTarget = regexp.MustCompile(`\]\([^)\n]*\)`)
	marks      = strings.NewReplacer("**", "", "__", "", "*", "", "`", "", "~~", "", `\`, "", "[", "", "]", "", "|", " ", "#", " ")
	quotes     = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "‚", "'", "–", "-", "—", "-", "\u00a0", " ", "\u202f", " ", "\u00ad", "")
)

// plainText is what a reader sees of Markdown, nearly.
func plainText(md string) string { return marks.Replace(linkTarget.ReplaceAllString(md, "]")) }

func fold(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(quotes.Replace(s))), " ")
}

// word is a word of a text and where it stands, in bytes.
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
