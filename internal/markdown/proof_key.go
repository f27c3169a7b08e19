package markdown

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// key returns the key of the text below n, without subtrees for which skip is
// true.
func (e *sourceWalker) key(n *html.Node, skip func(*html.Node) bool) string {
	k := keyBuilder{sourceWalker: e, skip: skip}
	k.below(n)
	return k.String()
}

// keyBuilder builds the key of a text in the tree.
type keyBuilder struct {
	*sourceWalker
	textKey
	skip func(*html.Node) bool // or nil
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
	case c.Type != html.ElementNode || k.skip != nil && k.skip(c) || k.notes.refNumber(c) != 0:
	case invisibleElements[c.Data] && c.Namespace != dom.Own:
	case c.Data == "input" && k.cell > 0 && isCheckbox(c): // written as text in a cell
		k.add(taskMarker(c))
	case c.Data == "ol" && k.cell > 0: // in a cell, numbers of items are text
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

// holdsPicture reports whether a shown image is below the link n.
func (e *sourceWalker) holdsPicture(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Data == "img" && e.r.showsImage(d) {
			return true
		}
	}
	return false
}

// maxKey is the length of a key in bytes.
const maxKey = 96

// textKey collects the letters and digits of a text, at most maxKey bytes.
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

// addressKey returns the key of an address: characters that Markdown has to
// encode are encoded.
func addressKey(s string) string { return encoded.Replace(strings.TrimSpace(s)) }

var encoded = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "|", "%7C", `"`, "%22", "\n", "", "\t", "")

// texKey returns the key of a formula. White space between TeX symbols has no
// meaning.
func texKey(s string) string { return strings.Join(strings.Fields(s), "") }

// trimCode returns the key of a code block. It drops trailing line breaks,
// which a fence cannot express, and the white space of blank lines, which
// goldmark drops in list items although CommonMark keeps it.
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
