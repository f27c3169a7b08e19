package frontmatter

import (
	"bytes"
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Entry is one line of a block written by Encode. Its value is a string, an int or
// a float64; an empty string is left out.
type Entry struct {
	Name  string
	Value any
}

// Encode returns a block of entries in their order, from "---\n" to "---\n",
// with the same guarantees as Marshal.
func Encode(entries []Entry) (string, error) {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for _, e := range entries {
		var v *yaml.Node
		switch value := e.Value.(type) {
		case string:
			v = text(value)
		case int:
			v = count(value)
		case float64:
			v = &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(value, 'f', -1, 64)}
		default:
			return "", fmt.Errorf("entry %s is a %T", e.Name, e.Value)
		}
		if v != nil {
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: e.Name}, v)
		}
	}
	return block(m)
}

// block writes m, or "" if it is empty.
func block(m *yaml.Node) (string, error) {
	if len(m.Content) == 0 {
		return "", nil
	}
	var b bytes.Buffer
	b.WriteString("---\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(m); err != nil {
		return "", fmt.Errorf("encode front matter: %w", err)
	}
	if err := e.Close(); err != nil {
		return "", fmt.Errorf("encode front matter: %w", err)
	}
	b.WriteString("---\n")
	return b.String(), nil
}
