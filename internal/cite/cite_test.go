package cite

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// fixture is a file in testdata: pages, true sentences, and sentences with one
// altered part between ⟦ and ⟧.
type fixture struct {
	pages          []Page
	right, altered []string
}

func fixtures(t *testing.T) []fixture {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	var all []fixture
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var f fixture
		for _, part := range archive.Files {
			text := string(part.Data)
			switch lines := strings.Split(strings.TrimSpace(text), "\n"); {
			case part.Name == "true.txt":
				f.right = lines
			case part.Name == "altered.txt":
				f.altered = lines
			case strings.HasSuffix(part.Name, ".md"):
				f.pages = append(f.pages, Page{Name: part.Name, Revision: "r00000001", Markdown: text})
			}
		}
		all = append(all, f)
	}
	return all
}

// marks returns the marked parts of a sentence.
func marks(t *testing.T, sentence string, pages []Page) []string {
	t.Helper()
	r, err := Check(sentence, pages)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range r.Sentences {
		for _, m := range s.Missing {
			out = append(out, m.Text)
		}
	}
	return out
}

// At least 95 % of the altered parts are marked, and at most 5 % of the true
// sentences, of 100 sentences or more.
func TestPlantedErrorsAreMarked(t *testing.T) {
	found, planted, falseMarks, right := 0, 0, 0, 0
	for _, f := range fixtures(t) {
		for _, s := range f.right {
			right++
			if got := marks(t, s, f.pages); len(got) > 0 {
				falseMarks++
				t.Logf("false marks %q: %s", got, s)
			}
		}
		for _, s := range f.altered {
			planted++
			before, rest, _ := strings.Cut(s, "⟦")
			want, after, ok := strings.Cut(rest, "⟧")
			if !ok {
				t.Fatalf("no altered part: %s", s)
			}
			if got := marks(t, before+want+after, f.pages); slices.ContainsFunc(got, func(m string) bool { return strings.Contains(want, m) || strings.Contains(m, want) }) {
				found++
			} else {
				t.Logf("not marked, but %q: %s", got, s)
			}
		}
	}
	t.Logf("%d of %d planted errors found, %d of %d true sentences marked", found, planted, falseMarks, right)
	if planted+right < 100 || found*100 < 95*planted || falseMarks*100 > 5*right {
		t.Errorf("%d of %d planted errors found, %d of %d true sentences marked", found, planted, falseMarks, right)
	}
}

func TestSentencesHaveTheBlocksOfTheirPages(t *testing.T) {
	for _, f := range fixtures(t) {
		for _, s := range f.right {
			r, err := Check(s, f.pages)
			if err != nil || len(r.Sentences) != 1 || len(r.Sentences[0].Sources) == 0 {
				t.Errorf("%s: %+v, %v", s, r, err)
			}
		}
	}
	pages := []Page{
		{Name: "ferry", Revision: "r1", Markdown: "# Ferry\n\nThe ferry carries 24 cars.\n\nIt is white.\n"},
		{Name: "pier", Revision: "r2", Markdown: "# Pier\n\nThe pier has 146 piles.\n"},
	}
	r, err := Check("The pier has 146 piles. The ferry carries 24 cars.", pages)
	if err != nil || len(r.Sentences) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if got := r.Sentences[0].Sources; len(got) != 1 || got[0].Page != "pier" || got[0].Block != "b2" || got[0].Revision != "r2" {
		t.Errorf("%+v", got)
	}
	if got := r.Sentences[1].Sources; len(got) != 1 || got[0].Page != "ferry" || got[0].Block != "b2" {
		t.Errorf("%+v", got)
	}
}

func TestAnAnswerIsReadAsMarkdown(t *testing.T) {
	got := Lines("# Heading 7\n\nOne **bold** [link](https://example.com/9)\nand more [1].\n\n1. First [b12-b14].\n2. Second\n   goes on.\n- [ ] Task [^3]\n\n> Quoted [2, 3]\n\n| a | b |\n| --- | --- |\n| c | 5 |\n\n```\ncode 8\n```\n")
	want := []string{"One bold link and more.", "First.", "Second goes on.", "Task", "Quoted", "a b", "c 5"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestAChecksSizeIsLimited(t *testing.T) {
	page := []Page{{Markdown: "x"}}
	if _, err := Check(strings.Repeat("x", MaxAnswer+1), page); err == nil {
		t.Error("a text over the limit is checked")
	}
	if _, err := Check("x", nil); err == nil {
		t.Error("no page is enough")
	}
	if _, err := Check("x", make([]Page, MaxPages+1)); err == nil {
		t.Error("pages over the limit are read")
	}
	if r, err := Check("", page); err != nil || len(r.Sentences) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
