package frontmatter

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Head holds the fields of a block that Split returns.
type Head struct {
	Title string `yaml:"title"`
	URL   string `yaml:"url"`
}

// maxBlock is the longest block that Split looks for, in bytes.
const maxBlock = 64 << 10

// Split separates Markdown from its front matter. Without a valid block, all of md
// is the body and the head is empty.
func Split(md string) (Head, string) {
	rest, ok := strings.CutPrefix(md, "---\n")
	if !ok {
		return Head{}, md
	}
	end := strings.Index(rest[:min(len(rest), maxBlock)], "\n---\n")
	if end < 0 {
		return Head{}, md
	}
	var head Head
	if yaml.Unmarshal([]byte(rest[:end]), &head) != nil {
		return Head{}, md
	}
	return head, strings.TrimLeft(rest[end+len("\n---\n"):], "\n")
}
