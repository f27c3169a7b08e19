package pipeline

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pulltab/internal/engine"
	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// story is an article with a menu, comments and a footer.
func story() string {
	var b strings.Builder
	b.WriteString(`<html lang="en"><head><title>How salt is made | The Coast</title></head><body>
<nav class="menu"><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav>
<main><article class="post"><h1>How salt is made</h1>`)
	for i := range 8 {
		fmt.Fprintf(&b, "<p>In step %d the sea water stands in a shallow basin, where the sun and the wind take up the water and leave what was dissolved in it, first the chalk and then, when it has become thick enough, the salt.</p>", i+1)
	}
	b.WriteString(`</article><section id="comments" class="comments"><h3>2 comments</h3>
<div class="comment"><p>My grandfather raked salt for all of his life, and he would have liked this.</p></div>
<div class="comment"><p>What happens to the basins when it rains for a week, as it did last summer?</p></div></section></main>
<footer class="footer"><a href="/imprint">Imprint</a> © The Coast, all rights reserved</footer></body></html>`)
	return b.String()
}

func TestTheCommentsOptionChangesCommentsOnly(t *testing.T) {
	var sources []string
	for _, comments := range []bool{true, false} {
		o := DefaultOptions()
		o.Comments = comments
		r, err := Convert(context.Background(), page.Source{HTML: story(), URL: "https://example.com/salt"}, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, r.Metadata.Source)
		for i := range 8 {
			if want := fmt.Sprintf("In step %d", i+1); !strings.Contains(r.Markdown, want) {
				t.Errorf("comments %v: %q is missing", comments, want)
			}
		}
		if !comments && strings.Contains(r.Markdown, "grandfather") {
			t.Error("a comment is there although none was wanted")
		}
		if len(r.Candidates) < 4 {
			t.Errorf("comments %v: only %d candidates", comments, len(r.Candidates))
		}
	}
	if sources[0] != sources[1] || sources[0] == sourceFallback {
		t.Errorf("sources %v", sources)
	}
}

