package notefile

import "strings"

// compose returns the text of a new note with a marker.
func compose(n Note) string {
	body, next := n.Body, 1
	if n.Anchors {
		body, next = anchor(body, nil, next)
	}
	head, _ := splitFrontmatter(n.Frontmatter)
	fields, _ := parseFields(head) // ours
	return assemble(existing{fields: fields, text: spaced(head, body), marker: newMarker(n, fields, spaced(head, body), next)})
}

// update returns old with the page's text replaced by that of n: fields and notes of
// the reader stay. edited reports whether the reader changed the replaced text.
func update(old existing, n Note) (text string, edited bool) {
	body, next := n.Body, old.marker.next
	if n.Anchors {
		body, next = anchor(body, anchorsOf(old.text), next)
	}
	head, _ := splitFrontmatter(n.Frontmatter)
	ours, _ := parseFields(head)
	fields := mergeFields(old, ours)
	result := old
	result.fields = fields
	result.text = spaced(head, body)
	if len(fields) > 0 {
		result.text = spaced("x", body)
	}
	result.marker = newMarker(n, written(fields, ours), result.text, next)
	return assemble(result), digest(old.text, textHash) != old.marker.text
}

// textHash is the number of characters of the hash of the text.
const textHash = 16

// newMarker returns the marker of a note. fields are those that this program wrote.
func newMarker(n Note, fields []field, text string, next int) marker {
	m := marker{page: n.Page, text: digest(text, textHash), next: next}
	for _, f := range fields {
		m.fields += digest(f.lines, fieldHash)
	}
	return m
}

// spaced returns the text between front matter, if there is any, and the marker.
func spaced(head, body string) string {
	body = strings.TrimRight(body, "\n") + "\n\n"
	if head != "" {
		return "\n" + body
	}
	return body
}

// mergeFields returns the fields of an updated note in the order of the old one:
// those of this program have their new values, or are gone; those that the reader
// added or changed stay.
func mergeFields(old existing, ours []field) []field {
	fresh := map[string]string{}
	for _, f := range ours {
		fresh[f.name] = f.lines
	}
	var merged []field
	seen := map[string]bool{}
	for _, f := range old.fields {
		switch lines, again := fresh[f.name]; {
		case f.name == "" || !old.marker.wrote(f.lines):
			merged = append(merged, f)
		case again:
			merged = append(merged, field{f.name, lines})
		}
		seen[f.name] = true
	}
	for _, f := range ours {
		if !seen[f.name] {
			merged = append(merged, f)
		}
	}
	return merged
}

// written returns the fields of merged that are equal to ours.
func written(merged, ours []field) []field {
	mine := map[field]bool{}
	for _, f := range ours {
		mine[f] = true
	}
	var found []field
	for _, f := range merged {
		if mine[f] {
			found = append(found, f)
		}
	}
	return found
}

// assemble writes a note with its own line ends.
func assemble(e existing) string {
	var b strings.Builder
	if len(e.fields) > 0 {
		b.WriteString("---\n")
		for _, f := range e.fields {
			b.WriteString(f.lines)
		}
		b.WriteString("---\n")
	}
	b.WriteString(e.text)
	b.WriteString(e.marker.String())
	b.WriteByte('\n')
	text := b.String()
	if e.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if e.bom {
		text = bom + text
	}
	return text + e.below
}
