// Package frontmatter writes and reads the YAML block with the metadata at the
// beginning of Markdown. Values from pages cannot end the block or add lines to
// it, and parsers of YAML 1.1 and 1.2 return the text that was written: ambiguous
// texts are quoted and control characters are removed. The package is internal and
// makes no promise of stability.
package frontmatter

import (
	"slices"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"pulltab/internal/metadata"
)

// Fields holds the metadata of a page and of its conversion. Its JSON is the
// metadata object of a result.
type Fields struct {
	metadata.Metadata
	Judgement

	// Fetched is the time of capture; the zero time is left out. It is written
	// only to the front matter, and is the only value that depends on a clock.
	Fetched time.Time `json:"-"`

	// Data are the typed data of the page, by name. It is written only to the
	// front matter; the result has them whole.
	Data [][2]string `json:"-"`
}

// Judgement describes the origin and the quality of a result. Shares are between
// 0 and 1; nil means unknown.
type Judgement struct {
	Source     string   `json:"source"`
	Quality    float64  `json:"quality"`
	Confidence *float64 `json:"confidence,omitempty"`
	Agreement  *float64 `json:"agreement,omitempty"`
	Coverage   *float64 `json:"coverage,omitempty"`
	Fidelity   *float64 `json:"fidelity,omitempty"`
	Words      int      `json:"words"`
	Tokens     int      `json:"tokens,omitempty"`
}

// field is one field and the function that makes its YAML value, nil if unknown.
type field struct {
	name  string
	value func(Fields) *yaml.Node
}

// fields are in the order in which they are written.
var fields = []field{
	{"title", func(f Fields) *yaml.Node { return text(f.Title) }},
	{"url", func(f Fields) *yaml.Node { return address(f.URL) }},
	{"author", func(f Fields) *yaml.Node { return list(f.Author) }},
	{"published", func(f Fields) *yaml.Node { return date(f.Published) }},
	{"modified", func(f Fields) *yaml.Node { return date(f.Modified) }},
	{"site", func(f Fields) *yaml.Node { return text(f.Site) }},
	{"subreddit", func(f Fields) *yaml.Node { return text(f.Subreddit) }},
	{"score", func(f Fields) *yaml.Node { return points(f.Score) }},
	{"description", func(f Fields) *yaml.Node { return text(f.Description) }},
	{"language", func(f Fields) *yaml.Node { return text(f.Language) }},
	{"tags", func(f Fields) *yaml.Node { return list(f.Tags) }},
	{"image", func(f Fields) *yaml.Node { return address(f.Image) }},
	{"fetched", func(f Fields) *yaml.Node { return fetched(f.Fetched) }},
	{"source", func(f Fields) *yaml.Node { return text(f.Source) }},
	{"quality", func(f Fields) *yaml.Node { return share(&f.Quality) }},
	{"confidence", func(f Fields) *yaml.Node { return share(f.Confidence) }},
	{"agreement", func(f Fields) *yaml.Node { return share(f.Agreement) }},
	{"coverage", func(f Fields) *yaml.Node { return share(f.Coverage) }},
	{"fidelity", func(f Fields) *yaml.Node { return share(f.Fidelity) }},
	{"words", func(f Fields) *yaml.Node { return count(f.Words) }},
	{"tokens", func(f Fields) *yaml.Node { return tokens(f.Tokens) }},
	{"data", func(f Fields) *yaml.Node { return pairs(f.Data) }},
}

// Names returns the names of all fields in the order in which they are
// written.
func Names() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

// Marshal returns the block, from "---\n" to "---\n". only, unless it is
// empty, names the fields to write; unknown names are ignored. The order is that
// of Names. Unknown values are left out; without any value the block is "".
func Marshal(f Fields, only []string) (string, error) {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for _, field := range fields {
		if len(only) > 0 && !slices.Contains(only, field.name) {
			continue
		}
		if v := field.value(f); v != nil {
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: field.name}, v)
		}
	}
	return block(m)
}

func text(s string) *yaml.Node { return scalar(Clean(s, maxText)) }

func scalar(s string) *yaml.Node {
	if s == "" {
		return nil
	}
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	if !isPlain(s) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// address leaves out an address that is too long, because cutting would change it.
func address(s string) *yaml.Node {
	if len(s) > maxAddress {
		return nil
	}
	return scalar(Clean(s, maxAddress))
}

func list(values []string) *yaml.Node {
	l := &yaml.Node{Kind: yaml.SequenceNode}
	for _, v := range values[:min(len(values), maxItems)] {
		if n := text(v); n != nil {
			l.Content = append(l.Content, n)
		}
	}
	if len(l.Content) == 0 {
		return nil
	}
	return l
}

// pairs writes a mapping; of equal names the first counts.
func pairs(values [][2]string) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode}
	seen := map[string]bool{}
	for _, v := range values[:min(len(values), maxItems)] {
		name, value := text(v[0]), text(v[1])
		if name == nil || value == nil || seen[name.Value] {
			continue
		}
		seen[name.Value] = true
		m.Content = append(m.Content, name, value)
	}
	if len(m.Content) == 0 {
		return nil
	}
	return m
}

// date writes a date or time without quotes, so that parsers read it as a date.
func date(s string) *yaml.Node {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if _, err := time.Parse(layout, s); err == nil {
			return &yaml.Node{Kind: yaml.ScalarNode, Value: s}
		}
	}
	return text(s)
}

func fetched(t time.Time) *yaml.Node {
	if t.IsZero() {
		return nil
	}
	return date(t.UTC().Format(time.RFC3339))
}

func share(v *float64) *yaml.Node {
	if v == nil {
		return nil
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(*v, 'f', -1, 64)}
}

func count(n int) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.Itoa(n)}
}

func points(n *int) *yaml.Node {
	if n == nil {
		return nil
	}
	return count(*n)
}

func tokens(n int) *yaml.Node {
	if n == 0 {
		return nil
	}
	return count(n)
}