func TestTheResultHasAConfidence(t *testing.T) {
	r, err := Convert(context.Background(), page.Source{HTML: story(), URL: "https://example.com/salt"}, DefaultOptions(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Confidence == nil || r.Confidence.Score < 0.75 || r.Metadata.Confidence == nil {
		t.Fatalf("confidence %+v of a plain article", r.Confidence)
	}
	for _, c := range r.Candidates {
		if c.Error == "" && c.Confidence == nil {
			t.Errorf("%s has no confidence", c.Engine)
		}
		if c.Confidence != nil && *c.Confidence > r.Confidence.Score && c.Engine != "body" {
			t.Errorf("%s has a higher confidence (%.2f) than the winner (%.2f)", c.Engine, *c.Confidence, r.Confidence.Score)
		}
	}
	if !strings.Contains(r.Reason, "expected F1") {
		t.Errorf("reason %q", r.Reason)
	}
	if r.Coverage == nil || r.Coverage.Share < 0.8 || r.Coverage.Basis != "html" {
		t.Errorf("coverage %+v", r.Coverage)
	}
}

func TestAPageHasNoContentIfTheModelFindsNoneAndNoEngineIsConfident(t *testing.T) {
	label := strings.Repeat("<p>Members, tickets, opening hours", 12)
	links := strings.Repeat("<p>See <a href=/a>the long list of all our harbours and their masters</a>.", 8)
	needle := "<p>The needle sentence is here, before <a href=/a>all</a> that follows."
	for _, c := range []struct {
		html   string
		sure   float64
		wanted string
		source string // "" for no result
	}{
		{label, 0.2, "auto", ""},
		{links, 0.2, "auto", ""},
		{label, 0.2, "readability", "readability"},
		{label, 0.8, "auto", "readability"},
		{label + needle, 0.2, "auto", "readability-fallback"},
		{"<nav>" + needle + "</nav>" + links, 0.2, "auto", ""},
	} {
		p, err := page.Parse(context.Background(), page.Source{HTML: c.html})
		if err != nil {
			t.Fatal(err)
		}
		body, err := engine.Body{}.Select(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := pickWinner(p, []candidate{
			{engine: "blocks", err: engine.ErrNothing},
			{engine: "readability", keep: page.All(p), confidence: c.sure},
			{engine: "body", keep: body, confidence: c.sure},
		}, c.wanted)
		if ok != (c.source != "") || got.source != c.source {
			t.Errorf("%+v: source %q, %v", c, got.source, ok)
		}
	}
}

func TestAFewVisibleWordsAreContent(t *testing.T) {
	p, err := page.Parse(context.Background(), page.Source{HTML: "<p>Hello, all of you"})
	if err != nil {
		t.Fatal(err)
	}
	nothing := candidate{engine: "blocks", err: engine.ErrNothing}
	unsure := candidate{engine: "readability", keep: page.All(p), confidence: 0.2}
	if got, ok := pickWinner(p, []candidate{nothing, unsure, {engine: "body", keep: page.All(p), confidence: 0.3}}, "auto"); !ok || got.source != sourceFallback {
		t.Errorf("few words: source %q, %v", got.source, ok)
	}
	if got, ok := pickWinner(p, []candidate{nothing, unsure, {engine: "body", err: engine.ErrNothing}}, "auto"); ok {
		t.Errorf("no visible word: source %q", got.source)
	}
}

func TestAnotherEngineNeedsALeadOverTheLearnedOne(t *testing.T) {
	p, err := page.Parse(context.Background(), page.Source{HTML: "<p>" + strings.Repeat("The keeper writes the height of the water down. ", 8)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		other  float64
		source string
		reason string
	}{
		{0.75, "blocks", "blocks: highest expected F1"},
		{0.84, "blocks", "blocks: expected F1 0.80, no other engine's is higher by 0.05"},
		{0.86, "trafilatura", "trafilatura: highest expected F1 (0.86 against 0.80 of blocks)"},
	} {
		got, ok := pickWinner(p, []candidate{
			{engine: "trafilatura", keep: page.All(p), confidence: c.other},
			{engine: "blocks", keep: page.All(p), confidence: 0.8},
			{engine: "body", keep: page.All(p), confidence: 0.99},
		}, "auto")
		if !ok || got.source != c.source || !strings.HasPrefix(sentence(got.reasons), c.reason) {
			t.Errorf("%v: source %q, reason %q", c.other, got.source, sentence(got.reasons))
		}
	}
}

func TestTheCleanedBodyReplacesAThinResultOnlyIfThatIsNoSurer(t *testing.T) {
	p, err := page.Parse(context.Background(), page.Source{HTML: "<p>The gauge works again.<p>" + strings.Repeat("Other news of the day from here and there. ", 8)})
	if err != nil {
		t.Fatal(err)
	}
	for body, source := range map[float64]string{0.5: "blocks", 0.7: sourceFallback} {
		got, ok := pickWinner(p, []candidate{
			{engine: "blocks", keep: page.Selection{true, false}, confidence: 0.6},
			{engine: "body", keep: page.All(p), confidence: body},
		}, "auto")
		if !ok || got.source != source {
			t.Errorf("body %v: source %q", body, got.source)
		}
	}
}

func TestASiteAdapterYieldsToAnEngineThatIsSurer(t *testing.T) {
	p, err := page.Parse(context.Background(), page.Source{HTML: "<p>" + strings.Repeat("The keeper writes the height of the water down. ", 8)})
	if err != nil {
		t.Fatal(err)
	}
	for engineSure, source := range map[float64]string{0.7: "forum", 0.9: "blocks"} {
		candidates := []candidate{
			{engine: "blocks", keep: page.All(p), confidence: engineSure},
			{engine: "forum", keep: page.All(p), confidence: 0.4, site: &sites.Extraction{Keep: page.All(p)}},
		}
		w, ok := pickWinner(p, candidates, "auto")
		if w, ok = preferSite(p, candidates, w, ok); !ok || w.source != source {
			t.Errorf("engine %v: source %q, reason %q", engineSure, w.source, sentence(w.reasons))
		}
	}
}
