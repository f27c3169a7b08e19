package sites

import (
	"encoding/json"
	"strings"
)

// Limits of the JSON-LD that is read for posts. A page of 25 long posts has
// about 50 kB.
const (
	maxLinkedBytes = 4 << 20 // of all scripts of a page
	maxPostings    = 5_000
)

// posting is one post as a page's JSON-LD describes it.
type posting struct {
	kind     string // schema.org type
	page     string // schema.org type of the object around it
	author   string
	text     string
	accepted bool
	depth    int
}

// name returns the author in lower case on one line, for comparison.
func (p posting) name() string { return strings.ToLower(oneLine(p.author)) }

// postings returns the posts in the page's JSON-LD, which it parses once.
func (v *View) postings() []posting {
	if v.linked != nil {
		return *v.linked
	}
	var list []posting
	v.linked = &list
	size := 0
	for _, text := range v.jsonLD {
		if size += len(text); size > maxLinkedBytes {
			break
		}
		if !strings.Contains(text, "DiscussionForumPosting") && !strings.Contains(text, "QAPage") && !strings.Contains(text, "Comment") {
			continue
		}
		// Raw line breaks in strings are a common fault; a space replaces them.
		text = strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, text)
		var x any
		if json.Unmarshal([]byte(text), &x) == nil {
			addPostings(&list, x, posting{})
		}
	}
	return list
}

// addPostings appends the posts in x, a JSON-LD value inside outer, to list, up
// to maxPostings.
func addPostings(list *[]posting, x any, outer posting) {
	if len(*list) == maxPostings {
		return
	}
	switch x := x.(type) {
	case []any:
		for _, e := range x {
			addPostings(list, e, outer)
		}
	case map[string]any:
		p := posting{page: outer.kind, author: named(x["author"]), accepted: outer.accepted}
		p.kind = kindOf(x["@type"])
		for _, key := range []string{"text", "articleBody"} {
			if p.text == "" {
				p.text, _ = x[key].(string)
			}
		}
		if p.kind == "Comment" {
			p.depth = outer.depth + 1
		}
		if postTypes[p.kind] && p.text != "" {
			*list = append(*list, p)
		}
		for _, key := range []string{"@graph", "mainEntity", "acceptedAnswer", "suggestedAnswer", "comment"} {
			if e, ok := x[key]; ok {
				addPostings(list, e, posting{kind: p.kind, depth: p.depth, accepted: key == "acceptedAnswer"})
			}
		}
	}
}

// kindOf returns a JSON-LD type; of several types, the last that is a type of
// post, else the first.
func kindOf(x any) string {
	kind, _ := x.(string)
	list, _ := x.([]any)
	for _, e := range list {
		if s, _ := e.(string); kind == "" || postTypes[s] {
			kind = s
		}
	}
	return kind
}

// named returns the name of a JSON-LD person, of the first one in a list.
func named(x any) string {
	switch x := x.(type) {
	case string:
		return x
	case []any:
		if len(x) > 0 {
			return named(x[0])
		}
	case map[string]any:
		name, _ := x["name"].(string)
		return name
	}
	return ""
}
