package report

import (
	"hash/fnv"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/htmltree"
)

// keptAttributes lists the attributes that engines read. They stay unchanged.
var keptAttributes = []string{
	"class", "id", "role", "itemprop", "itemtype", "itemscope", "rel", "type", "lang", "dir", "colspan", "rowspan",
	"shadowrootmode", "property", "name", "hidden", "aria-hidden", "datetime", "width", "height", "charset", "start", "checked", "disabled",
}

// redactPage keeps a page's structure and replaces its words. Elements, classes
// and lengths stay; each word is replaced by a pseudorandom word of the same
// length, seeded by a hash of the word, so that equal words stay equal. Scripts,
// styles, comments and other attributes are removed.
func redactPage(text string) (string, error) {
	doc, err := htmltree.Parse(text, true)
	if err != nil {
		return "", err
	}
	redactNode(doc)
	var b strings.Builder
	err = html.Render(&b, doc)
	return b.String(), err
}

func redactNode(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		switch child.Type {
		case html.CommentNode:
			n.RemoveChild(child)
		case html.TextNode:
			child.Data = redactWords(child.Data)
		case html.ElementNode:
			inert := child.Data == "template" && !hasAttribute(child, "shadowrootmode") // a shadow root is rendered
			if child.Data == "script" || child.Data == "style" || inert {
				n.RemoveChild(child)
				break
			}
			redactAttributes(child)
			redactNode(child)
		}
		child = next
	}
}

func hasAttribute(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func redactAttributes(n *html.Node) {
	var kept []html.Attribute
	for _, a := range n.Attr {
		switch {
		case slices.Contains(keptAttributes, a.Key):
		case a.Key == "href" || a.Key == "src":
			a.Val = redactLink(a.Val)
		case a.Key == "content" || a.Key == "alt" || a.Key == "title":
			a.Val = redactWords(a.Val)
		default:
			continue
		}
		kept = append(kept, a)
	}
	n.Attr = kept
}

// redactLink keeps an address's path depth and file extension.
func redactLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" {
		return "#"
	}
	ending := path.Ext(u.Path)
	if len(ending) > len(".jpeg") {
		ending = ""
	}
	link := redactWords(strings.TrimSuffix(u.Path, ending)) + ending
	if u.Host != "" {
		link = "https://example.com" + link
	}
	if u.Fragment != "" && u.Path == "" {
		link += "#" + redactWords(u.Fragment)
	}
	return link
}

// redactWords replaces each word by one of the same length and capitalisation,
// and each digit by a digit. Punctuation and space stay. The pseudorandom
// sequence is Knuth's MMIX linear congruential generator, seeded with the word's
// FNV-1a hash.
func redactWords(text string) string {
	var b strings.Builder
	word := []rune{}
	end := func() {
		if len(word) == 0 {
			return
		}
		h := fnv.New64a()
		h.Write([]byte(strings.ToLower(string(word))))
		seed := h.Sum64()
		for _, r := range word {
			seed = seed*6364136223846793005 + 1442695040888963407
			b.WriteRune(replacement(r, seed>>33))
		}
		word = word[:0]
	}
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			word = append(word, r)
			continue
		}
		end()
		b.WriteRune(r)
	}
	end()
	return b.String()
}

// replacement returns a letter or digit of the same kind as r, selected by random.
func replacement(r rune, random uint64) rune {
	switch {
	case unicode.IsDigit(r):
		return '0' + rune(random%10)
	case unicode.Is(unicode.Han, r):
		return '一' + rune(random%500)
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		return 'あ' + rune(random%60)
	case unicode.Is(unicode.Hangul, r):
		return '가' + rune(random%500)
	case unicode.IsUpper(r):
		return 'A' + rune(random%26)
	default:
		return 'a' + rune(random%26)
	}
}
