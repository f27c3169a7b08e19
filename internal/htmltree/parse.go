package htmltree

import (
	"errors"
	"strings"

	"golang.org/x/net/html"
)

// Limits of one tree.
const (
	MaxNodes = 1_000_000 // elements, texts and comments
	MaxDepth = 480       // open elements; x/net/html refuses more than 512
)

// ErrTooManyNodes is returned for text that would become more than MaxNodes
// nodes.
var ErrTooManyNodes = errors.New("page has too many elements")

// Parse parses text as a browser would. With scripting, the content of noscript
// is text, not elements. x/net/html refuses a page with more than 512 open
// elements; Parse flattens such a page first, as well as a page whose formatting
// elements would be repeated too often. A frameset becomes a list of its frames.
func Parse(text string, scripting bool) (*html.Node, error) {
	parse := func(text string) (*html.Node, error) {
		return html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(scripting))
	}
	if len(text) > MaxNodes && strings.Count(text, "<") > MaxNodes && startTags(text) > MaxNodes {
		return nil, ErrTooManyNodes
	}
	plain := repeatsTooMuch(text, scripting)
	if plain {
		text = flatten(text, MaxDepth, scripting, plain)
	}
	doc, err := parse(text)
	// The depth of misplaced tags is an estimate. Retry with lower limits; without
	// any nesting, parsing succeeds.
	for limit := MaxDepth; err != nil && limit > 0; limit /= 2 {
		doc, err = parse(flatten(text, limit, scripting, plain))
	}
	if err != nil || isFrameset(doc) {
		if list := frameList(text); list != "" {
			return parse(list)
		}
	}
	return doc, err
}
