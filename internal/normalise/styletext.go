package normalise

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// styleText inserts the text that style puts before and after elements: by the
// browser's annotations, or else by the plain rules of the page's style elements.
// Text without a letter, digit or currency sign is decoration.
func (n *normaliser) styleText() {
	g := textGenerator{n: n, rules: map[*html.Node]*generated{}}
	collect := g.collect
	if n.survey.styled {
		collect = g.collectMarks
	}
	if collect() {
		g.walk(n.doc)
		g.dropMarkers()
	}
}

// generated is what the rules say of one element. The rule of the higher specificity
// wins, the later one among equals.
type generated struct {
	before, after, own *styleRule
}

type textGenerator struct {
	n        *normaliser
	rules    map[*html.Node]*generated
	scopes   []counterScope
	numbered []*html.Node // items of numbered lists to which a number was added
}

// counterScope is a counter; it ends with the element parent.
type counterScope struct {
	name   string
	value  int
	parent *html.Node
}

// maxStyleTests is the number of elements times rules that are compared.
const maxStyleTests = 4_000_000

// collect finds the rules and the elements to which they apply. It reports whether text
// is generated anywhere.
func (g *textGenerator) collect() bool {
	var rules []styleRule
	read, nodes := 0, 0
	for d := g.n.doc; d != nil; d = dom.Next(d, g.n.doc) {
		nodes++
		if d.Data != "style" || d.FirstChild == nil || !generatesText(d.FirstChild.Data) {
			continue
		}
		if media := dom.Attr(d, "media"); media != "" && media != "all" && media != "screen" {
			continue
		}
		css := d.FirstChild.Data
		if read += len(css); read > maxStyleBytes {
			break
		}
		rules = append(rules, styleRules(css, maxStyleRules-len(rules))...)
	}
	if !slices.ContainsFunc(rules, func(r styleRule) bool { return r.content != nil }) || nodes*len(rules) > maxStyleTests {
		return false
	}
	byKey := map[string][]*styleRule{}
	for i := range rules {
		rules[i].order = i
		byKey[rules[i].key] = append(byKey[rules[i].key], &rules[i])
	}
	for d := dom.Body(g.n.doc); d != nil; d = dom.Next(d, dom.Body(g.n.doc)) {
		if d.Type != html.ElementNode {
			continue
		}
		g.match(d, byKey[d.Data])
		for _, a := range d.Attr {
			switch {
			case a.Namespace != "":
			case a.Key == "id":
				g.match(d, byKey["#"+a.Val])
			case a.Key == "class":
				for class := range strings.FieldsSeq(a.Val) {
					g.match(d, byKey["."+class])
				}
			}
		}
	}
	return len(g.rules) > 0
}

// The marks of the browser's annotations: on the root of a document whose generated
// text the browser reports, and on each element that generates text or changes a
// counter. The value of the latter is CSS of its own: "{declarations}" for the
// element, "::before{declarations}" and "::after{declarations}".
const (
	StyledMark    = "styled"
	GeneratedMark = "generated"
)

// collectMarks is collect for a page whose generated text the browser reports.
func (g *textGenerator) collectMarks() bool {
	for d := dom.Body(g.n.doc); d != nil; d = dom.Next(d, dom.Body(g.n.doc)) {
		css, ok := dom.Mark(d, GeneratedMark)
		if !ok {
			continue
		}
		x := &generated{}
		for len(css) > 0 {
			pseudo, rest, found := strings.Cut(css, "{")
			if !found {
				break
			}
			end := blockEnd(rest)
			r := &styleRule{pseudo: strings.TrimPrefix(pseudo, "::")}
			r.declare(rest[:end])
			css = rest[min(end+1, len(rest)):]
			switch pseudo {
			case "":
				x.own = r
			case "::before":
				x.before = r
			case "::after":
				x.after = r
			}
		}
		g.rules[d] = x
	}
	return len(g.rules) > 0
}

func (g *textGenerator) match(d *html.Node, rules []*styleRule) {
	for _, r := range rules {
		if r.selector.Match(d) {
			g.apply(d, r)
		}
	}
}

func (g *textGenerator) apply(d *html.Node, r *styleRule) {
	x := g.rules[d]
	if x == nil {
		x = &generated{}
		g.rules[d] = x
	}
	place := &x.own
	switch r.pseudo {
	case "before":
		place = &x.before
	case "after":
		place = &x.after
	}
	if *place == nil || compareRules(r, *place) > 0 {
		*place = r
	}
}

// compareRules orders rules by their specificity, then by their place in the page.
func compareRules(a, b *styleRule) int {
	x, y := a.selector.Specificity(), b.selector.Specificity()
	switch {
	case x.Less(y):
		return -1
	case y.Less(x):
		return 1
	}
	return cmp.Compare(a.order, b.order)
}

// generatesText reports whether a style sheet may have such rules.
func generatesText(css string) bool {
	return strings.Contains(css, "content") && (strings.Contains(css, ":before") || strings.Contains(css, ":after"))
}

// walk generates the text of the elements below parent, in document order, since
// counters count that way.
func (g *textGenerator) walk(parent *html.Node) {
	var next *html.Node
	for c := parent.FirstChild; c != nil; c = next {
		next = c.NextSibling
		if c.Type != html.ElementNode {
			continue
		}
		x := g.rules[c]
		if x != nil {
			g.count(x.own, parent)
			g.generate(c, "before", x.before)
		}
		if !isVerbatim(c.Data) {
			g.walk(c)
		}
		if x != nil {
			g.generate(c, "after", x.after)
		}
	}
	for len(g.scopes) > 0 && g.scopes[len(g.scopes)-1].parent == parent {
		g.scopes = g.scopes[:len(g.scopes)-1]
	}
}

