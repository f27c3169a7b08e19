package target

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/filename"
	"pulltab/internal/notefile"
	"pulltab/internal/notetemplate"
	"pulltab/internal/recipe"
)

// Settings are the targets in the order of the file.
type Settings struct {
	Targets   []Target
	Options   map[string]any // of the extension, in all browsers: bool, int or string by name; nil if there are none
	Templates map[string]notetemplate.Template
}

// Target is a folder for notes.
type Target struct {
	Alias     string
	Folder    string // absolute
	Template  notetemplate.Template
	Sites     []Site
	Pictures  Pictures
	Exists    notefile.Rule
	Anchors   bool
	WikiLinks bool
	NameBytes int
}

// Site is the template of a target for some addresses.
type Site struct {
	Match    []recipe.Pattern
	Template notetemplate.Template
}

// Find returns the target of an alias.
func (s Settings) Find(alias string) (Target, bool) {
	for _, t := range s.Targets {
		if t.Alias == alias {
			return t, true
		}
	}
	return Target{}, false
}

// TemplateFor returns the template for a page: of the first site that matches its
// address, else of the target.
func (t Target) TemplateFor(address string) notetemplate.Template {
	if u, err := url.Parse(address); err == nil {
		for _, s := range t.Sites {
			if slices.ContainsFunc(s.Match, func(p recipe.Pattern) bool { return p.Matches(u) }) {
				return s.Template
			}
		}
	}
	return t.Template
}

// Pictures says what becomes of the pictures of a note.
type Pictures string

// The policies for pictures, the default first.
const (
	Link   Pictures = "link"   // they keep their addresses
	Beside Pictures = "beside" // the extension's are stored in the target's folder
)

// Limits of the settings.
const (
	maxTargets   = 50
	maxTemplates = 100
	maxSites     = 100
	maxAlias     = 40 // bytes
)

// Parse reads settings. home is the reader's home folder, for folders that begin
// with "~/"; it may be "". Problems are in the order of the file; with any, the
// settings must not be used.
func Parse(data []byte, home string) (Settings, []Problem) {
	r := &reader{}
	root := r.document(data)
	s := Settings{Templates: map[string]notetemplate.Template{}}
	var targets, templates, options node
	r.mapping(root, map[string]func(node){
		"targets":   func(n node) { targets = n },
		"templates": func(n node) { templates = n },
		"options":   func(n node) { options = n },
	})
	s.Options = r.options(options)
	r.entries(templates, maxTemplates, func(name string, n node) { s.Templates[name] = r.template(n) })
	r.entries(targets, maxTargets, func(alias string, n node) {
		if !validAlias(alias) {
			r.problem(n, "a name of a target has 1 to 40 letters, digits, spaces, or one of . _ -")
		}
		s.Targets = append(s.Targets, r.target(alias, n, s.Templates, home))
	})
	return s, r.problems
}

// validAlias reports whether a name can be shown in menus and typed in a shell.
func validAlias(alias string) bool {
	if alias == "" || len(alias) > maxAlias || alias != strings.TrimSpace(alias) || alias[0] == '-' {
		return false
	}
	return filename.Safe(alias, "", "", maxAlias) == alias
}

func (r *reader) target(alias string, n node, templates map[string]notetemplate.Template, home string) Target {
	t := Target{Alias: alias, Template: notetemplate.Default, Pictures: Link, Exists: notefile.Number, NameBytes: filename.MaxBytes}
	named := func(to *notetemplate.Template) func(node) {
		return func(n node) {
			name := r.text(n)
			found, ok := templates[name]
			if !ok {
				r.problem(n, "there is no template %q", name)
			}
			*to = found
		}
	}
	r.mapping(n, map[string]func(node){
		"folder":     func(n node) { t.Folder = r.folder(n, home) },
		"template":   named(&t.Template),
		"pictures":   func(n node) { t.Pictures = choice(r, n, []Pictures{Link, Beside}) },
		"exists":     func(n node) { t.Exists = choice(r, n, notefile.Rules) },
		"anchors":    func(n node) { t.Anchors = r.boolean(n) },
		"wiki-links": func(n node) { t.WikiLinks = r.boolean(n) },
		"name-bytes": func(n node) { t.NameBytes = r.number(n, 40, filename.MaxBytes) },
		"sites": func(n node) {
			r.list(n, maxSites, func(n node) {
				site := Site{Template: t.Template}
				r.mapping(n, map[string]func(node){
					"match": func(n node) {
						r.list(n, maxSites, func(n node) {
							p, err := recipe.ParsePattern(r.text(n))
							if err != nil {
								r.problem(n, "%v", err)
							}
							site.Match = append(site.Match, p)
						})
					},
					"template": named(&site.Template),
				})
				t.Sites = append(t.Sites, site)
			})
		},
	})
	if t.Folder == "" && len(r.problems) == 0 {
		r.problem(n, "the target has no folder")
	}
	if t.Anchors && t.Exists != notefile.Update {
		r.problem(n, "anchors need exists: update")
	}
	return t
}

func (r *reader) template(n node) notetemplate.Template {
	t := notetemplate.Default
	r.mapping(n, map[string]func(node){
		"name":   func(n node) { t.Name = r.text(n) },
		"folder": func(n node) { t.Folder = r.text(n) },
		"head":   func(n node) { t.Head = r.text(n) },
		"foot":   func(n node) { t.Foot = r.text(n) },
		"frontmatter": func(n node) {
			t.Frontmatter = []notetemplate.Property{}
			r.list(n, maxSites, func(n node) {
				if name, ok := r.scalar(n); ok {
					t.Frontmatter = append(t.Frontmatter, notetemplate.Property{Name: name})
					return
				}
				r.entries(n, 1, func(name string, n node) {
					t.Frontmatter = append(t.Frontmatter, notetemplate.Property{Name: name, Value: r.text(n)})
				})
			})
		},
	})
	if err := t.Check(); err != nil {
		r.problem(n, "%v", err)
	}
	return t
}

// folder reads the path of a folder, which must be absolute.
func (r *reader) folder(n node, home string) string {
	dir := r.text(n)
	if below, ok := strings.CutPrefix(dir, "~/"); ok && home != "" {
		return filepath.Join(home, filepath.FromSlash(below))
	}
	if !filepath.IsAbs(dir) {
		r.problem(n, "%q is not an absolute path such as ~/Notes", dir)
	}
	return dir
}
