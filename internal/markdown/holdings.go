package markdown

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is one of the sorts of things that fidelity counts.
type kind int

const (
	words kind = iota
	links
	images
	headings
	items
	cells
	code
	formulas
	kinds
)

// names are the kinds as losses name them.
var names = [kinds]string{"words", "links", "images", "headings", "items", "cells", "code blocks", "formulas"}

// holdings are the things that a document holds, each by a key that stays the
// same however it is marked up.
type holdings struct{ bags [kinds]map[string]int }

func newHoldings() *holdings {
	h := &holdings{}
	for k := range h.bags {
		h.bags[k] = map[string]int{}
	}
	return h
}

// add counts one thing; one without a key is nothing.
func (h *holdings) add(k kind, key string) {
	if key != "" {
		h.bags[k][key]++
	}
}

// missing returns how many things of kind k there are, and how many of them
// are not in found.
func (h *holdings) missing(k kind, found *holdings) (all, lost int) {
	for key, n := range h.bags[k] {
		all += n
		lost += max(0, n-found.bags[k][key])
	}
	return all, lost
}

// maxKey is how many bytes of letters identify a text.
const maxKey = 96

// keyed collects letters and digits until it has maxKey bytes.
type keyed struct {
	text [maxKey + utf8.UTFMax]byte
	size int
}

func (k *keyed) full() bool { return k.size >= maxKey }

func (k *keyed) String() string { return string(k.text[:k.size]) }

func (k *keyed) add(s string) {
	for _, r := range s {
		switch {
		case k.full():
			return
		case r < utf8.RuneSelf && r != '_' && wordByte[r]:
			k.text[k.size] = byte(r)
			k.size++
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			k.size += utf8.EncodeRune(k.text[k.size:], r)
		}
	}
}

func headingKey(level int, text string) string {
	if text == "" {
		return ""
	}
	return strconv.Itoa(level) + text
}

// addressKey makes equal what only differs by the encoding that Markdown needs.
func addressKey(s string) string { return encoded.Replace(strings.TrimSpace(s)) }

var encoded = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "|", "%7C", `"`, "%22", "\n", "", "\t", "")

// texKey leaves white space out, which means nothing in TeX between symbols.
func texKey(s string) string { return strings.Join(strings.Fields(s), "") }

// trimCode leaves out what a fence cannot say, the last line's end, and the
// blanks of lines that hold nothing else: goldmark drops them inside of items,
// where CommonMark keeps them.
func trimCode(s string) string {
	s = strings.TrimRight(s, "\n")
	if !strings.Contains(s, " \n") && !strings.Contains(s, "\t\n") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.Trim(line, " \t") == "" {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
