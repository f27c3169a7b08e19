package normalise

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// documents gives the lists, boxes and labels of document services their elements:
// Google Docs, Notion, Confluence, and the tabs of documentation generators. It
// runs before clutter, which removes the buttons of tabs, and before code, because
// it makes listings.
func (n *normaliser) documents() {
	if n.survey.has(ofNotion) {
		n.notion()
	}
	if n.survey.has(ofTabs) {
		n.tabs()
	}
	if n.survey.has(ofTasks) {
		for x := range n.doc.Descendants() {
			if x.Data == "li" && x.Parent != nil && dom.HasAnyClass(x.Parent, taskLists) {
				dom.SetAttr(x, "data-checked", strconv.FormatBool(dom.HasClass(x, "checked")))
			}
		}
	}
	if n.survey.docsLists {
		n.docsLists()
	}
	if n.survey.has(ofDocs) {
		n.docsStyles()
	}
	if n.survey.archive {
		n.archive()
	}
}

// taskLists are the classes of lists whose items are tasks; done ones have the class
// "checked" (Confluence).
var taskLists = dom.Words("inline-task-list")

// docsPages are classes of Google Docs' published pages and exports.
var docsPages = dom.Words("doc-content")

// docsLevel returns the level, from 0, in a class of Google Docs such as
// "lst-kix_abc-2", or -1.
func docsLevel(x *html.Node) int {
	if x.Data != "ul" && x.Data != "ol" {
		return -1
	}
	for _, c := range dom.Classes(x) {
		if i := strings.LastIndexByte(c, '-'); strings.HasPrefix(c, "lst-kix_") && i > 0 {
			if level, err := strconv.Atoi(c[i+1:]); err == nil && level >= 0 && level <= 8 {
				return level
			}
		}
	}
	return -1
}

// docsLists nests the lists of Google Docs, which follow each other with a class
// for each level.
func (n *normaliser) docsLists() {
	var lists []*html.Node
	for x := range n.doc.Descendants() {
		if docsLevel(x) >= 0 {
			lists = append(lists, x)
		}
	}
	var open []*html.Node // the open list of each level
	for _, x := range lists {
		level := docsLevel(x)
		if len(open) == 0 || !follows(x, open[0]) {
			open = append(open[:0], x)
			continue
		}
		open = open[:min(level+1, len(open))]
		last := open[len(open)-1]
		x.Parent.RemoveChild(x)
		switch {
		case len(open) == level+1 && last.Data == x.Data:
			dom.AppendChildren(last, dom.TakeChildren(x))
		case len(open) == level+1 && level == 0:
			last.Parent.InsertBefore(x, last.NextSibling)
			open[0] = x
		case len(open) == level+1:
			last.Parent.AppendChild(x)
			open[level] = x
		case last.LastChild != nil && last.LastChild.Data == "li":
			last.LastChild.AppendChild(x)
			open = append(open, x)
		default:
			last.AppendChild(x)
			open = append(open, x)
		}
	}
}

// follows reports whether only white space separates x from the list before it.
func follows(x, before *html.Node) bool {
	s := x.PrevSibling
	for s != nil && s.Type == html.TextNode && strings.TrimSpace(s.Data) == "" {
		s = s.PrevSibling
	}
	return s == before
}

// maxDocsRules is the number of rules of the style sheets that docsStyles reads.
const maxDocsRules = 2_000

// docsStyles writes bold, italic and struck text of Google Docs, which it states by
// classes, as style attributes. Only rules for a single class are read.
func (n *normaliser) docsStyles() {
	styles := map[string]string{}
	for x := range n.doc.Descendants() {
		if x.Data != "style" || x.FirstChild == nil {
			continue
		}
		for _, rule := range strings.SplitN(x.FirstChild.Data, "}", maxDocsRules) {
			selector, body, ok := strings.Cut(rule, "{")
			selector = strings.TrimSpace(selector)
			if !ok || len(selector) < 2 || selector[0] != '.' || strings.ContainsAny(selector[1:], " .:>,#[*") {
				continue
			}
			var kept []string
			for declaration := range strings.SplitSeq(body, ";") {
				name, _, _ := strings.Cut(declaration, ":")
				switch strings.TrimSpace(name) {
				case "font-weight", "font-style", "text-decoration":
					kept = append(kept, declaration)
				}
			}
			if len(kept) > 0 {
				styles[selector[1:]] = strings.Join(kept, ";")
			}
		}
	}
	for x := range n.doc.Descendants() {
		if x.Data != "span" || within(x, "h1", "h2", "h3", "h4", "h5", "h6") {
			continue
		}
		for _, c := range dom.Classes(x) {
			if style := styles[c]; style != "" {
				dom.SetAttr(x, "style", strings.Trim(dom.Attr(x, "style")+";"+style, ";"))
			}
		}
	}
}

// archive removes the navigation that Mailman writes around a message, which two
// comments enclose.
func (n *normaliser) archive() {
	var begin, end *html.Node
	for x := range n.doc.Descendants() {
		if x.Type != html.CommentNode {
			continue
		}
		switch strings.TrimSpace(x.Data) {
		case "beginarticle":
			begin = x
		case "endarticle":
			end = x
		}
	}
	if begin == nil || end == nil || begin.Parent != end.Parent {
		return
	}
	for s := begin.PrevSibling; s != nil; {
		before := s.PrevSibling
		if s.Data == "ul" {
			n.remove(s, Control)
		}
		s = before
	}
	for end.NextSibling != nil {
		n.remove(end.NextSibling, Control)
	}
}
