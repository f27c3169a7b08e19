package sites

import (
	"encoding/json"
	"strings"
)

// Limits of the JSON-LD that is read for posts; a page of 25 long posts has
// some 50 kB of it.
const (
	maxLinkedBytes = 4 << 20
	maxPostings    = 5_000
)

// posting is one post as a page's JSON-LD describes it.
type posting struct {
	kind     string // the type of schema.org
	page     string // that of what holds it
	author   string
	text     string
	accepted bool
	depth    int
}

// name is the author in the form in which names are compared.
func (p posting) name() string { return strings.ToLower(oneLine(p.author)) }

// postings lists the posts in the page's JSON-LD.
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
		// A raw line break in a string is a common fault, and means a space.
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

// addPostings adds the posts in x, a value of JSON-LD that is a part of outer,
// to list, as far as it has room.
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

// kindOf returns the type of an object of JSON-LD, of several the first that is
// one of a post.
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

// named returns the name of a person in JSON-LD, the first of several.
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
