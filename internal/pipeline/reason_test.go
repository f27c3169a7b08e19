package pipeline

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
)

func TestReasonsAreCodesWithTheSameSentence(t *testing.T) {
	cases := []struct {
		reason Reason
		want   string
	}{
		{Reason{Code: "highest", Engine: "blocks", Other: "trafilatura", Scores: scores(0.974, 0.9999)}, "blocks: highest expected F1 (0.97 against 0.99 of trafilatura)"},
		{Reason{Code: "thin", Engine: "readability-fallback", Other: "blocks", Counts: []int{96, 200}}, "readability-fallback: the cleaned body, since blocks kept only 96 characters of text (under 200) and is no surer"},
		{Reason{Code: "fallback", Engine: "readability-fallback", Cause: &Reason{Code: "unsure"}}, "readability-fallback: the cleaned body, since there is no other result (no engine is sure of its result)"},
		{Reason{Code: "different", Other: "text/markdown", Scores: scores(0.5, 0.254)}, "what the site offers as text/markdown is not what the page shows (50 % of it is shown, 25 % of the result is in it)"},
	}
	for _, c := range cases {
		if got := c.reason.String(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason.Code, got, c.want)
		}
	}
	for code, form := range reasonForms {
		full := Reason{Code: code, Engine: "E", Other: "O", Scores: []float64{1, 1, 1}, Counts: []int{1, 1}, Cause: &Reason{Code: "unsure"}, problem: "P"}
		if strings.Contains(full.String(), "$") || form == "" {
			t.Errorf("%s: %q", code, full.String())
		}
	}
}

func TestExplanationIsOptional(t *testing.T) {
	const html = `<main><h1>Tides</h1><p>The sea rises and falls along the coast, twice a day, and every harbour has its own hours of high water.</p>
<div role="grid" aria-rowcount="300"><div role="row"><p>The old pier has high water at six in the morning.</p></div></div></main>`
	src := page.Source{URL: "https://example.com/", HTML: html}
	o := DefaultOptions()
	plain, err := Convert(context.Background(), src, o, nil)
	if err != nil || plain.Explanation != nil {
		t.Fatalf("%+v, %v", plain.Explanation, err)
	}
	o.Explain = true
	r, err := Convert(context.Background(), src, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := r.Explanation
	if len(e.Reasons) == 0 || sentence(e.Reasons) != r.Reason || e.Clean || e.Wall != "" {
		t.Errorf("%+v", e)
	}
	if want := (judge.Extent{Unit: "rows", Shown: 1, All: 300}); e.Extent == nil || *e.Extent != want {
		t.Errorf("extent %+v, want %+v", e.Extent, want)
	}
}

func TestSelectionsAndMarkdownFilesAreClean(t *testing.T) {
	for name, src := range map[string]page.Source{
		"selection": {HTML: "<p>Selected.</p>", Fragment: true},
		"Markdown":  {HTML: "<pre># Tides\n\nThe sea rises and falls.</pre>", ContentType: "text/markdown"},
	} {
		r, err := Convert(context.Background(), src, DefaultOptions(), nil)
		if err != nil || !r.Clean {
			t.Errorf("%s: clean %v, %v", name, r.Clean, err)
		}
	}
}

func TestNoContentNamesTheWall(t *testing.T) {
	const html = `<form><p>Log in to read on.</p><label>Password <input type="password"></label></form>`
	p, err := page.Parse(context.Background(), page.Source{HTML: html})
	if err != nil {
		t.Fatal(err)
	}
	c := conversion{page: p, whole: p, candidates: []candidate{{engine: "blocks", err: engine.ErrNothing}}}
	err = c.noResult(context.Background())
	var empty *NoContentError
	if !errors.As(err, &empty) || !errors.Is(err, ErrNoContent) || empty.Wall != judge.WallLogin {
		t.Errorf("%v", err)
	}
}

func TestAnEditorOfGoogleDocsHasAMessageOfItsOwn(t *testing.T) {
	const editor = `<title>Plan - Google Docs</title><div id="docs-chrome"><div>File</div><div>Edit</div></div><div id="docs-editor"><canvas></canvas></div>`
	const exported = `<title>Plan</title><p>The plan of the quay has three parts, and each of them has its own page.</p>`
	for name, c := range map[string]struct {
		src    page.Source
		editor bool
	}{
		"document":    {page.Source{URL: "https://docs.google.com/document/d/abc-1/edit?tab=t.0", HTML: editor}, true},
		"spreadsheet": {page.Source{URL: "https://docs.google.com/spreadsheets/d/abc/edit#gid=0", HTML: editor}, true},
		"exported":    {page.Source{URL: "https://docs.google.com/document/d/abc/edit", HTML: exported}, false},
		"published":   {page.Source{URL: "https://docs.google.com/document/d/e/abc/pub", HTML: exported}, false},
		"elsewhere":   {page.Source{URL: "https://example.com/document/d/abc/edit", HTML: editor + exported}, false},
	} {
		_, err := Convert(context.Background(), c.src, DefaultOptions(), nil)
		var empty *NoContentError
		if got := errors.As(err, &empty) && empty.Wall == judge.WallEditor; got != c.editor || c.editor && !strings.Contains(err.Error(), "Download") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
