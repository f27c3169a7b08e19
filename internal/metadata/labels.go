package metadata

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Labels of a list of facts, such as "Author: Ada Brink" or a row "Date | 20 March
// 2026", folded.
var (
	authorLabels = []string{"author", "authors", "by", "writtenby", "autor", "autorin", "autorinautor", "autoren", "auteur", "autore", "autora", "forfatter", "författare", "автор", "作者", "저자", "kirjoittaja"}
	dateLabels   = []string{"date", "datum", "published", "publicationdate", "publishedon", "veröffentlicht", "veröffentlichtam", "erschienen", "fecha", "publié", "publiéle", "data", "dato", "дата", "日期", "发布时间"}
)

// readLabel records the text beside n if n is a label: the next dd or td, or the
// rest of the list item or paragraph that n begins.
func (e *evidence) readLabel(n *html.Node) {
	if len(e.labels) >= maxMarks {
		return
	}
	label := fold(plain(textOf(n), maxName))
	if !slices.Contains(authorLabels, label) && !slices.Contains(dateLabels, label) {
		return
	}
	value := ""
	switch n.Data {
	case "dt", "th":
		if next := nextElement(n); next != nil && (next.Data == "dd" || next.Data == "td") {
			value = textOf(next)
		}
	default:
		if n.Parent == nil || (n.Parent.Data != "li" && n.Parent.Data != "p") || !begins(n) {
			return
		}
		value = strings.Join(strings.Fields(textOf(n.Parent)), " ")
		value = strings.TrimLeft(strings.TrimPrefix(value, strings.Join(strings.Fields(textOf(n)), " ")), " :：")
	}
	if value = strings.TrimSpace(value); value != "" && len(value) <= maxName {
		e.labels = append(e.labels, property{label, value, "label"})
	}
}

// begins reports whether n is preceded by white space alone in its parent.
func begins(n *html.Node) bool {
	for s := n.PrevSibling; s != nil; s = s.PrevSibling {
		if s.Type != html.TextNode || strings.TrimSpace(s.Data) != "" {
			return false
		}
	}
	return true
}

func previousElement(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; n = n.PrevSibling {
	}
	return n
}

func nextElement(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; n = n.NextSibling {
	}
	return n
}

// labelled returns the first text with one of these labels.
func (e *evidence) labelled(labels []string) []string {
	for _, p := range e.labels {
		if slices.Contains(labels, p.name) {
			return []string{p.value}
		}
	}
	return nil
}