// count applies the counters of rule r to an element of parent.
func (g *textGenerator) count(r *styleRule, parent *html.Node) {
	if r == nil {
		return
	}
	for _, s := range r.reset {
		if i := g.counter(s.name); i >= 0 && g.scopes[i].parent == parent {
			g.scopes[i].value = s.value
			continue
		}
		g.open(counterScope{s.name, s.value, parent})
	}
	for _, s := range r.add {
		i := g.counter(s.name)
		if i < 0 {
			g.open(counterScope{s.name, 0, parent})
			i = len(g.scopes) - 1
		}
		g.scopes[i].value += s.value
	}
}

// maxCounters is the number of counters that are kept at a time; the last one is
// replaced beyond it.
const maxCounters = 100

func (g *textGenerator) open(c counterScope) {
	if len(g.scopes) == maxCounters {
		g.scopes = g.scopes[:maxCounters-1]
	}
	g.scopes = append(g.scopes, c)
}

// counter returns the index of the innermost counter of the name, or -1.
func (g *textGenerator) counter(name string) int {
	for i := len(g.scopes) - 1; i >= 0; i-- {
		if g.scopes[i].name == name {
			return i
		}
	}
	return -1
}

func (g *textGenerator) generate(c *html.Node, pseudo string, r *styleRule) {
	if r == nil {
		return
	}
	g.count(r, c.Parent)
	var b strings.Builder
	counts := false
	for _, t := range r.content {
		switch t.kind {
		case 's':
			b.WriteString(t.text)
		case 'a':
			if t.text == "href" || t.text == "src" {
				return
			}
			b.WriteString(dom.Attr(c, t.text))
		case 'c':
			counts = true
			if i := g.counter(t.text); i >= 0 {
				b.WriteString(counterText(g.scopes[i].value, t.style))
			}
		case 'C':
			counts = true
			join := ""
			for _, s := range g.scopes {
				if s.name == t.text {
					b.WriteString(join + counterText(s.value, t.style))
					join = t.join
				}
			}
		}
	}
	text := b.String()
	if counts && c.Data == "li" && c.Parent.Data == "ol" && pseudo == "before" {
		if strings.Trim(text, " \u00a00123456789.):") == "" {
			return // the number that the list has anyway
		}
		g.numbered = append(g.numbered, c)
	}
	if counts || hasMeaning(text) {
		g.n.insertStyleText(c, pseudo, text)
	}
}

// dropMarkers turns lists whose items have generated numbers of another form into lists
// without numbers.
func (g *textGenerator) dropMarkers() {
	for _, li := range g.numbered {
		if li.Parent != nil && li.Parent.Data == "ol" {
			dom.Rename(li.Parent, "ul")
		}
	}
}

// maxStyleText is the length of the longest text that a style sheet adds, in bytes.
const maxStyleText = 200

// withoutStyleText are elements in which no text is inserted: listings, where it would
// be line numbers and labels, and elements that hold only elements of other kinds.
var withoutStyleText = dom.Words(`img input br hr textarea select option script style head title table thead tbody tfoot tr colgroup ul ol dl
	svg math pre code kbd samp iframe video audio object button nav`)

// insertStyleText adds text before or after the content of x.
func (n *normaliser) insertStyleText(x *html.Node, pseudo, text string) {
	if len(text) > maxStyleText || withoutStyleText[x.Data] || x.Namespace != "" || within(x, "pre", "code", "button", "nav") || !beginsWithText(x) {
		return
	}
	t := dom.NewText(text)
	if pseudo == "before" {
		x.InsertBefore(t, x.FirstChild)
	} else {
		x.AppendChild(t)
	}
}

// beginsWithText reports whether there is text among the first nodes of x: a label of
// nothing, or of a picture, is decoration.
func beginsWithText(x *html.Node) bool {
	const few = 50
	for d, nodes := dom.Next(x, x), 0; d != nil && nodes < few; d, nodes = dom.Next(d, x), nodes+1 {
		if d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" {
			return true
		}
	}
	return false
}

// hasMeaning reports whether generated text is more than decoration: it has a digit, a
// currency sign, "%" or "§", or two letters. One letter is the glyph of an icon font.
func hasMeaning(text string) bool {
	letters := 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Co, r):
			return false
		case unicode.IsDigit(r), unicode.Is(unicode.Sc, r), r == '%', r == '§':
			return true
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters > 1
}

// counterText returns the value of a counter in a style of list-style-type.
func counterText(value int, style string) string {
	switch style {
	case "lower-alpha", "lower-latin", "upper-alpha", "upper-latin":
		if value < 1 || value > 26 {
			break
		}
		letter := string(rune('a' + value - 1))
		if style[0] == 'u' {
			letter = strings.ToUpper(letter)
		}
		return letter
	case "lower-roman", "upper-roman":
		if value < 1 || value > 3999 {
			break
		}
		text := roman(value)
		if style == "upper-roman" {
			text = strings.ToUpper(text)
		}
		return text
	case "decimal-leading-zero":
		if value >= 0 && value < 10 {
			return "0" + strconv.Itoa(value)
		}
	}
	return strconv.Itoa(value)
}

func roman(value int) string {
	var b strings.Builder
	for _, d := range []struct {
		value  int
		digits string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for ; value >= d.value; value -= d.value {
			b.WriteString(d.digits)
		}
	}
	return b.String()
}
