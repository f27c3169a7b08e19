package notetemplate_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pulltab/internal/frontmatter"
	"pulltab/internal/metadata"
	"pulltab/internal/notetemplate"
)

func gauge() notetemplate.Page {
	return notetemplate.Page{
		Fields: frontmatter.Fields{
			Metadata: metadata.Metadata{
				Title: "How a gauge [keeps] time", URL: "https://www.harbour.example/tides/gauge?x=(1)", Site: "The Harbour", Author: []string{"Jane Doe", "José Núñez"},
				Published: "2026-03-20T09:00:00+01:00", Tags: []string{"tides", "clocks"},
			},
			Judgement: frontmatter.Judgement{Source: "blocks", Quality: 0.85, Words: 1234},
		},
		Content: "# How a gauge keeps time\n\nThe gauge on the mole.\n",
		Now:     time.Date(2026, 3, 22, 12, 30, 5, 0, time.FixedZone("", 3600)),
	}
}

// TestDangerousTemplatesAreRejected checks that Check allows nothing that loops,
// defines, formats without a limit or reads unknown values.
func TestDangerousTemplatesAreRejected(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"definition", `{{define "a"}}x{{end}}`, "define"},
		{"block", `{{block "a" .}}x{{end}}`, "define"},
		{"inclusion", `{{template "a"}}`, "template"},
		{"with", `{{with .title}}x{{end}}`, "with is not allowed"},
		{"break", `{{range .tags}}{{break}}{{end}}`, "break is not allowed"},
		{"range over a text", `{{range .title}}x{{end}}`, "range needs one of .author, .tags"},
		{"range over a number", `{{range 1000000000}}x{{end}}`, "range needs"},
		{"range in a range", `{{range .tags}}{{range $.author}}x{{end}}{{end}}`, "inside a range"},
		{"formatting", `{{printf "%1000000000d" 1}}`, "no function printf"},
		{"calling", `{{call .title}}`, "no function call"},
		{"capture", `{{.title | capture}}`, "no function capture"},
		{"unknown variable", `{{.titel}}`, "no variable .titel"},
		{"unknown variable of the root", `{{range .tags}}{{$.titel}}{{end}}`, "no variable .titel"},
		{"field of a value", `{{.title.x}}`, "has no fields"},
		{"field in a range", `{{range .tags}}{{.title}}{{end}}`, "write $.title"},
		{"the whole", `{{.}}`, `"." has no value`},
		{"unclosed", `{{.title`, "unclosed"},
		{"too many parts", strings.Repeat("{{.title}}", 1001), "over 1000 parts"},
		{"too long", strings.Repeat("x", 65<<10), "limit 65536"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, template := range []notetemplate.Template{{Name: c.text}, {Folder: c.text}, {Head: c.text}, {Foot: c.text}, {Frontmatter: []notetemplate.Property{{Name: "x", Value: c.text}}}} {
				err := template.Check()
				var coded *notetemplate.Error
				if !errors.As(err, &coded) || !strings.Contains(coded.Problem, c.want) {
					t.Errorf("%v does not name %q", err, c.want)
				}
			}
		})
	}
}

