package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestWordsAreComparedAsBags(t *testing.T) {
	c := Words{}.Score("The mill, THE river: the_x 7", Truth{Text: "the the the mill 7 and", With: []string{"The Mill", "and"}, Without: []string{"river", "sea"}})
	// the ×2, mill and 7 of six words in the output and six in the truth.
	near(t, "right", c.Right, 4)
	near(t, "output", c.Output, 6)
	near(t, "truth", c.Truth, 6)
	near(t, "F1", c.F1, 4.0/6)
	if c.With != 1 || c.WithAll != 2 || c.Without != 1 || c.WithoutAll != 2 {
		t.Errorf("snippets %+v", c)
	}
	for name, k := range map[string]struct {
		output, truth string
		want          float64
	}{
		"both empty":   {"", "", 1},
		"truth empty":  {"x", "", 0},
		"output empty": {"", "x", 0},
		"equal":        {"straße 東京", "Straße 東京", 1},
	} {
		near(t, name, Words{}.Score(k.output, Truth{Text: k.truth}).F1, k.want)
	}
	sum := Words{}.Sum([]Counts{{Right: 1, Output: 2, Truth: 4, F1: 1.0 / 3}, {F1: 1}})
	near(t, "mean precision", sum.Precision, 0.75)
	near(t, "mean recall", sum.Recall, 0.625)
	near(t, "mean F1", sum.F1, 2.0/3)
}

func TestShinglesAreAveragedWhereTheyAreDefined(t *testing.T) {
	// Three shingles against two, one of them in both; case counts.
	c := Shingles{}.Score("a b c d e f", Truth{Text: "A b c d b c d e"})
	near(t, "right", c.Right, 1)
	near(t, "output", c.Output, 3)
	near(t, "truth", c.Truth, 5)
	short := Shingles{}.Score("a b", Truth{Text: "a b"})
	near(t, "short text", short.F1, 1)
	sum := Shingles{}.Sum([]Counts{{Right: 1, Output: 2, Truth: 1}, {Right: 0, Output: 0, Truth: 3}, {Right: 0, Output: 4, Truth: 0}})
	near(t, "precision", sum.Precision, 0.25)
	near(t, "recall", sum.Recall, 0.5)
	near(t, "F1", sum.F1, 2*0.25*0.5/0.75)
}

func TestSnippetsAreSummedOverAllPages(t *testing.T) {
	one := Snippets{}.Score("the old  mill\nstands", Truth{With: []string{"old mill", "new mill"}, Without: []string{"stands", "falls"}})
	two := Snippets{}.Score("", Truth{With: []string{"river"}})
	sum := Snippets{}.Sum([]Counts{one, two})
	near(t, "precision", sum.Precision, 1.0/2)
	near(t, "recall", sum.Recall, 1.0/3)
	near(t, "F1", sum.F1, 2*0.5/3/(0.5+1.0/3))
}

func TestPagesOfADomainShareAFold(t *testing.T) {
	if a, b := Fold("https://www.example.co.uk/a"), Fold("http://shop.example.co.uk/b?c"); a != b {
		t.Errorf("folds %d and %d", a, b)
	}
	// FNV-1a 32 by its definition.
	h := uint32(2166136261)
	for _, c := range []byte("example.com") {
		h = (h ^ uint32(c)) * 16777619
	}
	if got := Fold("https://example.com/"); got != int(h%5) {
		t.Errorf("fold %d, want %d", got, h%5)
	}
}

func TestStatistics(t *testing.T) {
	near(t, "rank correlation of the same order", spearman([]float64{1, 2, 3, 4}, []float64{10, 20, 30, 99}), 1)
	near(t, "of the reverse order", spearman([]float64{1, 2, 3}, []float64{3, 2, 1}), -1)
	near(t, "with ties", spearman([]float64{1, 1, 2, 2}, []float64{1, 2, 1, 2}), 0)
	near(t, "AUC of a perfect score", auc([]float64{.1, .2, .8, .9}, []bool{false, false, true, true}), 1)
	near(t, "AUC of equal scores", auc([]float64{1, 1, 1}, []bool{false, true, true}), 0.5)
	near(t, "AUC of three of four pairs", auc([]float64{1, 3, 2, 4}, []bool{false, false, true, true}), 0.75)
	near(t, "even median", median([]float64{4, 1, 3, 2}), 2.5)
	var counts []Counts
	for i := range 100 {
		counts = append(counts, Counts{F1: float64(i) / 100})
	}
	f := func(c []Counts) float64 { return Words{}.Sum(c).F1 }
	a, b := interval(counts, f), interval(counts, f)
	if a != b || a.Low >= 0.495 || a.High <= 0.495 || a.High-a.Low < 0.08 || a.High-a.Low > 0.16 {
		t.Errorf("intervals %v and %v", a, b)
	}
}

