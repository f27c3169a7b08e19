package metadata

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// meaning is a set of facts that the class, id and similar attributes of an
// element suggest about its content.
type meaning uint8

const (
	besides   meaning = 1 << iota // it is not about this page: comments, teasers, navigation
	ofWriter                      // it names the author
	notWriter                     // it does not name the author, even with ofWriter: picture, biography
	ofDate                        // it states a date
)

// namings are the attributes that are read, and the facts that each can suggest.
var namings = []struct {
	key string
	of  meaning
}{
	{"class", besides | ofWriter | notWriter | ofDate}, {"id", besides | ofWriter | notWriter | ofDate},
	{"data-testid", ofWriter | notWriter | ofDate}, {"data-qa", ofWriter | notWriter}, {"data-test", ofWriter | notWriter},
}

// meanings maps the words of attribute values to facts.
var meanings = func() map[string]meaning {
	m := map[string]meaning{}
	for means, words := range map[meaning]string{
		besides: `comment comments commentlist disqus replies related sidebar recommended recommendations footer widget
			teaser teasers promo newsletter trending popular breadcrumb breadcrumbs menu nav carousel`,
		ofWriter: `author authors byline bylines authorname writer writers contributor contributors autor auteur
			username poster creator verfasser postedby writtenby`,
		notWriter: `bio avatar image img photo description box social follow more title role icon picture thumb
			count date time job position card related email`,
		ofDate: `date dateline published pubdate publish posted timestamp datetime time updated modified datum fecha
			publication byline meta`,
	} {
		for _, w := range strings.Fields(words) {
			m[w] |= means
		}
	}
	return m
}()

// meaningOf returns the facts that the attributes of n suggest.
func meaningOf(n *html.Node) meaning {
	var all meaning
	if len(n.Attr) == 0 {
		return all
	}
	for _, name := range namings {
		if value := dom.Attr(n, name.key); value != "" {
			all |= meaningIn(value) & name.of
		}
	}
	if strings.HasSuffix(dom.Attr(n, "itemtype"), "schema.org/Comment") {
		all |= besides
	}
	return all
}

// meaningIn returns the facts that the words of s suggest. Words end at white
// space, "-", "_", ":" and between a lower-case and an upper-case letter. Only the
// first 400 bytes are read.
func meaningIn(s string) meaning {
	if len(s) > 400 {
		s = s[:400]
	}
	var all meaning
	start := 0
	for i := 0; i <= len(s); i++ {
		edge := i == len(s) || s[i] <= ' ' || s[i] == '-' || s[i] == '_' || s[i] == ':'
		hump := !edge && i > start && s[i] >= 'A' && s[i] <= 'Z' && s[i-1] >= 'a' && s[i-1] <= 'z'
		if !edge && !hump {
			continue
		}
		if i > start {
			all |= meanings[strings.ToLower(s[start:i])]
		}
		start = i
		if edge {
			start = i + 1
		}
	}
	return all
}
