package frontmatter

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"pulltab/internal/metadata"
)

// maxForeign limits the front matter that is read, in bytes. Ordinary blocks have
// some hundreds.
const maxForeign = 16 << 10

// Read splits the YAML block from Markdown of a site, and returns its title,
// author, dates, description and tags. A page cannot set its own quality, source
// or address. A block that is too long, invalid, or has anchors, aliases or tags
// is removed without being read.
func Read(md string) (metadata.Metadata, string) {
	md = strings.TrimPrefix(md, "\ufeff")
	block, rest, ok := cutBlock(md)
	if !ok {
		return metadata.Metadata{}, md
	}
	var doc yaml.Node
	if len(block) > maxForeign || yaml.Unmarshal([]byte(block), &doc) != nil || len(doc.Content) != 1 || !plain(&doc) {
		return metadata.Metadata{}, rest
	}
	return taken(doc.Content[0]), rest
}

// cutBlock returns the text between a first line "---" and the next "---" or
// "...".
func cutBlock(md string) (block, rest string, ok bool) {
	first, more, found := strings.Cut(md, "\n")
	if !found || strings.TrimRight(first, " \t\r") != "---" {
		return "", md, false
	}
	for at := 0; at < len(more); {
		line := more[at:]
		end := strings.IndexByte(line, '\n')
		next := at + end + 1
		if end < 0 {
			end, next = len(line), len(more)
		}
		if l := strings.TrimRight(line[:end], " \t\r"); l == "---" || l == "..." {
			return more[:at], more[next:], true
		}
		at = next
	}
	return "", md, false
}

// plain reports whether n has no aliases, anchors or tags.
func plain(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
		return false
	}
	for _, c := range n.Content {
		if !plain(c) {
			return false
		}
	}
	return true
}

func taken(m *yaml.Node) metadata.Metadata {
	var known metadata.Metadata
	if m.Kind != yaml.MappingNode {
		return known
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		v := m.Content[i+1]
		switch strings.ToLower(m.Content[i].Value) {
		case "title":
			known.Title = Clean(one(v), maxText)
		case "author", "authors":
			known.Author = several(v)
		case "date", "published", "date_published":
			known.Published, _ = metadata.Date(one(v))
		case "modified", "updated", "lastmod", "date_modified":
			known.Modified, _ = metadata.Date(one(v))
		case "description", "summary":
			known.Description = Clean(one(v), maxText)
		case "tags", "keywords":
			known.Tags = several(v)
		}
	}
	return known
}

func one(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		return n.Value
	}
	return ""
}

func several(n *yaml.Node) []string {
	var list []string
	add := func(s string) {
		if s = Clean(s, maxText); s != "" && len(list) < maxItems {
			list = append(list, s)
		}
	}
	if n.Kind == yaml.ScalarNode {
		for _, s := range strings.Split(n.Value, ",") {
			add(s)
		}
		return list
	}
	if n.Kind == yaml.SequenceNode {
		for _, c := range n.Content {
			add(one(c))
		}
	}
	return list
}
