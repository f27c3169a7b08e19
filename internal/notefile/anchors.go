package notefile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// piece is a run of lines of Markdown without an empty line, or fenced code.
type piece struct {
	text string // without the last line end
	gap  string // line ends and empty lines before it
	kind pieceKind
}

type pieceKind int

const (
	other     pieceKind = iota // headings, HTML, notes, continued lists: no anchor
	paragraph                  // anchor at its end
	block                      // table, quote, code, list, formula: anchor on a line after it
	listItem                   // a block unless another piece continues it
)

// pieces splits Markdown at empty lines outside of fenced code.
func pieces(body string) []piece {
	var found []piece
	var fence fence
	gap := 0           // where the last gap began
	from, to := -1, -1 // the piece being read
	at := 0
	flush := func() {
		if from >= 0 {
			first, _, _ := strings.Cut(body[from:to], "\n")
			found = append(found, piece{body[from:to], body[gap:from], kindOf(first)})
			gap, from = to, -1
		}
	}
	for line := range strings.Lines(body) {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case !fence.inside(text) && strings.TrimSpace(text) == "":
			flush()
		case from < 0:
			from = at
		}
		at += len(line)
		if from >= 0 {
			to = at - len(line) + len(text)
		}
	}
	flush()
	for i := range found {
		if found[i].kind != listItem {
			continue
		}
		found[i].kind = block
		if i+1 < len(found) && (found[i+1].kind == listItem || strings.HasPrefix(found[i+1].text, " ")) ||
			i > 0 && (isItem.MatchString(found[i-1].text) || strings.HasPrefix(found[i-1].text, " ")) {
			found[i].kind = other
		}
	}
	return found
}

var (
	isItem    = regexp.MustCompile(`^([-*+]|[0-9]{1,9}[.)]) `)
	isOther   = regexp.MustCompile(`^(#{1,6} |<|\[\^[^\]]*\]:|\[[^\]]*\]: | |\t|([-*_] *){3,}$|%%)`)
	isBlock   = regexp.MustCompile("^(>|\\||```|~~~|\\$\\$)")
	anchorEnd = regexp.MustCompile(`(^|\s)\^([A-Za-z0-9-]+)$`)
	ourAnchor = regexp.MustCompile(`(?:^|[ \n])\^b([0-9]{1,9})$`)
)

func kindOf(line string) pieceKind {
	switch {
	case isItem.MatchString(line):
		return listItem
	case isOther.MatchString(line):
		return other
	case isBlock.MatchString(line):
		return block
	}
	return paragraph
}

// anchor returns body with an anchor such as ^b41 for each block. A block of known
// keeps its anchor; others get new numbers from next, which is returned as it is then.
func anchor(body string, known map[string][]int, next int) (string, int) {
	taken := map[string]int{} // of the entry of known
	var b strings.Builder
	for _, p := range pieces(body) {
		b.WriteString(p.gap)
		if p.kind == other {
			b.WriteString(p.text)
			continue
		}
		text := p.text
		if p.kind == paragraph {
			text = escapeAnchor(text)
		}
		id := next
		if ids := known[text]; taken[text] < len(ids) {
			id = ids[taken[text]]
			taken[text]++
		} else {
			next++
		}
		b.WriteString(text)
		if p.kind == paragraph {
			fmt.Fprintf(&b, " ^b%d", id)
		} else {
			fmt.Fprintf(&b, "\n\n^b%d", id)
		}
	}
	return b.String() + "\n", next
}

// escapeAnchor keeps text of the page from being an anchor.
func escapeAnchor(text string) string {
	if at := anchorEnd.FindStringSubmatchIndex(text); at != nil {
		caret := at[4] - 1
		return text[:caret] + `\` + text[caret:]
	}
	return text
}

// anchorsOf returns the anchors of the blocks of a note, by the blocks' text.
func anchorsOf(text string) map[string][]int {
	known := map[string][]int{}
	before := ""
	for _, p := range pieces(text) {
		found := ourAnchor.FindStringSubmatchIndex(p.text)
		if p.kind == paragraph && found != nil {
			id, _ := strconv.Atoi(p.text[found[2]:found[3]]) // at most nine digits
			block := p.text[:found[0]]
			if block == "" {
				block = before
			}
			if block != "" {
				known[block] = append(known[block], id)
			}
			before = ""
			continue
		}
		before = p.text
	}
	return known
}
