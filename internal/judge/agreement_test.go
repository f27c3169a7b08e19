package judge

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

func parsePage(t *testing.T, src string) *page.Page {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{URL: "https://example.com/p", HTML: src})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// lines makes a page of one paragraph for each text.
func lines(t *testing.T, texts ...string) *page.Page {
	t.Helper()
	return parsePage(t, "<main><p>"+strings.Join(texts, "</p><p>")+"</p></main>")
}

func keeping(p *page.Page, name string, blocks ...int) Extraction {
	x := Extraction{Engine: name, Keep: make(page.Selection, len(p.Blocks)), Title: "A title"}
	for _, b := range blocks {
		x.Keep[b] = true
	}
	return x
}

func TestThreeFixedEnginesAreCompared(t *testing.T) {
	a, err := Check(context.Background(), parsePage(t, "<main><p>"+strings.Repeat("A sentence that all engines keep, since it is all there is. ", 12)+"</p></main>"))
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for _, p := range a.Pairs {
		pairs = append(pairs, p.A+"-"+p.B)
	}
	want := []string{"readability-semantic", "readability-distiller", "semantic-distiller",
		"readability-trafilatura", "semantic-trafilatura", "distiller-trafilatura"}
	if d := cmp.Diff(want, pairs); d != "" {
		t.Error(d)
	}
	if a.Verdict != Pass || a.Min != 1 {
		t.Errorf("verdict %s, agreement %v", a.Verdict, a.Min)
	}
}

func TestAgreementIsTheLowestJaccardOfFiveWordShingles(t *testing.T) {
	p := lines(t, "one two three four five six", "SEVEN, eight... nine\tten -- eleven!")
	a := Agree(p, [3]Extraction{keeping(p, "readability", 0), keeping(p, "semantic", 0, 1), keeping(p, "distiller", 0, 1)},
		keeping(p, "trafilatura", 1))
	// Two shingles of the seven of both blocks; trafilatura does not count.
	want := []Pair{{"readability", "semantic", 0.2857}, {"readability", "distiller", 0.2857}, {"semantic", "distiller", 1},
		{"readability", "trafilatura", 0}, {"semantic", "trafilatura", 0.1429}, {"distiller", "trafilatura", 0.1429}}
	if d := cmp.Diff(want, a.Pairs); d != "" {
		t.Error(d)
	}
	if a.Min != 0.2857 {
		t.Errorf("agreement %v", a.Min)
	}
}

func TestCaseSpaceAndPunctuationDoNotCount(t *testing.T) {
	sets, characters := agreementShingles([]string{"One, two  three-four\nfive six", "one two THREE four: five (six)"})
	if got := sets[0].Jaccard(sets[1]); got != 1 || characters {
		t.Errorf("similarity %v, characters %v", got, characters)
	}
}

func TestShortTextsAreOneShingle(t *testing.T) {
	sets, _ := agreementShingles([]string{"one two", "one two", "one", ""})
	if sets[0].Jaccard(sets[1]) != 1 || sets[0].Jaccard(sets[2]) != 0 || sets[3].Jaccard(sets[3]) != 0 {
		t.Error("short texts")
	}
}

func TestScriptsWithoutSpacesAreComparedByCharactersAndFlagged(t *testing.T) {
	p := lines(t, "山の上に古い水車小屋がある。", "川は静かに流れている。")
	a := Agree(p, [3]Extraction{keeping(p, "readability", 0), keeping(p, "semantic", 0, 1), keeping(p, "distiller", 0)})
	if !strings.Contains(strings.Join(a.Flags, " "), FlagCharacters) {
		t.Errorf("flags %v", a.Flags)
	}
	if a.Min < 0.3 || a.Min > 0.7 {
		t.Errorf("agreement %v of half and whole", a.Min)
	}
}

