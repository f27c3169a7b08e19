package normalise

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// untypeset finds formulas in text: those that a script would typeset, in a page whose
// script has not run. If the page loads MathJax or KaTeX, or configures them, their
// delimiters count. Otherwise a known TeX command between delimiters must prove that
// the page has formulas at all.
func (n *normaliser) untypeset() {
	if !n.survey.typesetter && !n.survey.backslashes {
		return
	}
	f := textFormulaFinder{typesetter: n.survey.typesetter, dollars: n.survey.dollars, proven: n.survey.typesetter}
	f.walk(n.doc)
	if !f.proven {
		return
	}
	for i := len(f.found) - 1; i >= 0; i-- {
		f.found[i].replace()
	}
}

type textFormulaFinder struct {
	typesetter, dollars bool // see survey
	proven              bool // the page has formulas
	found               []textFormula
}

// textFormula is a formula in the text of siblings: nodes are text or br.
type textFormula struct {
	nodes    []*html.Node
	starts   []int // offset of each node in the text of all
	from, to int   // delimiters included
	tex      string
	display  bool
}

// ignoredClasses are the classes whose text MathJax leaves as it is.
var ignoredClasses = dom.Words("tex2jax_ignore mathjax_ignore no-mathjax nolatex")

func (f *textFormulaFinder) walk(parent *html.Node) {
	for c := parent.FirstChild; c != nil; {
		if c.Type == html.ElementNode && !isVerbatim(c.Data) && !dom.IsUnseenTag(c.Data) && c.Namespace == "" && c.Data != "title" &&
			!dom.HasAnyClass(c, ignoredClasses) {
			f.walk(c)
		}
		if c.Type != html.TextNode {
			c = c.NextSibling
			continue
		}
		c = f.run(c)
	}
}

