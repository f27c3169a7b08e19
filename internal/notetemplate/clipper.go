package notetemplate

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Imported is a template of Obsidian Web Clipper in this package's form.
type Imported struct {
	Name     string
	Template Template
	Clash    string   // the rule for a file that exists, "" for the default
	Match    []string // addresses, as recipes write them
	Unmapped []string // parts of the original that have no counterpart, in words
}

// maxClipper limits a template file, in bytes.
const maxClipper = 256 << 10

// clipperFile is a template file of Obsidian Web Clipper.
type clipperFile struct {
	Name       string `json:"name"`
	Behavior   string `json:"behavior"`
	Content    string `json:"noteContentFormat"`
	NoteName   string `json:"noteNameFormat"`
	Path       string `json:"path"`
	Vault      string `json:"vault"`
	Context    string `json:"context"`
	Properties []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
		Type  string `json:"type"`
	} `json:"properties"`
	Triggers []string `json:"triggers"`
}

// clipperVariables are the variables of Web Clipper and the expressions for them.
var clipperVariables = map[string]string{
	"title": ".title", "url": ".url", "author": ".author", "published": ".published", "description": ".description",
	"image": ".image", "site": ".site", "domain": ".domain", "words": ".words", "selection": ".selection", "language": ".language",
	"date": ".fetched", "time": ".fetched", "noteName": ".title",
}

// clipperFilters are filters of the same meaning and number of arguments.
var clipperFilters = map[string]struct {
	name      string
	arguments int
}{
	"lower": {"lower", 0}, "upper": {"upper", 0}, "trim": {"trim", 0}, "kebab": {"slug", 0}, "wikilink": {"wikilink", 0},
	"date": {"date", 1}, "join": {"join", 1}, "replace": {"replace", 2},
}

// clipperSafe are filters that this package applies by itself, or that make no
// difference to a list or a text here.
var clipperSafe = []string{"safe_name", "split", "strip_tags", "strip_md", "unescape"}

// ImportClipper reads a template file of Obsidian Web Clipper. Parts without a
// counterpart are left out and listed.
func ImportClipper(data []byte) (Imported, error) {
	var f clipperFile
	if len(data) > maxClipper {
		return Imported{}, fmt.Errorf("%d bytes, limit %d", len(data), maxClipper)
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return Imported{}, fmt.Errorf("this is no template file of Obsidian Web Clipper: %w", err)
	}
	if f.NoteName == "" && f.Content == "" && len(f.Properties) == 0 {
		return Imported{}, fmt.Errorf("this is no template file of Obsidian Web Clipper: it has no noteNameFormat, noteContentFormat or properties")
	}
	im := importer{result: Imported{Name: slug(f.Name)}}
	if im.result.Name == "" {
		im.result.Name = "imported"
	}
	t := &im.result.Template
	t.Name = im.text("noteNameFormat", f.NoteName)
	t.Folder = im.text("path", f.Path)
	t.Frontmatter = []Property{}
	for _, p := range f.Properties {
		part := "property " + p.Name
		value := im.text(part, p.Value)
		if p.Type == "multitext" {
			value = asList(value)
		}
		switch {
		case p.Name == "" || p.Value != "" && value == "":
			continue
		case value == "{{."+p.Name+"}}":
			value = ""
		case value == "":
			value = `{{""}}`
		}
		property := Property{p.Name, value}
		if err := (Template{Frontmatter: []Property{property}}).Check(); err != nil || slices.ContainsFunc(t.Frontmatter, func(q Property) bool { return q.Name == p.Name }) {
			im.unmapped(part, "the name cannot be used")
			continue
		}
		t.Frontmatter = append(t.Frontmatter, property)
	}
	before, after, found := strings.Cut(f.Content, "{{content}}")
	if !found && f.Content != "" {
		im.unmapped("noteContentFormat", "it has no {{content}}; the page's text follows it")
	}
	t.Head, t.Foot = im.text("noteContentFormat", before), im.text("noteContentFormat", after)
	im.behaviour(f.Behavior)
	for _, trigger := range f.Triggers {
		im.trigger(trigger)
	}
	if f.Vault != "" {
		im.unmapped("vault", "targets name folders")
	}
	if f.Context != "" {
		im.unmapped("context", "no model reads the page")
	}
	if err := t.Check(); err != nil {
		return Imported{}, err
	}
	return im.result, nil
}