func TestOutputAndWorkAreLimited(t *testing.T) {
	grow := "{{.title"
	for range 12 {
		grow += ` | replace "e" "` + strings.Repeat("e", 50) + `"`
	}
	for name, text := range map[string]string{
		"growing values": grow + "}}",
		"long output":    `{{$x := .title | replace "e" "` + strings.Repeat("e", 20000) + `" | replace "e" "eeeeeeeeee"}}` + strings.Repeat("{{$x}}", 40),
	} {
		template := notetemplate.Template{Name: "x", Head: text}
		if err := template.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := template.Render(gauge(), 200); err == nil || !strings.Contains(err.Error(), "over 16 MiB") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFunctions(t *testing.T) {
	for _, c := range []struct{ template, want string }{
		{`{{.title | slug}}`, "how-a-gauge-keeps-time"},
		{`{{.title | upper}}`, "HOW A GAUGE KEEPS TIME"},
		{`{{.author | join " & "}}`, "Jane Doe & José Núñez"},
		{`{{.author | lower | join "-"}}`, "jane doe-josé núñez"},
		{`{{.published | date "YYYY MM DD"}}`, "2026 03 20"},
		{`{{.fetched | date "dddd D MMMM YYYY, HH.mm.ss [at] GGGG-WW Q"}}`, "Sunday 22 March 2026, 12.30.05 at 2026-12 1"},
		{`{{.modified | date "YYYY" | default "undated"}}`, "undated"},
		{`{{.site | replace "The " ""}}`, "Harbour"},
		{`{{range .tags}}({{.}} of {{$.site}}){{else}}none{{end}}`, "(tides of The Harbour)(clocks of The Harbour)"},
		{`{{if and .words (gt .words 1000)}}long{{else}}short{{end}}`, "long"},
		{`{{$x := .site}}{{$x | lower}}`, "the harbour"},
		{`{{.domain}} {{.quality}} {{.score | default "?"}}x`, "harbour.example 0.85 x"},
		{`{{.tags}}`, "tides, clocks"},
		{`{{"a, b,,c" | split "," | join "+"}}`, "a+b+c"},
		{`{{.subreddit | default .site}}`, "The Harbour"},
	} {
		template := notetemplate.Template{Name: "x", Frontmatter: []notetemplate.Property{{Name: "x", Value: c.template + " "}}}
		if err := template.Check(); err != nil {
			t.Errorf("%s: %v", c.template, err)
			continue
		}
		note, err := notetemplate.Template{Name: c.template, Frontmatter: []notetemplate.Property{}}.Render(gauge(), 200)
		if want := strings.NewReplacer("[", "", "]", "", "?", "").Replace(c.want); err != nil || strings.NewReplacer("[", "", "]", "").Replace(note.Name) != want {
			t.Errorf("%s gives %q (%v), want %q", c.template, note.Name, err, want)
		}
	}
}

func TestValuesCannotLeaveTheirPlace(t *testing.T) {
	page := gauge()
	page.Fields.Title = "../../x\n---\nevil: 1 <img src=x onerror=a> [a](javascript:b) {{c}} <%* d %>"
	page.Fields.URL = "https://a.example/)](javascript:x)"
	note, err := notetemplate.Template{
		Name: "{{.title}}", Folder: "{{.title}}/{{.site}}/../..", Head: "# {{.title}}\n\n[source]({{.url}})",
		Frontmatter: []notetemplate.Property{{Name: "title"}, {Name: "both", Value: "{{.title}} of {{.site}}"}, {Name: "url"}},
	}.Render(page, 200)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(note.Name, "/\\") || strings.Count(note.Folder, "/") != 1 || strings.Contains(note.Folder, "..") {
		t.Errorf("name %q, folder %q", note.Name, note.Folder)
	}
	if strings.Count(note.Frontmatter, "\n---\n") != 1 || strings.Contains(note.Frontmatter, "\nevil") {
		t.Errorf("front matter\n%s", note.Frontmatter)
	}
	for _, bad := range []string{"<img", "[a](java", "{{", "<%", "](javascript:x)"} {
		if strings.Contains(strings.ReplaceAll(note.Body, `\`+bad, ""), bad) {
			t.Errorf("%s in\n%s", bad, note.Body)
		}
	}
}

// FuzzTemplate checks that any template is rejected by Check, or renders without a
// panic, and keeps the promises of its output.
func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"", "{{.title}}", `{{range .tags}}{{.}}{{end}}`, `{{.fetched | date "YYYY/MM"}}`, `{{if .x}}`, "{{/* a */}}", `{{.title | replace "" "x"}}`, `{{len .tags}}`, `{{eq .title .tags}}`} {
		f.Add(s, "Bread")
	}
	f.Fuzz(func(t *testing.T, text, title string) {
		template := notetemplate.Template{Name: text, Folder: text, Head: text, Foot: text, Frontmatter: []notetemplate.Property{{Name: "x", Value: text}, {Name: "title"}}}
		if template.Check() != nil {
			return
		}
		page := gauge()
		page.Fields.Title = title
		note, err := template.Render(page, 100)
		if err != nil {
			return
		}
		if note.Name == "" || len(note.Name) > 100 || strings.ContainsAny(note.Name, "/\\\x00") || strings.HasPrefix(note.Folder, "/") || strings.Contains("/"+note.Folder+"/", "/../") {
			t.Errorf("name %q, folder %q", note.Name, note.Folder)
		}
		if n := strings.Count(note.Frontmatter, "\n---\n"); note.Frontmatter != "" && n != 1 {
			t.Errorf("front matter %q", note.Frontmatter)
		}
	})
}
