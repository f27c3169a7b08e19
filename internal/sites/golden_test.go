package sites_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

var update = flag.Bool("update", false, "write the expected Markdown anew")

// fixture is a page of testdata; its first line is a comment with its address.
type fixture struct {
	name string
	src  page.Source
}

func fixtures(t *testing.T) []fixture {
	t.Helper()
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var list []fixture
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, body, _ := strings.Cut(string(data), "\n")
		url := strings.TrimSuffix(strings.TrimPrefix(head, "<!-- url: "), " -->")
		list = append(list, fixture{strings.TrimSuffix(filepath.Base(file), ".html"), page.Source{URL: url, HTML: body}})
	}
	return list
}

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

// golden converts f as its expected Markdown was made: an article by an engine
// that nothing was learned by, so that no new model changes it.
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

// shown leaves out of the front matter what the learned model decides, which
// may change with every model.
func shown(md string) string {
	var kept []string
	for _, line := range strings.SplitAfter(md, "\n") {
		if !strings.HasPrefix(line, "confidence: ") && !strings.HasPrefix(line, "fidelity: 1\n") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

func TestFixturesGiveTheExpectedMarkdown(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			r := f.golden(t, nil)
			compare(t, "testdata/"+f.name+".md", shown(r.Markdown)+"\n<!-- "+r.Reason+" -->\n")
		})
	}
}
