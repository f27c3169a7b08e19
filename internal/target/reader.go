package target

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Problem is an error in the settings.
type Problem struct {
	Line int
	Key  string // such as "targets.vault.folder"
	Text string
}

func (p Problem) String() string {
	if p.Key == "" {
		return fmt.Sprintf("line %d: %s", p.Line, p.Text)
	}
	return fmt.Sprintf("line %d, %s: %s", p.Line, p.Key, p.Text)
}

// node is a value of the file and the keys that lead to it.
type node struct {
	yaml *yaml.Node
	key  string
}

// reader reads nodes and collects problems.
type reader struct{ problems []Problem }

// maxProblems limits the list of problems.
const maxProblems = 20

func (r *reader) problem(n node, format string, args ...any) {
	line := 1
	if n.yaml != nil {
		line = n.yaml.Line
	}
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, Problem{line, n.key, fmt.Sprintf(format, args...)})
	}
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// document parses data. An empty document has no node.
func (r *reader) document(data []byte) node {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		line := 1
		text := err.Error()
		if found := yamlLine.FindStringSubmatch(text); found != nil {
			text = text[len(found[0]):]
			line, _ = strconv.Atoi(found[1])
		}
		r.problems = append(r.problems, Problem{Line: max(line, 1), Text: text})
		return node{}
	}
	if len(doc.Content) == 0 {
		return node{}
	}
	if err := plain(&doc); err != nil {
		r.problem(node{yaml: doc.Content[0]}, "%v", err)
		return node{}
	}
	return node{yaml: doc.Content[0]}
}

// plain rejects anchors and aliases, which can make a small file large.
func plain(n *yaml.Node) error {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return errors.New("anchors and aliases of YAML are not allowed")
	}
	for _, c := range n.Content {
		if err := plain(c); err != nil {
			return err
		}
	}
	return nil
}

func (n node) empty() bool { return n.yaml == nil || n.yaml.Tag == "!!null" }

// entries calls f for each entry of a mapping.
func (r *reader) entries(n node, limit int, f func(name string, n node)) {
	if n.empty() {
		return
	}
	if n.yaml.Kind != yaml.MappingNode {
		r.problem(n, "this must be a mapping, lines of \"key: value\"")
		return
	}
	if len(n.yaml.Content)/2 > limit {
		r.problem(n, "%d entries, limit %d", len(n.yaml.Content)/2, limit)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.yaml.Content); i += 2 {
		name := n.yaml.Content[i].Value
		inner := node{n.yaml.Content[i+1], strings.TrimPrefix(n.key+"."+name, ".")}
		if seen[name] {
			r.problem(node{n.yaml.Content[i], inner.key}, "this key occurs twice")
			continue
		}
		seen[name] = true
		f(name, inner)
	}
}

// mapping calls the function of each key of a mapping. Other keys are problems.
func (r *reader) mapping(n node, keys map[string]func(node)) {
	r.entries(n, len(keys)+maxProblems, func(name string, inner node) {
		f, ok := keys[name]
		if !ok {
			r.problem(inner, "there is no such key; keys here are %s", strings.Join(sorted(keys), ", "))
			return
		}
		f(inner)
	})
}

func (r *reader) list(n node, limit int, f func(node)) {
	switch {
	case n.empty():
	case n.yaml.Kind != yaml.SequenceNode:
		r.problem(n, "this must be a list, lines of \"- value\"")
	case len(n.yaml.Content) > limit:
		r.problem(n, "%d entries, limit %d", len(n.yaml.Content), limit)
	default:
		for i, c := range n.yaml.Content {
			f(node{c, fmt.Sprintf("%s[%d]", n.key, i+1)})
		}
	}
}

// scalar returns the text of a value that is no list or mapping.
func (r *reader) scalar(n node) (string, bool) {
	if n.yaml.Kind != yaml.ScalarNode {
		return "", false
	}
	return n.yaml.Value, true
}

func (r *reader) text(n node) string {
	s, ok := r.scalar(n)
	if !ok {
		r.problem(n, "this must be a text")
	}
	return s
}

func (r *reader) boolean(n node) bool {
	if n.yaml.Tag != "!!bool" {
		r.problem(n, "this must be true or false")
	}
	return n.yaml.Value == "true"
}

func (r *reader) number(n node, least, most int) int {
	v, err := strconv.Atoi(n.yaml.Value)
	if err != nil || v < least || v > most {
		r.problem(n, "this must be a number from %d to %d", least, most)
	}
	return v
}

// choice reads one of several words.
func choice[T ~string](r *reader, n node, words []T) T {
	given := r.text(n)
	for _, w := range words {
		if string(w) == given {
			return w
		}
	}
	r.problem(n, "%q is not one of %v", given, words)
	return words[0]
}

func sorted[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
