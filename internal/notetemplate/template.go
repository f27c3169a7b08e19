package notetemplate

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"text/template/parse"

	"pulltab/internal/filename"
	"pulltab/internal/frontmatter"
)

// Limits of a template.
const (
	maxProperties = 60
	maxFolders    = 8 // levels below the target
)

// Template says how notes are made of pages. The zero value of a text gives the
// default: the title as name, no folder, all fields, nothing before and after.
type Template struct {
	Name        string     // the file's name without ending
	Folder      string     // below the target, with slashes
	Frontmatter []Property // nil gives the fields of frontmatter.Names
	Head, Foot  string     // Markdown before and after the page's text
}

// Property is one field of the front matter.
type Property struct {
	Name  string
	Value string // a template; "" gives the variable of this name
}

// Default is the template of targets that name none.
var Default = Template{Name: "{{.title}}"}

// Check returns the first error of the template, an *Error.
func (t Template) Check() error {
	if len(t.Frontmatter) > maxProperties {
		return &Error{"frontmatter", fmt.Sprintf("%d fields, limit %d", len(t.Frontmatter), maxProperties)}
	}
	for _, part := range []struct{ name, text string }{{"name", t.Name}, {"folder", t.Folder}, {"head", t.Head}, {"foot", t.Foot}} {
		if _, err := compile(part.text, &run{}); err != nil {
			return &Error{part.name, err.Error()}
		}
	}
	seen := map[string]bool{}
	for _, p := range t.Frontmatter {
		part := "frontmatter." + p.Name
		switch {
		case p.Name == "" || frontmatter.Clean(p.Name, 100) != p.Name:
			return &Error{"frontmatter", fmt.Sprintf("%q is not the name of a field", p.Name)}
		case seen[p.Name]:
			return &Error{part, "there are two fields of this name"}
		case p.Value == "" && !isVariable(p.Name):
			return &Error{part, "there is no variable of this name; give the field a value"}
		}
		seen[p.Name] = true
		if _, err := compile(p.Value, &run{}); err != nil {
			return &Error{part, err.Error()}
		}
	}
	return nil
}

// Note is a page as it is written to a file.
type Note struct {
	Name        string // safe, without ending
	Folder      string // safe, with slashes; "" is the target's own folder
	Frontmatter string // a block from "---\n" to "---\n", or ""
	Body        string // ends in a line end
}

// Render makes the note of a page. nameBytes limits the file's name; ending is not
// part of it. The error is an *Error.
func (t Template) Render(p Page, nameBytes int) (Note, error) {
	if t.Name == "" {
		t.Name = Default.Name
	}
	r := &run{}
	text := func(part, source string, at place) (string, error) {
		s, err := r.text(source, p.values(at))
		if err != nil {
			return "", &Error{part, err.Error()}
		}
		return s, nil
	}
	name, err := text("name", t.Name, inName)
	if err != nil {
		return Note{}, err
	}
	folder, err := text("folder", t.Folder, inFolder)
	if err != nil {
		return Note{}, err
	}
	head, err := text("head", t.Head, inText)
	if err != nil {
		return Note{}, err
	}
	foot, err := text("foot", t.Foot, inText)
	if err != nil {
		return Note{}, err
	}
	note := Note{Name: filename.Safe(name, "", "page", nameBytes), Folder: safeFolder(folder, nameBytes), Body: join(head, p.Content, foot)}
	note.Frontmatter, err = t.frontmatter(p, r, note.Name, name)
	return note, err
}

// frontmatter returns the block. A file whose name lost part of the title gets the
// title as alias, by which note applications find it.
func (t Template) frontmatter(p Page, r *run, safe, name string) (string, error) {
	properties := t.Frontmatter
	if properties == nil {
		for _, n := range frontmatter.Names() {
			if isVariable(n) {
				properties = append(properties, Property{Name: n})
			}
		}
	}
	values := p.values(inFields)
	aliased := len(properties) == 0
	var entries []frontmatter.Entry
	for _, f := range properties {
		value := values[f.Name]
		if f.Value != "" {
			var err error
			if value, err = r.value(f.Value, values); err != nil {
				return "", &Error{"frontmatter." + f.Name, err.Error()}
			}
		}
		aliased = aliased || f.Name == "aliases"
		entries = append(entries, frontmatter.Entry{Name: f.Name, Value: value})
	}
	if title := frontmatter.Clean(p.Fields.Title, maxLine); !aliased && title != "" && name == title && safe != title {
		entries = append(entries, frontmatter.Entry{Name: "aliases", Value: []string{title}})
	}
	block, err := frontmatter.Encode(entries)
	if err != nil {
		return "", &Error{"frontmatter", err.Error()}
	}
	return block, nil
}

// text executes a template.
func (r *run) text(source string, values map[string]any) (string, error) {
	if !strings.Contains(source, "{{") {
		return source, nil
	}
	t, err := compile(source, r)
	if err != nil {
		return "", err
	}
	return r.execute(t, values)
}

func (r *run) execute(t *template.Template, values map[string]any) (string, error) {
	out := limited{left: MaxOutput}
	if err := t.Execute(&out, values); err != nil {
		if errors.Is(err, errTooLong) {
			return "", errTooLong
		}
		return "", plainError(err)
	}
	return out.String(), nil
}

// value executes a template for a field. A template that is one value keeps its
// type: a list stays a list, a date a date.
func (r *run) value(source string, values map[string]any) (any, error) {
	t, err := compile(source, r)
	if err != nil {
		return nil, err
	}
	if t.Tree != nil && t.Root != nil && len(t.Root.Nodes) == 1 {
		if action, ok := t.Root.Nodes[0].(*parse.ActionNode); ok && len(action.Pipe.Decl) == 0 {
			action.Pipe.Cmds = action.Pipe.Cmds[:len(action.Pipe.Cmds)-1] // display
			end(action.Pipe, "capture")
			r.captured = nil
			_, err = r.execute(t, values)
			return scalar(r.captured), err
		}
	}
	return r.execute(t, values)
}

// scalar returns a value that frontmatter.Encode takes.
func scalar(v any) any {
	switch v := v.(type) {
	case string, int, float64, list, date, address:
		return v
	}
	return asText(v)
}

// limited is a buffer that fails when it is full.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errTooLong
	}
	return l.Buffer.Write(p)
}

// safeFolder returns the folder with each of its names made safe.
func safeFolder(folder string, nameBytes int) string {
	var names []string
	for part := range strings.SplitSeq(folder, "/") {
		if name := filename.Safe(part, "", "", nameBytes); name != "" && len(names) < maxFolders {
			names = append(names, name)
		}
	}
	return strings.Join(names, "/")
}

// join puts the parts of a note together, an empty line between them.
func join(parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p = strings.Trim(p, "\n"); strings.TrimSpace(p) != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "\n\n") + "\n"
}
