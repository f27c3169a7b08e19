package markdown

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// key returns what identifies the text below n without what skip names.
func (e *sourceWalker) key(n *html.Node, skip func(*html.Node) bool) string {
	k := keyBuilder{sourceWalker: e, skip: skip}
	k.below(n)
	return k.String()
}

// keyBuilder collects what identifies a text of the tree.
type keyBuilder struct {
	*sourceWalker
	textKey
	skip func(*html.Node) bool // unless nil
}

func (k *keyBuilder) below(n *html.Node) {
	for c := n.FirstChild; c != nil && !k.full(); c = c.NextSibling {
		k.node(c)
	}
}

func (k *keyBuilder) nodes(nodes []*html.Node) {
	for _, c := range nodes {
		if k.full() {
			return
		}
		k.node(c)
	}
}

func (k *keyBuilder) node(c *html.Node) {
	switch {
	case k.r.implied[c]:
	case c.Type == html.TextNode:
		k.add(c.Data)
	case c.Namespace == dom.Own && k.cell > 0:
		k.add(texWithoutPipes(textWithBreaks(c)))
	case c.Type != html.ElementNode || k.skip != nil && k.skip(c) || k.notes.markNumber(c) != 0:
	case invisibleElements[c.Data] && c.Namespace != dom.Own:
	case c.Data == "input" && k.cell > 0 && isCheckbox(c): // a text there
		k.add(taskMarker(c))
	case c.Data == "ol" && k.cell > 0: // numbered in text
		entries, _ := k.r.entries(dom.Children(c), c)
		for _, x := range entries {
			k.add(strconv.Itoa(x.number))
			k.nodes(x.nodes)
		}
	default:
		before := k.size
		k.below(c)
		switch {
		case c.Data == "img" && (k.code > 0 || !k.r.showsImage(c)):
			k.add(k.r.altText(c))
		case c.Data == "a" && k.size == before && k.code == 0 && k.r.anchor(c) != nil && !k.holdsPicture(c):
			k.add(accessibleName(c))
		}
	}
}

// holdsPicture reports whether the link n shows an image.
func (e *sourceWalker) holdsPicture(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Data == "img" && e.r.showsImage(d) {
			return true
		}
	}
	return false
}

// maxKey is how many bytes of letters identify a text.
const maxKey = 96

// textKey collects letters and digits until it has maxKey bytes.
type textKey struct {
	text [maxKey + utf8.UTFMax]byte
	size int
}

func (k *textKey) full() bool     { return k.size >= maxKey }
func (k *textKey) String() string { return string(k.text[:k.size]) }

func (k *textKey) add(s string) {
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