// corpusOf writes pages with one paragraph of content and one of boilerplate.
func corpusOf(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range []string{"html", "ground-truth"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		id := fmt.Sprintf("%04d", i)
		kind := []string{"article", "forum"}[i%2]
		page := fmt.Sprintf("<nav>Menu %d</nav><p>Content of page %d</p>", i, i)
		truth := fmt.Sprintf(`{"url":"https://site%d.example/","_internal":{"page_type":{"primary":%q}},"ground_truth":{"main_content":"Content of page %d"}}`, i, kind, i)
		for name, text := range map[string]string{"html/" + id + ".html": page, "ground-truth/" + id + ".json": truth} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// choosing returns an entry that keeps the given blocks.
func choosing(name string, confidence func(Case) float64, blocks ...int) Entry {
	return Entry{Name: name, Answer: func(_ context.Context, k Case, p *page.Page) (Answer, error) {
		keep := make(page.Selection, len(p.Blocks))
		for _, b := range blocks {
			keep[b] = true
		}
		return Answer{Text: p.Text(keep), Keep: keep, Confidence: confidence(k)}, nil
	}}
}

func unknown(Case) float64 { return Unknown }

func report(t *testing.T, entries []Entry, oracles []Oracle, jobs int) *Report {
	t.Helper()
	c, err := Open(corpusOf(t, 15))
	if err != nil {
		t.Fatal(err)
	}
	c.Name = "corpus"
	outcomes, err := Run(context.Background(), c, entries, Options{Jobs: jobs})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Summarize(c, entries, outcomes, oracles)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFifteenPagesByThreeEngines(t *testing.T) {
	entries := []Entry{
		choosing("right", func(k Case) float64 { return 0.95 }, 1),
		choosing("all", unknown, 0, 1),
		EngineEntry("body", engine.Body{}),
	}
	r := report(t, entries, []Oracle{{"oracle", []string{"right", "all"}}}, 4)
	if r.Pages != 15 || len(r.Rows) != 4 {
		t.Fatalf("%d pages, %d rows", r.Pages, len(r.Rows))
	}
	near(t, "F1 of the right one", r.Rows[0].F1, 1)
	near(t, "precision of all", r.Rows[1].Precision, 4.0/6)
	near(t, "recall of all", r.Rows[1].Recall, 1)
	near(t, "wins of the right one", r.Rows[0].Wins, 1)
	near(t, "alone", r.Rows[0].Alone, 0) // body is right too
	near(t, "oracle", r.Rows[3].F1, 1)
	if d := cmp.Diff([]Typed{{"article", 8, 0.8}, {"forum", 7, 0.8}}, r.Rows[1].Types, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); d != "" {
		t.Error(d)
	}
	var text, svg bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"corpus: 15 pages", "right", "1.0000", "article (8)", "worst gap 0.050"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if err := WriteSVG(&svg, []*Report{r}); err != nil || !strings.Contains(svg.String(), ">oracle</text>") {
		t.Errorf("picture %.100q, %v", svg.String(), err)
	}
}

func TestJobsDoNotChangeTheReport(t *testing.T) {
	entries := []Entry{choosing("right", unknown, 1), EngineEntry("semantic", engine.Semantic{})}
	if d := cmp.Diff(report(t, entries, nil, 1), report(t, entries, nil, 8)); d != "" {
		t.Error(d)
	}
}

func TestIdenticalOutputsAndHardFailuresAreShown(t *testing.T) {
	broken := Entry{Name: "broken", Answer: func(_ context.Context, k Case, _ *page.Page) (Answer, error) {
		switch k.ID {
		case "0003":
			return Answer{}, errors.New("no luck")
		case "0005":
			panic("boom")
		case "0007":
			return Answer{}, engine.ErrNothing
		}
		return Answer{Text: "Content of page", Confidence: Unknown}, nil
	}}
	r := report(t, []Entry{choosing("right", unknown, 1), EngineEntry("body", engine.Body{}), broken}, nil, 2)
	if d := cmp.Diff([]Fault{{"0003", "no luck"}, {"0005", "panic: boom"}}, r.Rows[2].Failures); d != "" {
		t.Error(d)
	}
	if r.Rows[2].Empty != 1 {
		t.Errorf("%d pages without a result", r.Rows[2].Empty)
	}
	if d := cmp.Diff([]Identical{{"right", "body", 15}, {"right", "broken", 0}, {"body", "broken", 0}}, r.Identical); d != "" {
		t.Error(d)
	}
}

func TestPublishedFiguresAreListed(t *testing.T) {
	rows := map[string]Reference{}
	for _, r := range references[Snippets{}.Name()] {
		rows[r.Name] = r
	}
	for name, want := range map[string]Reference{
		"trafilatura 2.2.0":     {F1: 0.924, Precision: 0.906, Recall: 0.943},
		"magic-html":            {F1: 0.889},
		"news-please":           {F1: 0.836},
		"readability-lxml":      {F1: 0.826},
		"goose3":                {F1: 0.810, Precision: 0.936, Recall: 0.714},
		"inscriptis (all text)": {Precision: 0.534, Recall: 0.991},
	} {
		got := rows[name]
		got.Name, got.Note = "", ""
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestConfidenceIsComparedWithF1(t *testing.T) {
	sure := func(k Case) float64 {
		if k.Type == "article" {
			return 0.9
		}
		return 0.4
	}
	half := Entry{Name: "half", Answer: func(_ context.Context, k Case, p *page.Page) (Answer, error) {
		a := Answer{Confidence: sure(k)}
		if k.Type == "article" {
			a.Text = p.Blocks[1].Text
		}
		return a, nil
	}}
	r := report(t, []Entry{half}, nil, 1)
	k := r.Confidence[0]
	near(t, "rank correlation", k.Spearman, 1)
	near(t, "AUC", k.AUC, 1)
	near(t, "share of high", k.High.Share, 8.0/15)
	near(t, "F1 of high", k.High.F1, 1)
	near(t, "worst gap", k.WorstGap, 0.4)
}

func TestSelectionsCanBeReadBackAsAnswers(t *testing.T) {
	c, err := Open(corpusOf(t, 4))
	if err != nil {
		t.Fatal(err)
	}
	entries := []Entry{choosing("right", func(Case) float64 { return 0.5 }, 1)}
	outcomes, err := Run(context.Background(), c, entries, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := WriteSelections(&file, entries, outcomes); err != nil {
		t.Fatal(err)
	}
	read, err := FileEntry("read", &file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Run(context.Background(), c, []Entry{read}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range again {
		if d := cmp.Diff(outcomes[i].Answers, again[i].Answers); d != "" || again[i].Errors[0] != nil {
			t.Errorf("%s %v", d, again[i].Errors[0])
		}
	}
}

func TestTheFieldsOfTruthChooseTheMetric(t *testing.T) {
	for want, line := range map[string]string{
		Shingles{}.Name(): `{"id":"a","url":"https://a.example/","main_content":""}`,
		Snippets{}.Name(): `{"id":"a","url":"https://a.example/","with":["x"],"without":[]}`,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "truth.jsonl"), []byte(line+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := Open(dir)
		if err != nil || c.Metric.Name() != want {
			t.Errorf("%s: %v, %v", line, c, err)
		}
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("an empty directory is no corpus")
	}
}

func TestMappingIsMeasuredOnTheLibrariesOwnText(t *testing.T) {
	c, err := Open(corpusOf(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	m, err := MeasureMapping(context.Background(), c, engine.Readability{}, "readability", 1)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "own F1", m.Own.F1, m.Blocks.F1)
	if m.Own.F1 == 0 || m.Off != 0 {
		t.Errorf("%+v", m)
	}
}

func TestCostsAreMultiplesOfOneParse(t *testing.T) {
	c, err := Open(corpusOf(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	costs, err := MeasureCosts(context.Background(), c, 1, []Stage{{"stage", func(context.Context, page.Source, *page.Page) error {
		ran++
		return nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(costs) != 2 || costs[0].Stage != "html.Parse" || costs[1].Stage != "stage" || ran != 3*repeats {
		t.Errorf("%+v after %d runs", costs, ran)
	}
}