func TestTitlesAgreeIfTheShortestIsInEveryOther(t *testing.T) {
	for name, c := range map[string]struct {
		titles []string
		want   bool
	}{
		"equal":                  {[]string{"The mill", "The mill", "The mill"}, true},
		"case and site's name":   {[]string{"The Mill | Valley News", "the mill", "The mill – Valley News"}, true},
		"one differs":            {[]string{"The mill", "The mill", "Valley News"}, false},
		"part of a word":         {[]string{"The mill", "The miller", "The mill"}, false},
		"one of them has none":   {[]string{"The mill", "", "The mill"}, true},
		"only one has one":       {[]string{"The mill", "", ""}, false},
		"the shortest in midway": {[]string{"News: The mill, today", "The mill", "The mill"}, true},
	} {
		var found []Extraction
		for _, title := range c.titles {
			found = append(found, Extraction{Title: title})
		}
		if got := titlesAgree(found); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestReadabilityAndLandmarksAreFlagged(t *testing.T) {
	long := strings.Repeat("Sixteen letters. ", 60)
	for name, c := range map[string]struct {
		page *page.Page
		keep []int
		err  error
		want []string
	}{
		"nothing wrong":          {lines(t, long), []int{0}, nil, []string{}},
		"failed":                 {lines(t, long), nil, errors.New("no"), []string{FlagNull}},
		"kept nothing":           {lines(t, long), nil, nil, []string{FlagNull}},
		"499 characters":         {lines(t, strings.Repeat("a", 498), long), []int{0}, nil, []string{FlagShort}}, // and a line break
		"500 characters":         {lines(t, strings.Repeat("a", 499), long), []int{0}, nil, []string{}},
		"no paragraph to expect": {lines(t, strings.Repeat("short</p><p>", 200)), []int{0}, nil, []string{FlagShort, FlagUnreadable}},
		"no landmark":            {parsePage(t, "<div><p>"+long+"</p></div>"), []int{0}, nil, []string{FlagFallback}},
	} {
		x := keeping(c.page, "readability", c.keep...)
		x.Err = c.err
		a := Agree(c.page, [3]Extraction{x, keeping(c.page, "semantic", 0), keeping(c.page, "distiller", 0)})
		if d := cmp.Diff(c.want, a.Flags); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestVerdictsAtTheirBoundaries(t *testing.T) {
	for _, c := range []struct {
		least   float64
		nothing bool
		want    string
	}{
		{1, false, Pass}, {0.75, false, Pass}, {0.7499999, false, Warn}, {0.5, false, Warn}, {0.4999999, false, Fail}, {0, false, Fail}, {1, true, Fail},
	} {
		if got := verdict(c.least, c.nothing); got != c.want {
			t.Errorf("%v, nothing %v: %s, want %s", c.least, c.nothing, got, c.want)
		}
	}
	p := lines(t, "one two three four five")
	for i := range 3 {
		three := [3]Extraction{keeping(p, "readability", 0), keeping(p, "semantic", 0), keeping(p, "distiller", 0)}
		three[i].Err = engine.ErrNothing
		if a := Agree(p, three); a.Verdict != Fail || a.Min != 0 {
			t.Errorf("%s returned nothing: %s, %v", three[i].Engine, a.Verdict, a.Min)
		}
	}
}

func TestTheDiffHoldsTheBlocksThatOneKeptAndTheOtherDropped(t *testing.T) {
	p := lines(t, "first", "second", "third", "fourth", "fifth", "sixth")
	a := Agree(p, [3]Extraction{keeping(p, "readability", 1, 2, 3, 5), keeping(p, "semantic", 1, 2, 3, 5), keeping(p, "distiller", 0, 3)})
	want := Diff{A: "readability", B: "distiller", Hunks: []Hunk{
		{"distiller", "readability", 5, []DiffBlock{{0, "", "first"}}},
		{"readability", "distiller", 11, []DiffBlock{{1, "", "second"}, {2, "", "third"}}},
		{"readability", "distiller", 5, []DiffBlock{{5, "", "sixth"}}},
	}}
	if d := cmp.Diff(&want, a.Diff); d != "" {
		t.Error(d)
	}
}

func TestTheSamePageGivesTheSameBytes(t *testing.T) {
	src, err := os.ReadFile("testdata/columns.html")
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for range 20 {
		a, err := Check(context.Background(), parsePage(t, string(src)))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text
		}
		if string(text) != string(first) {
			t.Fatalf("report changed:\n%s\n%s", first, text)
		}
	}
}

func TestSiblingColumnsAndAnEqualCarouselFail(t *testing.T) {
	src, err := os.ReadFile("testdata/columns.html")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Check(context.Background(), parsePage(t, string(src)))
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != Fail || a.Min >= warnFrom {
		t.Errorf("verdict %s, agreement %v", a.Verdict, a.Min)
	}
	for _, p := range a.Pairs[:compared] {
		if p.Jaccard == 1 {
			t.Errorf("%s and %s have the same text", p.A, p.B)
		}
	}
	named := false
	for _, h := range a.Diff.Hunks {
		for _, b := range h.Blocks {
			named = named || strings.HasPrefix(b.In, "div.carousel > ")
		}
	}
	if !named {
		t.Error("the diff does not name the carousel")
	}
	if !strings.Contains(strings.Join(a.Flags, " "), FlagFallback) {
		t.Errorf("flags %v", a.Flags)
	}
}
