package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// notionBlocks are the classes of Notion's blocks that have an element in HTML.
var notionBlocks = dom.Words(`notion-bulleted_list-block notion-numbered_list-block notion-to_do-block
	notion-code-block notion-quote-block notion-toggle-block`)

// notion turns the blocks of a Notion page, which are plain containers, into lists,
// listings and quotations.
func (n *normaliser) notion() {
	var blocks []*html.Node
	for x := range n.doc.Descendants() {
		if x.Data == "div" && dom.HasAnyClass(x, notionBlocks) && !(x.Parent != nil && dom.HasClass(x, "line-numbers")) {
			blocks = append(blocks, x)
		}
	}
	for _, x := range blocks {
		switch {
		case dom.HasClass(x, "notion-code-block"):
			n.notionCode(x)
		case dom.HasClass(x, "notion-toggle-block"):
			n.notionToggle(x)
		case dom.HasClass(x, "notion-quote-block"):
			dom.Rename(x, "blockquote")
		case dom.HasClass(x, "notion-numbered_list-block"):
			n.notionItem(x, "ol")
		default:
			n.notionItem(x, "ul")
		}
	}
}

// notionItem makes x an item of the list before it, or of a new one.
func (n *normaliser) notionItem(x *html.Node, list string) {
	for _, mark := range dom.Topmost(x, func(y *html.Node) bool { return dom.HasClass(y, "pseudoSelection") }) {
		n.remove(mark, ItemMark)
	}
	if dom.HasClass(x, "notion-to_do-block") {
		box := dom.First(x, func(y *html.Node) bool { return dom.Attr(y, "role") == "checkbox" || y.Data == "input" })
		checked := box != nil && (dom.Attr(box, "aria-checked") == "true" || dom.HasAttr(box, "checked"))
		dom.SetAttr(x, "data-checked", map[bool]string{true: "true", false: "false"}[checked])
		if box != nil {
			n.remove(box, Control)
		}
	}
	before := x.PrevSibling
	for before != nil && before.Type == html.TextNode && strings.TrimSpace(before.Data) == "" {
		before = before.PrevSibling
	}
	if before == nil || before.Data != list || !dom.HasMark(before, "notion") {
		before = &html.Node{Type: html.ElementNode}
		dom.Rename(before, list)
		dom.AddMark(before, "notion", "")
		x.Parent.InsertBefore(before, x)
	}
	x.Parent.RemoveChild(x)
	dom.Rename(x, "li")
	before.AppendChild(x)
}

// notionToggle makes x a details element; the first editable leaf is its summary.
func (n *normaliser) notionToggle(x *html.Node) {
	leaf := dom.First(x, func(y *html.Node) bool { return dom.HasAttr(y, "data-content-editable-leaf") })
	if leaf == nil {
		return
	}
	leaf.Parent.RemoveChild(leaf)
	dom.Rename(leaf, "summary")
	dom.Rename(x, "details")
	dom.SetAttr(x, "open", "")
	x.InsertBefore(leaf, x.FirstChild)
	n.survey.summaries = true
}

// notionCode turns x into a pre element. The language is the first text above the
// code, which is the editable leaf.
func (n *normaliser) notionCode(x *html.Node) {
	leaf := dom.First(x, func(y *html.Node) bool { return dom.HasAttr(y, "data-content-editable-leaf") })
	if leaf == nil {
		return
	}
	language := ""
	for d := range x.Descendants() {
		if d == leaf {
			break
		}
		if d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" {
			language = strings.ToLower(strings.TrimSpace(d.Data))
			break
		}
	}
	pre := &html.Node{Type: html.ElementNode, Data: "pre", DataAtom: preAtom}
	if language != "" && !strings.ContainsAny(language, " \t\n") && language != "copy" {
		pre.Attr = []html.Attribute{{Key: "class", Val: "language-" + language}}
	}
	leaf.Parent.RemoveChild(leaf)
	dom.AppendChildren(pre, dom.TakeChildren(leaf))
	n.survey.pre = true
	n.replace(x, pre, Control)
}
