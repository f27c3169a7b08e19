package frontmatter

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"pulltab/internal/macros"
)

// Entry is one field of a block written by Encode. Its value is a string, a Date, an
// Address, a []string, an int or a float64; an empty value is left out.
type Entry struct {
	Name  string
	Value any
}

// Date is a date or a time, which is written without quotes. Another text is
// written like a string.
type Date string

// Address is an address, which is never cut.
type Address string

// Encode returns a block of entries in their order, from "---\n" to "---\n",
// with the same guarantees as Marshal.
func Encode(entries []Entry) (string, error) {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for _, e := range entries {
		var v *yaml.Node
		switch value := e.Value.(type) {
		case string:
			v = text(value)
		case Date:
			v = date(string(value))
		case Address:
			v = address(string(value))
		case []string:
			v = list(value)
		case int:
			v = count(value)
		case float64:
			v = &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(value, 'f', -1, 64)}
		default:
			return "", fmt.Errorf("entry %s is a %T", e.Name, e.Value)
		}
		if v != nil {
			m.Content = append(m.Content, text(e.Name), v)
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
	// Texts with an opener contain YAML syntax, so they are quoted (isPlain).
	return macros.YAML(withEmoji(b.String())), nil
}

// withEmoji writes the escapes of graphic characters beyond U+FFFF, which the
// encoder produces in quoted values only, as the characters themselves.
func withEmoji(block string) string {
	if !strings.Contains(block, `\U`) {
		return block
	}
	lines := strings.SplitAfter(block, "\n")
	for i, line := range lines {
		value := strings.TrimPrefix(strings.TrimLeft(line, " "), "- ")
		if _, after, ok := strings.Cut(line, ": "); ok && len(value) > 0 && value[0] != '"' {
			value = after
		}
		if strings.HasPrefix(value, `"`) {
			lines[i] = line[:len(line)-len(value)] + unescape(value)
		}
	}
	return strings.Join(lines, "")
}

func unescape(quoted string) string {
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		if quoted[i] != '\\' || i+1 == len(quoted) {
			b.WriteByte(quoted[i])
			continue
		}
		if quoted[i+1] == 'U' && i+10 <= len(quoted) {
			if n, err := strconv.ParseUint(quoted[i+2:i+10], 16, 32); err == nil && unicode.IsGraphic(rune(n)) {
				b.WriteRune(rune(n))
				i += 9
				continue
			}
		}
		b.WriteString(quoted[i : i+2])
		i++
	}
	return b.String()
}
