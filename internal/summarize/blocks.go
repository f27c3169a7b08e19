package summarize

import (
	"regexp"
	"strings"
)

// block is a part of Markdown that chunks should keep whole. Blocks are
// contiguous: white space belongs to the block before it.
type block struct {
	start, end int
	kind       kind
	level      int    // of a heading, 1–6
	title      string // of a heading, without marks
}

type kind uint8

const (
	prose   kind = iota // cut between sentences if too long
	heading             // never the last block of a chunk if text follows
	rigid               // code, tables, formulas: cut between lines if too long
)

var (
	atxHeading = regexp.MustCompile(`^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$`)
	fenceOpen  = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})")
)

// split returns the blocks of Markdown: headings, fenced code, formulas between
// lines of $$, tables, list items and paragraphs.
func split(md string) []block {
	var out []block
	var closing string // the line that closes the open fence or formula
	blank := true      // the previous line was blank
	for at := 0; at < len(md); {
		line := md[at:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		end := at + len(line)
		text := strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(text)
		last := len(out) - 1
		h := atxHeading.FindStringSubmatch(text)
		switch {
		case closing != "":
			out[last].end = end
			if strings.HasPrefix(trimmed, closing) && strings.Trim(trimmed, closing[:1]) == "" {
				closing, blank = "", true
			}
			at = end
			continue
		case trimmed == "":
			if last >= 0 {
				out[last].end = end
			} else {
				out = append(out, block{at, end, prose, 0, ""})
			}
		case fenceOpen.MatchString(text):
			closing = fenceOpen.FindStringSubmatch(text)[1]
			out = append(out, block{at, end, rigid, 0, ""})
		case trimmed == "$$":
			closing = "$$"
			out = append(out, block{at, end, rigid, 0, ""})
		case h != nil:
			out = append(out, block{at, end, heading, len(h[1]), h[2]})
		case strings.HasPrefix(trimmed, "|"):
			if !blank && out[last].kind == rigid {
				out[last].end = end
			} else {
				out = append(out, block{at, end, rigid, 0, ""})
			}
		case blank || last < 0 || out[last].kind != prose || listItem(trimmed):
			out = append(out, block{at, end, prose, 0, ""})
		default:
			out[last].end = end
		}
		blank = trimmed == "" || h != nil
		at = end
	}
	return out
}

func listItem(s string) bool {
	return strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "+ ")
}

// path is the nearest heading before a position and its parent headings,
// outermost first.
type path []block

// enter returns the path after heading h.
func (p path) enter(h block) path {
	keep := len(p)
	for keep > 0 && p[keep-1].level >= h.level {
		keep--
	}
	return append(p[:keep:keep], h)
}

// maxHeading is the maximal length of a heading in a path, in bytes. A page may
// have one of megabytes.
const maxHeading = 240

// titles returns the headings' titles, with long ones truncated.
func (p path) titles() []string {
	var t []string
	for _, h := range p {
		title := h.title
		if len(title) > maxHeading {
			title = strings.ToValidUTF8(title[:maxHeading], "") + "…"
		}
		t = append(t, title)
	}
	return t
}

// Block is a block of Markdown as Check numbers them in Source.Block.
type Block struct {
	Text  string // without white space around it; "" for blank lines at the beginning
	Level int    // of a heading, 1–6, else 0
	Title string // of a heading, without marks
	Rigid bool   // code, a table or a formula
}

// Blocks returns the blocks of Markdown: headings, paragraphs, list items, tables,
// code and formulas.
func Blocks(md string) []Block {
	var out []Block
	for _, b := range split(md) {
		out = append(out, Block{strings.TrimSpace(md[b.start:b.end]), b.level, b.title, b.kind == rigid})
	}
	return out
}
