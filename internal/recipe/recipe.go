package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"go.yaml.in/yaml/v3"
)

// Limits of a file of recipes.
const (
	maxFile      = 1 << 20
	maxRecipes   = 2000
	maxList      = 50  // patterns or selectors of one recipe
	maxSelector  = 300 // bytes
	maxNested    = 2   // elements that a selector names around another one
	maxPathBytes = 300
)

// Recipe is the rule for one site.
type Recipe struct {
	Name     string           `yaml:"name"`
	Match    []string         `yaml:"match"`    // HOST/PATH; * is anything but "/" (in a host: but "."), ** anything
	Remove   []string         `yaml:"remove"`   // CSS: removed from the page
	Content  []string         `yaml:"content"`  // CSS: the content, whatever engines select
	Keep     []string         `yaml:"keep"`     // CSS: part of the content, whatever engines select
	Comments []string         `yaml:"comments"` // CSS: readers' comments
	Fields   map[string]Field `yaml:"fields"`   // title, author, published, modified, description, tags

	Own bool `yaml:"-"` // from the user's file

	match                           []Pattern
	remove, content, keep, comments cascadia.SelectorGroup // nil matches nothing
}

// Field is the source of a field of the front matter: the text or an attribute of
// the elements that a selector matches, or JSON-LD.
type Field struct {
	Selector string `yaml:"selector"`
	Attr     string `yaml:"attr"`   // instead of the text
	JSONLD   string `yaml:"jsonld"` // path such as "author.name"

	selector goquery.Matcher // nil for JSON-LD
}

// fieldNames are the fields that a recipe may fill.
var fieldNames = []string{"title", "author", "published", "modified", "description", "tags"}

// Parse reads a file of recipes. Every field must be known and every value
// valid: the error names the line or the recipe at fault.
func Parse(data []byte) ([]Recipe, error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("%d bytes, limit %d", len(data), maxFile)
	}
	var file struct {
		Recipes []Recipe `yaml:"recipes"`
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	switch err := d.Decode(&file); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, plainError(err)
	}
	if len(file.Recipes) > maxRecipes {
		return nil, fmt.Errorf("%d recipes, limit %d", len(file.Recipes), maxRecipes)
	}
	names := map[string]bool{}
	for i := range file.Recipes {
		r := &file.Recipes[i]
		if err := r.compile(); err != nil {
			name := r.Name
			if name == "" {
				name = fmt.Sprintf("number %d", i+1)
			}
			return nil, fmt.Errorf("recipe %s: %w", name, err)
		}
		if names[r.Name] {
			return nil, fmt.Errorf("recipe %s: there are two of this name", r.Name)
		}
		names[r.Name] = true
	}
	return file.Recipes, nil
}

// plainError shortens a YAML error to one line without Go type names.
func plainError(err error) error {
	var wrong *yaml.TypeError
	if errors.As(err, &wrong) && len(wrong.Errors) > 0 {
		first, _, _ := strings.Cut(wrong.Errors[0], " in type ")
		return errors.New(first)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
}

func (r *Recipe) compile() error {
	if r.Name == "" {
		return errors.New("no name")
	}
	if len(r.Match) == 0 {
		return errors.New(`no match: which addresses is it for, for example "example.com/**"?`)
	}
	if len(r.Match) > maxList {
		return fmt.Errorf("%d patterns, limit %d", len(r.Match), maxList)
	}
	for _, s := range r.Match {
		p, err := ParsePattern(s)
		if err != nil {
			return err
		}
		r.match = append(r.match, p)
	}
	for _, g := range []struct {
		name string
		list []string
		to   *cascadia.SelectorGroup
	}{{"remove", r.Remove, &r.remove}, {"content", r.Content, &r.content}, {"keep", r.Keep, &r.keep}, {"comments", r.Comments, &r.comments}} {
		if len(g.list) > maxList {
			return fmt.Errorf("%s: %d selectors, limit %d", g.name, len(g.list), maxList)
		}
		for _, s := range g.list {
			group, err := selector(s)
			if err != nil {
				return fmt.Errorf("%s: %w", g.name, err)
			}
			*g.to = append(*g.to, group...)
		}
	}
	for name, f := range r.Fields {
		if !slices.Contains(fieldNames, name) {
			return fmt.Errorf("fields: %q is not one of %s", name, strings.Join(fieldNames, ", "))
		}
		if (f.Selector == "") == (f.JSONLD == "") {
			return fmt.Errorf("fields: %s: either a selector or jsonld", name)
		}
		if f.Selector != "" {
			group, err := selector(f.Selector)
			if err != nil {
				return fmt.Errorf("fields: %s: %w", name, err)
			}
			f.selector = cascadia.Selector(group.Match)
			r.Fields[name] = f
		}
	}
	if r.remove == nil && r.content == nil && r.keep == nil && r.comments == nil && len(r.Fields) == 0 {
		return errors.New("says nothing about the page")
	}
	return nil
}

// selector parses CSS that can be matched in time on any page. Matching backtracks
// over ancestors, so combinators are limited.
func selector(css string) (cascadia.SelectorGroup, error) {
	switch {
	case css == "":
		return nil, errors.New("an empty selector")
	case len(css) > maxSelector:
		return nil, fmt.Errorf("a selector of %d bytes, limit %d", len(css), maxSelector)
	case strings.Contains(css, ":has") || strings.Contains(css, ":contains") || strings.Contains(css, ":matches") || strings.Contains(css, "~"):
		return nil, fmt.Errorf("%q: :has, :contains, :matches and ~ are not for recipes", css)
	}
	group, err := cascadia.ParseGroup(css)
	if err != nil {
		return nil, fmt.Errorf("%q is not a CSS selector: %w", css, err)
	}
	for _, one := range strings.Split(css, ",") {
		if n := len(strings.Fields(strings.NewReplacer(">", " ", "+", " ").Replace(one))) - 1; n > maxNested {
			return nil, fmt.Errorf("%q names %d elements around another one, limit %d", css, n, maxNested)
		}
	}
	return group, nil
}
