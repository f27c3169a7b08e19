package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// latexMLClasses are classes of documents that LaTeXML made of LaTeX, as arXiv and
// ar5iv show them.
var latexMLClasses = dom.Words("ltx_document ltx_para ltx_p ltx_eqn_table ltx_item ltx_listing ltx_note ltx_bibitem ltx_theorem ltx_figure")

// latexML gives the elements of LaTeXML, which its style sheet arranges, the form that
// they have elsewhere. It runs after the formulas were replaced.
func (n *normaliser) latexML() {
	var tables, items, listings, notes, cites, titles, bibliography []*html.Node
	for d := dom.Next(n.doc, n.doc); d != nil; d = dom.Next(d, n.doc) {
		if d.Type != html.ElementNode || !strings.Contains(dom.Attr(d, "class"), "ltx_") {
			continue
		}
		switch {
		case d.Data == "table" && dom.HasClass(d, "ltx_eqn_table"):
			tables = append(tables, d)
		case d.Data == "li" && dom.HasClass(d, "ltx_item"):
			items = append(items, d)
		case dom.HasClass(d, "ltx_listing"):
			listings = append(listings, d)
		case dom.HasClass(d, "ltx_role_footnotemark"):
			notes = append(notes, d)
		case dom.HasClass(d, "ltx_cite"):
			cites = append(cites, d)
		case isHeading(d) && (dom.HasClass(d, "ltx_runin") || dom.HasClass(d, "ltx_title_theorem")):
			titles = append(titles, d)
		case dom.HasClass(d, "ltx_bibblock"), dom.HasClass(d, "ltx_author_notes"):
			bibliography = append(bibliography, d)
		case d.Data == "a" && dom.HasClass(d, "ltx_ref"):
			dom.SetAttr(d, "title", "")
		case d.Data == "img" && dom.Attr(d, "alt") == "Refer to caption":
			dom.SetAttr(d, "alt", "")
		}
	}
	for _, t := range tables {
		n.equations(t)
	}
	for _, li := range items {
		n.latexMLItem(li)
	}
	for _, x := range listings {
		n.latexMLListing(x)
	}
	for _, x := range notes {
		// The text of the note is elsewhere; only the mark is meant to be shown.
		if outer := dom.First(x, func(y *html.Node) bool { return dom.HasClass(y, "ltx_note_outer") }); outer != nil {
			n.remove(outer, HiddenPart)
		}
	}
	for _, c := range cites {
		dom.Rename(c, "span") // brackets, not the title of a work
	}
	for _, h := range titles {
		dom.Rename(h, "div")
		title := newElement("strong", "")
		dom.Clear(title)
		dom.AppendChildren(title, dom.TakeChildren(h))
		h.AppendChild(title)
	}
	for _, b := range bibliography {
		b.Parent.InsertBefore(dom.NewText(" "), b)
	}
}

// equations replaces a table that arranges equations, with their numbers in the last
// column, by one formula.
func (n *normaliser) equations(t *html.Node) {
	var lines []string
	cellsOfLine := 0
	for _, row := range dom.Topmost(t, func(y *html.Node) bool { return y.Data == "tr" }) {
		var cells []string
		number := ""
		for _, cell := range elements(row) {
			if tag := dom.First(cell, func(y *html.Node) bool { return dom.HasClass(y, "ltx_tag_equation") }); tag != nil {
				number = strings.Trim(dom.OneLine(dom.Text(tag)), "()")
				continue
			}
			var parts []string
			for d := dom.Next(cell, cell); d != nil; {
				switch {
				case d.Namespace == dom.Own && (d.Data == "math" || d.Data == "formula"):
					parts = append(parts, dom.Text(d))
					d = dom.NextAfter(d, cell)
					continue
				case d.Type == html.TextNode && strings.TrimSpace(d.Data) != "":
					return // text between the equations
				}
				d = dom.Next(d, cell)
			}
			if len(parts) > 0 {
				cells = append(cells, strings.Join(parts, " "))
			}
		}
		if len(cells) == 0 && number == "" {
			continue
		}
		cellsOfLine = max(cellsOfLine, len(cells))
		line := strings.Join(cells, " & ")
		if number != "" && !strings.ContainsAny(number, `{}\$`) {
			line += ` \tag{` + number + "}"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return
	}
	tex := lines[0]
	if len(lines) > 1 || cellsOfLine > 1 {
		tex = "\\begin{align}\n" + strings.Join(lines, " \\\\\n") + "\n\\end{align}"
	}
	n.replace(t, newFormula(tex, true), Formula)
}

// latexMLItem removes the bullet or number that LaTeXML writes into the list item li.
// Labels of another kind, such as (a), stay, in a list without numbers.
func (n *normaliser) latexMLItem(li *html.Node) {
	tag := dom.First(li, func(y *html.Node) bool { return dom.HasClass(y, "ltx_tag_item") })
	if tag == nil {
		return
	}
	label := dom.OneLine(dom.Text(tag))
	if strings.Trim(label, "•◦∘·–—-*∗⋆▪■□◆◇►▶ ") == "" || li.Parent != nil && li.Parent.Data == "ol" && strings.Trim(label, "0123456789.)") == "" {
		n.remove(tag, ItemMark)
		return
	}
	if li.Parent != nil && li.Parent.Data == "ol" {
		dom.Rename(li.Parent, "ul")
	}
	if p := dom.First(li, func(y *html.Node) bool { return y.Data == "p" }); p != nil && tag.Parent != p {
		tag.Parent.RemoveChild(tag)
		p.InsertBefore(dom.NewText(" "), p.FirstChild)
		p.InsertBefore(tag, p.FirstChild)
	}
}

// latexMLListing turns the listing x into code, or, if it is an algorithm with formulas,
// into the lines of one paragraph.
func (n *normaliser) latexMLListing(x *html.Node) {
	for _, data := range dom.Topmost(x, func(y *html.Node) bool { return dom.HasClass(y, "ltx_listing_data") }) {
		n.remove(data, Control)
	}
	if dom.HasClass(x, "ltx_lstlisting") {
		dom.Rename(x, "pre")
		n.survey.pre = true
		return
	}
	for _, c := range dom.Children(x) {
		if isBlank(c) {
			x.RemoveChild(c)
		}
	}
	dom.SetAttr(x, "class", "line-block") // as Pandoc marks the lines of a poem
}
