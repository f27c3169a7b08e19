package target_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pulltab/internal/frontmatter"
	"pulltab/internal/metadata"
	"pulltab/internal/notefile"
	"pulltab/internal/notetemplate"
	"pulltab/internal/target"
)

var update = flag.Bool("update", false, "write the expected output")

func gauge() notetemplate.Page {
	sure := 0.97
	return notetemplate.Page{
		Fields: frontmatter.Fields{
			Metadata: metadata.Metadata{
				Title: "How a tide gauge keeps time: a clock on the north mole", URL: "https://www.harbour.example/tides/gauge?x=(1)#top", Site: "The Harbour",
				Author: []string{"Jane Doe", "José Núñez"}, Published: "2026-03-20T09:00:00+01:00", Description: "The *greatest* enemy of a gauge is its clock.",
				Language: "en-GB", Tags: []string{"tide gauges", "clocks"},
			},
			Judgement: frontmatter.Judgement{Source: "blocks", Quality: 0.85, Confidence: &sure, Coverage: &sure, Words: 1234},
		},
		Content: "# How a tide gauge keeps time\n\nThe gauge on the north mole.\n\n- It is old.\n- It is slow.\n",
		Now:     time.Date(2026, 3, 22, 12, 30, 5, 0, time.FixedZone("", 3600)),
	}
}

func hostile() notetemplate.Page {
	p := gauge()
	p.Fields.Title = "../../etc/passwd\n---\nevil: yes <script> [x](javascript:y) {{z}} \u202egpj"
	p.Fields.Site = `C:\Windows`
	return p
}

// TestTemplatesMakeNotes compares the note of each settings file in testdata with the
// golden file: its path, and its text in an empty folder.
func TestTemplatesMakeNotes(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			settings, problems := target.Parse(data, "/home/ada")
			vault, ok := settings.Find("vault")
			if len(problems) > 0 || !ok {
				t.Fatal(problems)
			}
			vault.Folder = t.TempDir()
			page := gauge()
			if strings.HasPrefix(string(data), "# page: hostile") {
				page = hostile()
			}
			saved, err := vault.Save(page, nil)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(vault.Folder, saved.Path))
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%s\n%s", saved.Path, text)
			golden := strings.TrimSuffix(file, ".yaml") + ".md"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || string(want) != got {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			again, err := vault.Save(page, nil)
			if err != nil || vault.Exists == notefile.Update && again.Outcome != notefile.Unchanged {
				t.Errorf("saved again: %+v, %v", again, err)
			}
		})
	}
}

func TestProblemsNameLineAndKey(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no YAML", "targets:\n  - [", "line 2: did not find expected node content"},
		{"unknown key", "target:\n  x: 1\n", "line 2, target: there is no such key; keys here are options, targets, templates"},
		{"unknown key of a target", "targets:\n  vault:\n    folder: /v\n    colour: red\n", "line 4, targets.vault.colour: there is no such key; keys here are anchors, exists, folder, name-bytes, pictures, sites, template, wiki-links"},
		{"no mapping", "targets: vault\n", `line 1, targets: this must be a mapping, lines of "key: value"`},
		{"no folder", "targets:\n  vault:\n    exists: skip\n", "line 3, targets.vault: the target has no folder"},
		{"relative folder", "targets:\n  vault:\n    folder: Notes\n", `line 3, targets.vault.folder: "Notes" is not an absolute path such as ~/Notes`},
		{"unknown rule", "targets:\n  vault:\n    folder: /v\n    exists: merge\n", `line 4, targets.vault.exists: "merge" is not one of [number skip replace update append]`},
		{"no truth", "targets:\n  vault:\n    folder: /v\n    wiki-links: 1\n", "line 4, targets.vault.wiki-links: this must be true or false"},
		{"no number", "targets:\n  vault:\n    folder: /v\n    name-bytes: 5\n", "line 4, targets.vault.name-bytes: this must be a number from 40 to 200"},
		{"unknown template", "targets:\n  vault:\n    folder: /v\n    template: x\n", `line 4, targets.vault.template: there is no template "x"`},
		{"wrong template", "templates:\n  t:\n    name: '{{.titel}}'\n", "line 3, templates.t: name: there is no variable .titel; variables are "},
		{"wrong field", "templates:\n  t:\n    frontmatter: [title, year]\n", "line 3, templates.t: frontmatter.year: there is no variable of this name; give the field a value"},
		{"twice", "targets:\n  vault:\n    folder: /v\n  vault:\n    folder: /w\n", "line 4, targets.vault: this key occurs twice"},
		{"alias", "targets:\n  a/b:\n    folder: /v\n", "line 3, targets.a/b: a name of a target has 1 to 40 letters, digits, spaces, or one of . _ -"},
		{"pattern", "targets:\n  vault:\n    folder: /v\n    sites:\n      - match: ['*']\n", `line 5, targets.vault.sites[1].match[1]: match: "*" would match every host`},
		{"aliases of YAML", "targets: &a\n  vault: {folder: /v}\ntemplates: *a\n", "line 1: anchors and aliases of YAML are not allowed"},
		{"unknown value of an option", "options:\n  images: hide\n", `line 2, options.images: "hide" is not one of [keep alt drop]`},
		{"option of another type", "options:\n  comments: 3\n", "line 2, options.comments: this must be true or false"},
		{"option out of range", "options:\n  commentDepth: 11\n", "line 2, options.commentDepth: this must be a number from 1 to 10"},
		{"option that is a list", "options:\n  other: [a]\n", "line 2, options.other: this must be a text, a number, true or false"},
		{"option that is code", "options:\n  'a b': x\n", "line 2, options.a b: a name of an option has 1 to 30 letters"},
		{"anchors without update", "targets:\n  vault:\n    folder: /v\n    anchors: true\n", "line 3, targets.vault: anchors need exists: update"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems := target.Parse([]byte(c.text), "/home/ada")
			if len(problems) == 0 || !strings.HasPrefix(problems[0].String(), c.want) {
				t.Errorf("got %v, want %s", problems, c.want)
			}
		})
	}
}

func TestEmptySettingsHaveNoTargets(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "targets:\n", "{}"} {
		if s, problems := target.Parse([]byte(text), ""); len(problems) > 0 || len(s.Targets) > 0 {
			t.Errorf("%q: %v, %v", text, s, problems)
		}
	}
}

func TestAFolderInTheHomeFolder(t *testing.T) {
	s, problems := target.Parse([]byte("targets:\n  vault:\n    folder: ~/Notes/Vault\n"), filepath.FromSlash("/home/ada"))
	if want := filepath.FromSlash("/home/ada/Notes/Vault"); len(problems) > 0 || s.Targets[0].Folder != want {
		t.Errorf("%+v, %v", s.Targets, problems)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("targets:\n  vault:\n    folder: /v\n    sites:\n      - match: [a.example]\n        template: t\ntemplates:\n  t: {name: x, frontmatter: [title, {a: b}]}\n")
	f.Add("targets: {a: {folder: ~/x, name-bytes: !!int 100}}")
	f.Fuzz(func(t *testing.T, text string) {
		s, problems := target.Parse([]byte(text), "/home/ada")
		if len(problems) > 0 {
			return
		}
		for _, v := range s.Targets {
			if !filepath.IsAbs(v.Folder) || v.NameBytes < 40 {
				t.Errorf("%+v", v)
			}
		}
	})
}