// run reads the text that starts with the node c and returns the node after it.
func (f *textFormulaFinder) run(c *html.Node) (next *html.Node) {
	first := c
	delimiters := false
	for ; c != nil && (c.Type == html.TextNode || c.Data == "br"); c = c.NextSibling {
		delimiters = delimiters || c.Type == html.TextNode && strings.ContainsAny(c.Data, `$\`)
	}
	if !delimiters {
		return c
	}
	var run textFormula
	var text strings.Builder
	for d := first; d != c; d = d.NextSibling {
		run.nodes = append(run.nodes, d)
		run.starts = append(run.starts, text.Len())
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		} else {
			text.WriteByte('\n')
		}
	}
	f.read(text.String(), run)
	return c
}

// delimiterPairs are tried in this order, so that a longer one wins.
var delimiterPairs = []struct {
	open, close string
	display     bool
}{
	{"$$$$$$", "$$$$$$", true}, {"$$$", "$$$", false}, {"$$", "$$", true}, {"$", "$", false}, // three: Codeforces
	{`\[`, `\]`, true}, {`\(`, `\)`, false},
	{`\begin{equation}`, `\end{equation}`, true}, {`\begin{equation*}`, `\end{equation*}`, true},
	{`\begin{align}`, `\end{align}`, true}, {`\begin{align*}`, `\end{align*}`, true}, {`\begin{aligned}`, `\end{aligned}`, true},
	{`\begin{gather}`, `\end{gather}`, true}, {`\begin{gather*}`, `\end{gather*}`, true}, {`\begin{multline}`, `\end{multline}`, true},
	{`\begin{eqnarray}`, `\end{eqnarray}`, true}, {`\begin{eqnarray*}`, `\end{eqnarray*}`, true}, {`\begin{split}`, `\end{split}`, true},
	{`\begin{alignat}`, `\end{alignat}`, true}, {`\begin{cases}`, `\end{cases}`, true}, {`\begin{CD}`, `\end{CD}`, true},
}

// read adds the formulas in text. Its time is linear: the end of each kind of formula
// is looked for once at each place.
func (f *textFormulaFinder) read(text string, run textFormula) {
	var ends [20]struct {
		at    int // the next closing delimiter at or after from, or -1
		valid bool
	}
	for i := 0; i < len(text); {
		step := strings.IndexAny(text[i:], `$\`)
		if step < 0 {
			return
		}
		i += step
		kind := -1
		for k, d := range delimiterPairs {
			if strings.HasPrefix(text[i:], d.open) {
				kind = k
				break
			}
		}
		if kind < 0 {
			i = min(i+2, len(text)) // a command, or an escaped character
			continue
		}
		d := delimiterPairs[kind]
		inside := i + len(d.open)
		end := &ends[kind]
		if !end.valid || end.at >= 0 && end.at < inside {
			end.at, end.valid = nextDelimiter(text, inside, d.close), true
		}
		if end.at < 0 || end.at-inside > maxTeX {
			i = inside
			continue
		}
		at := end.at
		if d.open == "$" {
			at = f.closingDollar(text, inside, at)
		}
		tex := text[inside:at]
		if !f.accepts(text, i, at+len(d.close), tex, d.open) {
			i = inside
			continue
		}
		if hasCommand(tex) {
			f.proven = true
		}
		if d.open[0] == '\\' && len(d.open) > 2 {
			tex = text[i : at+len(d.close)]
		}
		found := run
		found.from, found.to, found.tex, found.display = i, at+len(d.close), tex, d.display
		f.found = append(f.found, found)
		i = found.to
	}
}

// nextDelimiter returns the index of the first delimiter at or after from that no
// backslash escapes, or -1.
func nextDelimiter(text string, from int, delimiter string) int {
	for i := from; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], delimiter):
			return i
		case text[i] == '\\':
			i++
		}
	}
	return -1
}

// closingDollar returns the index of the dollar that closes a formula from inside: the
// one at index at, or one of the next pairs if it is in a group (\text{if $x$}).
func (f *textFormulaFinder) closingDollar(text string, inside, at int) int {
	closing := at
	for range 3 {
		if balanced(text[inside:closing]) {
			return closing
		}
		opening := nextDelimiter(text, closing+1, "$")
		if opening < 0 || opening-inside > 1000 {
			return at
		}
		if closing = nextDelimiter(text, opening+1, "$"); closing < 0 || closing-inside > 1000 {
			return at
		}
	}
	return at
}

// accepts reports whether the delimited text from…to is a formula rather than money, a
// variable of a shell, or brackets of a regular expression.
func (f *textFormulaFinder) accepts(text string, from, to int, tex, open string) bool {
	trimmed := strings.TrimSpace(tex)
	if trimmed == "" || open[0] == '\\' && strings.Contains(tex, open) || !balanced(tex) {
		return false
	}
	if open != "$" {
		return f.typesetter || isTeX(trimmed)
	}
	first, _ := utf8.DecodeRuneInString(tex)
	last, _ := utf8.DecodeLastRuneInString(tex)
	if unicode.IsSpace(first) || unicode.IsSpace(last) || strings.Contains(tex, "\n\n") || len(tex) > 1000 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	if unicode.IsDigit(after) {
		return false
	}
	command := hasCommand(tex)
	switch {
	case command, strings.ContainsAny(tex, "_^") && isTeX(tex) && !hasWords(tex):
		return true
	case !f.dollars, hasWords(tex):
		return false
	}
	return !isASCIIWord(before) && !isASCIIWord(after)
}

func isASCIIWord(r rune) bool {
	return r < utf8.RuneSelf && (r == '_' || r >= '0' && r <= '9' || isLetter(byte(r)))
}

// hasWords reports whether tex has two or more words of four letters that are no
// commands, as a sentence between two amounts has.
func hasWords(tex string) bool {
	words := 0
	for w := range strings.FieldsSeq(tex) {
		letters := 0
		for letters < len(w) && isLetter(w[letters]) {
			letters++
		}
		if letters > 3 || letters > 1 && letters == len(w) {
			words++
		}
	}
	return words > 1
}

// texCommands are the names of common commands, to recognise TeX.
var texCommands = func() map[string]bool {
	m := dom.Words(`frac dfrac tfrac sqrt left right begin text textbf mathrm mathbf mathit mathsf mathbb mathcal mathfrak mathscr boldsymbol
		operatorname overline underline hat widehat tilde widetilde bar vec dot ddot binom cdots ldots dots vdots ddots quad qquad
		le ge ne lt gt land lor lnot implies iff mapsto to gets colon big Big bigg Bigg langle rangle lVert rVert lvert rvert
		tag label mid pmod bmod mod limits displaystyle stackrel overset underset overbrace underbrace cancel boxed
		leqslant geqslant varnothing lesssim gtrsim rightarrow longrightarrow ell hbar Vert vert ce over choose color substack`)
	for _, s := range symbols {
		if name, ok := strings.CutPrefix(s, `\`); ok && len(name) > 1 && strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
			m[name] = true
		}
	}
	for name := range functions {
		m[name] = true
	}
	return m
}()

// hasCommand reports whether s has a known command of TeX.
func hasCommand(s string) bool {
	for {
		_, after, found := strings.Cut(s, `\`)
		if !found {
			return false
		}
		end := 0
		for end < len(after) && isLetter(after[end]) {
			end++
		}
		if texCommands[after[:end]] {
			return true
		}
		s = after[min(max(end, 1), len(after)):]
	}
}

// replace puts the formula in place of its text. Formulas of one text must be replaced
// from the last to the first.
func (t *textFormula) replace() {
	first, last := t.nodeAt(t.from), t.nodeAt(t.to-1)
	start, end := t.nodes[first], t.nodes[last]
	rest := end.Data[t.to-t.starts[last]:]
	parent := start.Parent
	start.Data = start.Data[:t.from-t.starts[first]]
	for i := first + 1; i <= last; i++ {
		parent.RemoveChild(t.nodes[i])
	}
	next := start.NextSibling
	tex := tidyTeX(t.tex, t.display)
	parent.InsertBefore(newFormula(tex, t.display), next)
	if rest != "" {
		parent.InsertBefore(dom.NewText(rest), next)
	}
}

// nodeAt returns the index of the node with the byte at offset.
func (t *textFormula) nodeAt(offset int) int {
	i, found := slices.BinarySearch(t.starts, offset)
	if !found {
		i--
	}
	return i
}
