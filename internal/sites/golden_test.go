package sites_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

var update = flag.Bool("update", false, "rewrite the expected Markdown")

// fixture is a page of testdata; its first line is a comment with its address.
type fixture struct {
	name string
	src  page.Source
}

// loadFixtures reads the pages of testdata once.
var loadFixtures = sync.OnceValues(func() ([]fixture, error) {
	files, err := filepath.Glob("testdata/*.html")
	if err != nil {
		return nil, err
	}
	var list []fixture
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		head, body, _ := strings.Cut(string(data), "\n")
		url := strings.TrimSuffix(strings.TrimPrefix(head, "<!-- url: "), " -->")
		list = append(list, fixture{strings.TrimSuffix(filepath.Base(file), ".html"), page.Source{URL: url, HTML: body}})
	}
	return list, nil
})

func fixtures(t testing.TB) []fixture {
	t.Helper()
	list, err := loadFixtures()
	if err != nil || len(list) == 0 {
		t.Fatalf("%d fixtures: %v", len(list), err)
	}
	return list
}

// eachFixture runs test in parallel for the fixtures that accept accepts.
func eachFixture(t *testing.T, accept func(f fixture) bool, test func(t *testing.T, f fixture)) {
	t.Helper()
	tested := 0
	for _, f := range fixtures(t) {
		if accept(f) {
			tested++
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				test(t, f)
			})
		}
	}
	if tested == 0 {
		t.Error("no fixture was tested")
	}
}

func every(fixture) bool { return true }

// named accepts the fixtures with these names.
func named(names ...string) func(fixture) bool {
	return func(f fixture) bool { return slices.Contains(names, f.name) }
}

// isHostile reports whether the page tries to break the adapter.
func isHostile(f fixture) bool { return strings.HasSuffix(f.name, "-hostile") }

// hasComments accepts the fixtures with goldens for several comment depths. With
// -update it is decided by the expected Markdown.
func hasComments(f fixture) bool {
	md, err := os.ReadFile("testdata/" + f.name + ".md")
	return err == nil && !isHostile(f) && commentLine.Match(md)
}

// commentLine matches the first line of a comment in Markdown.
var commentLine = regexp.MustCompile(`(?m)^(> )+\*\*.*$`)

func convert(t *testing.T, src page.Source, change func(*pipeline.Options)) pipeline.Result {
	t.Helper()
	o := pipeline.DefaultOptions()
	o.NoTimestamp = true
	if change != nil {
		change(&o)
	}
	r, err := pipeline.Convert(context.Background(), src, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// golden converts f with the options of its expected Markdown: an article with an
// engine without a trained model, so that a new model does not change it.
func (f fixture) golden(t *testing.T, change func(*pipeline.Options)) pipeline.Result {
	t.Helper()
	return convert(t, f.src, func(o *pipeline.Options) {
		if strings.HasPrefix(f.name, "article-") {
			o.Engine = "readability"
		}
		if change != nil {
			change(o)
		}
	})
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// withoutModelScores removes the front matter fields that change with the model.
func withoutModelScores(md string) string {
	var kept []string
	for _, line := range strings.SplitAfter(md, "\n") {
		if !strings.HasPrefix(line, "confidence: ") && !strings.HasPrefix(line, "fidelity: 1\n") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// TestFixturesGiveTheExpectedMarkdown is not parallel, so that with -update the
// Markdown that hasComments reads exists before the parallel tests run.
func TestFixturesGiveTheExpectedMarkdown(t *testing.T) {
	eachFixture(t, every, func(t *testing.T, f fixture) {
		r := f.golden(t, nil)
		compare(t, "testdata/"+f.name+".md", withoutModelScores(r.Markdown)+"\n<!-- "+r.Reason+" -->\n")
	})
}
