package normalise

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// matrices maps the brackets around a table to the environment that draws both.
var matrices = map[string]string{"()": "pmatrix", "[]": "bmatrix", "{}": "Bmatrix", "||": "vmatrix", "∣∣": "vmatrix", "‖‖": "Vmatrix", "∥∥": "Vmatrix", "{": "cases"}

// fence returns the TeX of brackets together with the only element between them, if TeX
// writes the three as one: a matrix, cases, or a binomial. open is the opening bracket;
// close is the last node of the three. close is nil otherwise.
func fence(open *html.Node) (close *html.Node, tex string) {
	if open.Type != html.ElementNode || open.Data != "mo" {
		return nil, ""
	}
	left := strings.TrimSpace(dom.Text(open))
	if left == "" || len(left) > len("‖") {
		return nil, ""
	}
	inner := nextElement(open)
	content := onlyElement(inner)
	if content == nil || content.Data != "mtable" && !isStacked(content) {
		return nil, ""
	}
	right := ""
	close = inner
	if c := nextElement(inner); c != nil && c.Data == "mo" && matrices[left+strings.TrimSpace(dom.Text(c))] != "" {
		right = strings.TrimSpace(dom.Text(c))
		close = c
	}
	if content.Data == "mtable" {
		name := matrices[left+right]
		if name == "" {
			return nil, ""
		}
		return close, matrix(name, content)
	}
	if left+right != "()" {
		return nil, ""
	}
	kids := elements(content)
	return close, `\binom` + arg(kids, 0) + arg(kids, 1)
}

// isStacked reports whether n is a fraction without a line.
func isStacked(n *html.Node) bool {
	if n.Data != "mfrac" {
		return false
	}
	thickness := strings.TrimSpace(dom.Attr(n, "linethickness"))
	return thickness != "" && strings.Trim(thickness, "0.ptxem%") == "" && strings.HasPrefix(thickness, "0")
}

func nextElement(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode && !(n.Data == "mo" && operator(dom.Text(n)) == "" && strings.TrimSpace(dom.Text(n)) != "") {
			return n
		}
	}
	return nil
}

// onlyElement returns the element that n consists of, below rows of one element each,
// or nil if there are several.
func onlyElement(n *html.Node) *html.Node {
	for n != nil && (n.Data == "mrow" || n.Data == "mstyle" || n.Data == "mpadded" || n.Data == "texatom") {
		kids := elements(n)
		if len(kids) != 1 {
			return nil
		}
		n = kids[0]
	}
	return n
}

// matrix returns the table n as the environment of the given name. A table whose
// columns are aligned to the right and left in turn is a list of equations.
func matrix(name string, n *html.Node) string {
	if align := strings.Fields(dom.Attr(n, "columnalign")); name == "matrix" && len(align) > 1 && align[0] == "right" && align[1] == "left" {
		name = "aligned"
	}
	var lines []string
	for _, row := range elements(n) {
		cells := elements(row)
		if row.Data == "mlabeledtr" && len(cells) > 0 {
			cells = cells[1:] // the first one is the number of the equation
		}
		var texts []string
		for _, cell := range cells {
			texts = append(texts, mathRow(cell))
		}
		lines = append(lines, strings.Join(texts, " & "))
	}
	return `\begin{` + name + `} ` + strings.Join(lines, ` \\ `) + ` \end{` + name + `}`
}

// enclosures maps the notations of menclose to commands, the first that applies counts.
var enclosures = []struct{ notation, command string }{
	{"radical", `\sqrt`}, {"box", `\boxed`}, {"roundedbox", `\boxed`}, {"circle", `\boxed`},
	{"updiagonalstrike", `\cancel`}, {"downdiagonalstrike", `\bcancel`}, {"horizontalstrike", `\cancel`}, {"verticalstrike", `\cancel`},
	{"top", `\overline`}, {"actuarial", `\overline`}, {"bottom", `\underline`}, {"phasorangle", `\angle`},
}

func enclosed(notation, inner string) string {
	kinds := strings.Fields(notation)
	switch {
	case len(kinds) == 0, slices.Contains(kinds, "longdiv"):
		return `\overline{)` + inner + `}`
	case slices.Contains(kinds, "updiagonalstrike") && slices.Contains(kinds, "downdiagonalstrike"):
		return `\xcancel{` + inner + `}`
	case slices.Contains(kinds, "top") && slices.Contains(kinds, "bottom") && slices.Contains(kinds, "left") && slices.Contains(kinds, "right"):
		return `\boxed{` + inner + `}`
	}
	for _, e := range enclosures {
		if slices.Contains(kinds, e.notation) {
			return e.command + "{" + inner + "}"
		}
	}
	if slices.Contains(kinds, "left") {
		inner = `\left|` + inner + `\right.`
	} else if slices.Contains(kinds, "right") {
		inner = `\left.` + inner + `\right|`
	}
	return inner
}
