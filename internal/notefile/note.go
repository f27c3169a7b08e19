package notefile

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// existing is a note that was read from a file and has one marker. Its texts have
// line ends "\n"; below has its own.
type existing struct {
	bom    bool
	crlf   bool
	fields []field
	text   string // above the marker, without front matter
	marker marker
	below  string // after the marker's line, byte for byte
}

// field is one field of front matter with its lines, as written.
type field struct{ name, lines string }

const bom = "\ufeff"

// parseNote reads a note. It fails for a note without a marker or with several, and
// for front matter that is no mapping.
func parseNote(data string) (existing, bool) {
	var e existing
	data, e.bom = strings.CutPrefix(data, bom)
	above, line, below, ok := cutMarker(data)
	if !ok {
		return e, false
	}
	e.crlf = strings.HasSuffix(line, "\r")
	e.marker, _ = parseMarker(strings.TrimSuffix(line, "\r"))
	e.below = below
	above = strings.ReplaceAll(above, "\r\n", "\n")
	head, text := splitFrontmatter(above)
	e.text = text
	e.fields, ok = parseFields(head)
	return e, ok
}

// cutMarker splits data at its only marker outside of fenced code.
func cutMarker(data string) (above, line, below string, ok bool) {
	var fence fence
	at := 0
	for l := range strings.Lines(data) {
		text := strings.TrimRight(l, "\r\n")
		if !fence.inside(text) {
			if _, found := parseMarker(text); found {
				if ok {
					return "", "", "", false
				}
				ok = true
				above, line, below = data[:at], strings.TrimSuffix(l, "\n"), data[at+len(l):]
			}
		}
		at += len(l)
	}
	return above, line, below, ok
}

// fence follows fenced code over the lines of a text.
type fence struct{ open string }

// inside reports whether line is inside of fenced code, or opens or closes it.
func (f *fence) inside(line string) bool {
	text := strings.TrimLeft(line, " ")
	run := len(text)
	if text != "" {
		run = len(text) - len(strings.TrimLeft(text, text[:1]))
	}
	isFence := len(line)-len(text) < 4 && run >= 3 && (text[0] == '`' && !strings.Contains(text[run:], "`") || text[0] == '~')
	switch {
	case f.open == "" && isFence:
		f.open = text[:run]
		return true
	case f.open == "":
		return false
	case isFence && text[0] == f.open[0] && run >= len(f.open) && strings.TrimSpace(text[run:]) == "":
		f.open = ""
	}
	return true
}

// splitFrontmatter returns the lines between "---" and "---" at the beginning of a
// text, and the rest.
func splitFrontmatter(text string) (head, rest string) {
	after, found := strings.CutPrefix(text, "---\n")
	if !found {
		return "", text
	}
	if rest, empty := strings.CutPrefix(after, "---\n"); empty {
		return "", rest
	}
	end := strings.Index(after, "\n---\n")
	if end < 0 {
		return "", text
	}
	return after[:end+1], after[end+len("\n---\n"):]
}

// maxHead limits the front matter that is read, in bytes.
const maxHead = 256 << 10

// parseFields splits front matter into its fields. Comments belong to the field
// before them; those before the first field are a field without a name.
func parseFields(head string) ([]field, bool) {
	if head == "" {
		return nil, true
	}
	var doc yaml.Node
	if len(head) > maxHead || yaml.Unmarshal([]byte(head), &doc) != nil {
		return nil, false
	}
	if len(doc.Content) == 0 {
		return []field{{"", head}}, true
	}
	m := doc.Content[0]
	if m.Kind != yaml.MappingNode || m.Style&yaml.FlowStyle != 0 {
		return nil, false
	}
	lines := strings.SplitAfter(head, "\n")
	var fields []field
	from, name := 0, ""
	for i := 0; i < len(m.Content); i += 2 {
		line := m.Content[i].Line - 1
		if line < from || line >= len(lines) || i > 0 && line == from {
			return nil, false // two keys in one line, or a key that spans lines
		}
		if text := strings.Join(lines[from:line], ""); text != "" {
			fields = append(fields, field{name, text})
		}
		from, name = line, m.Content[i].Value
	}
	return append(fields, field{name, strings.Join(lines[from:], "")}), true
}