// asList returns a template that gives a list: without the join that its last step
// may be, and of a plain text its parts between commas.
func asList(value string) string {
	const joined = ` | join ", "}}`
	switch {
	case strings.HasSuffix(value, joined) && strings.Count(value, "{{") == 1:
		return strings.TrimSuffix(value, joined) + "}}"
	case value != "" && !strings.Contains(value, "{{"):
		return "{{" + strconv.Quote(value) + ` | split ","}}`
	}
	return value
}

type importer struct{ result Imported }

func (im *importer) unmapped(part, why string) {
	entry := part + ": " + why
	if !slices.Contains(im.result.Unmapped, entry) {
		im.result.Unmapped = append(im.result.Unmapped, entry)
	}
}

func (im *importer) behaviour(b string) {
	switch b {
	case "", "create":
	case "overwrite":
		im.result.Clash = "replace"
	case "append-daily", "append-specific":
		im.result.Clash = "append"
		if b == "append-daily" {
			im.result.Template.Name = `{{.fetched | date "YYYY-MM-DD"}}`
		}
	default:
		im.unmapped("behavior", b+" (text is appended, not put first)")
		im.result.Clash = "append"
	}
}

// trigger maps the beginning of an address to a pattern.
func (im *importer) trigger(trigger string) {
	u, err := url.Parse(trigger)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.ContainsAny(u.Host+u.Path, "*") {
		im.unmapped("trigger "+trigger, "only addresses can be matched")
		return
	}
	im.result.Match = append(im.result.Match, strings.TrimPrefix(u.Host, "www.")+u.Path+"**")
}

// statement is a statement of Web Clipper's template language.
var statement = regexp.MustCompile(`\{%[^%]*%\}`)

// text maps the expressions in s. An expression without a counterpart is left out.
func (im *importer) text(part, s string) string {
	for _, found := range statement.FindAllString(s, -1) {
		im.unmapped(part, found)
	}
	s = statement.ReplaceAllString(s, "")
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "{{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := closing(rest)
		if end < 0 {
			im.unmapped(part, "an expression without an end")
			return b.String()
		}
		expression := strings.TrimSpace(rest[:end])
		if mapped, ok := mapExpression(expression); ok {
			b.WriteString("{{" + mapped + "}}")
		} else {
			im.unmapped(part, "{{"+expression+"}}")
		}
		s = rest[end+2:]
	}
}

// closing returns the index of the "}}" that is in no quoted text, or -1.
func closing(s string) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(s[i:], "}}"):
			return i
		}
	}
	return -1
}

// mapExpression maps "variable|filter:argument|…".
func mapExpression(expression string) (string, bool) {
	parts := splitQuoted(expression, '|')
	name := strings.TrimSpace(parts[0])
	mapped, ok := clipperVariables[name]
	if !ok {
		return "", false
	}
	dated := false
	for _, filter := range parts[1:] {
		pieces := splitQuoted(strings.TrimSpace(filter), ':')
		filterName := pieces[0]
		if slices.Contains(clipperSafe, filterName) {
			continue
		}
		f, known := clipperFilters[filterName]
		arguments := pieces[1:]
		if filterName == "join" && len(arguments) == 0 {
			arguments = []string{`", "`}
		}
		if !known || len(arguments) != f.arguments {
			return "", false
		}
		mapped += " | " + f.name
		for _, a := range arguments {
			mapped += " " + strconv.Quote(strings.Trim(strings.TrimSpace(a), `"'`))
		}
		dated = dated || f.name == "date"
	}
	if name == "date" && !dated {
		mapped += ` | date "YYYY-MM-DD"`
	}
	return mapped, true
}

// splitQuoted splits s at separator outside of quoted text.
func splitQuoted(s string, separator byte) []string {
	var parts []string
	from, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == separator && !quoted:
			parts = append(parts, s[from:i])
			from = i + 1
		}
	}
	return append(parts, s[from:])
}
