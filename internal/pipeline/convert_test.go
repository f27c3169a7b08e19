package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/page"
	"pulltab/internal/tokens"
)

// fake is an engine that keeps the blocks with one of its words.
type fake struct {
	name  string
	words []string
}

func (f fake) Name() string { return f.name }

func (f fake) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep := make(page.Selection, len(p.Blocks))
	for i, b := range p.Blocks {
		for _, w := range f.words {
			keep[i] = keep[i] || strings.Contains(b.Text, w)
		}
	}
	return keep, ctx.Err()
}

// engineFunc is an engine that calls a function.
type engineFunc struct {
	name string
	f    func(ctx context.Context) (page.Selection, error)
}

func (e engineFunc) Name() string { return e.name }
func (e engineFunc) Select(ctx context.Context, _ *page.Page) (page.Selection, error) {
	return e.f(ctx)
}

// prose returns n characters of text that end in word.
func prose(word string, n int) string {
	text := strings.Repeat("lorem ipsum dolor ", n/18+1)
	return text[:n-len(word)-1] + " " + word
}

func convertWith(t *testing.T, html string, o Options, engines ...engine.Engine) Result {
	t.Helper()
	v := converter{engines: append(engines, engine.Body{}), engineTime: time.Minute, requestTime: time.Minute}
	r, err := v.convert(t.Context(), page.Source{URL: "https://example.com/x", HTML: html}, o, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheCleanedBodyReplacesThinResults(t *testing.T) {
	for _, c := range []struct {
		characters int
		source     string
	}{
		{199, "readability-fallback"},
		{200, "readability"},
	} {
		html := "<nav>menu</nav><p>" + prose("kept", c.characters) + "</p><p>" + prose("more", 300) + "</p>"
		r := convertWith(t, html, DefaultOptions(), fake{"readability", []string{"kept"}})
		if r.Metadata.Source != c.source {
			t.Errorf("%d characters of text: source %q, want %q", c.characters, r.Metadata.Source, c.source)
		}
		fellBack := c.source == "readability-fallback"
		if got := strings.Contains(r.Markdown, "more"); got != fellBack {
			t.Errorf("%d characters of text: the body's text is there: %v", c.characters, got)
		}
		if strings.Contains(r.Markdown, "menu") {
			t.Error("the cleaned body holds navigation")
		}
	}
}

func TestTheThinTextThresholdCountsCodePoints(t *testing.T) {
	html := "<p>" + strings.Repeat("ü", 195) + ` <a href="https://example.com/a-long-address-that-is-not-text">kept</a></p><p>` + prose("more", 300)
	for characters, source := range map[int]string{200: "readability", 199: "readability-fallback"} {
		page := strings.Replace(html, "ü", "", 200-characters)
		if r := convertWith(t, page, DefaultOptions(), fake{"readability", []string{"kept"}}); r.Metadata.Source != source {
			t.Errorf("%d: source %q, want %q", characters, r.Metadata.Source, source)
		}
	}
}

func TestTheCleanedBodyIsListedButNeverWinsByItsQuality(t *testing.T) {
	html := "<article><h1>" + prose("title", 40) + "</h1><p>" + prose("kept", 250) + "</p>" +
		strings.Repeat("<p>"+prose("more", 300)+"</p>", 5) + "</article>"
	r := convertWith(t, html, DefaultOptions(), fake{"readability", []string{"kept"}})
	if len(r.Candidates) != 2 || r.Candidates[1].Engine != "body" {
		t.Fatalf("candidates %+v", r.Candidates)
	}
	if r.Candidates[1].Quality <= r.Candidates[0].Quality {
		t.Fatalf("the body does not score higher: %+v", r.Candidates)
	}
	if r.Metadata.Source != "readability" {
		t.Errorf("source %q, want readability", r.Metadata.Source)
	}
}

func TestEnginesRunInParallel(t *testing.T) {
	// Each waits for the other, so that they would time out in sequence.
	a, b := make(chan bool), make(chan bool)
	meet := func(mine, other chan bool) func(context.Context) (page.Selection, error) {
		return func(ctx context.Context) (page.Selection, error) {
			close(mine)
			select {
			case <-other:
				return page.Selection{true}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	}
	r := convertWith(t, "<p>"+prose("text", 300), DefaultOptions(),
		engineFunc{"readability", meet(a, b)}, engineFunc{"trafilatura", meet(b, a)})
	for _, c := range r.Candidates {
		if c.Error != "" {
			t.Errorf("%s: %s", c.Engine, c.Error)
		}
	}
}

func TestAPanickingEngineDoesNotAffectTheOthers(t *testing.T) {
	boom := engineFunc{"trafilatura", func(context.Context) (page.Selection, error) { panic("boom") }}
	r := convertWith(t, "<p>"+prose("kept", 300), DefaultOptions(), fake{"readability", []string{"kept"}}, boom)
	if r.Metadata.Source != "readability" || r.Candidates[1].Error == "" || r.Running != nil {
		t.Errorf("source %q, candidates %+v, running %v", r.Metadata.Source, r.Candidates, r.Running != nil)
	}
}

func TestAnEngineTimeoutIsALossAndDoesNotAffectTheOthers(t *testing.T) {
	t.Parallel()
	release := make(chan bool)
	deaf := engineFunc{"trafilatura", func(context.Context) (page.Selection, error) { <-release; return nil, nil }}
	v := converter{
		engines:     []engine.Engine{fake{"readability", []string{"kept"}}, deaf, engine.Body{}},
		engineTime:  500 * time.Millisecond,
		requestTime: time.Minute,
	}
	r, err := v.convert(t.Context(), page.Source{HTML: "<p>" + prose("kept", 300)}, DefaultOptions(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if r.Metadata.Source != "readability" || r.Running == nil {
		t.Errorf("source %q, running %v", r.Metadata.Source, r.Running != nil)
	}
	close(release)
	<-r.Running
	if want := (page.Loss{Kind: "engine-time", Count: 1}); len(r.Losses) == 0 || !reflect.DeepEqual(r.Losses[0], want) {
		t.Errorf("losses %v, want %v", r.Losses, want)
	}
}

func TestAnEngineOverItsWorkLimitIsALoss(t *testing.T) {
	over := engineFunc{"trafilatura", func(context.Context) (page.Selection, error) {
		return nil, fmt.Errorf("%w: more than 5 nodes", engine.ErrBudget)
	}}
	r := convertWith(t, "<p>"+prose("kept", 300), DefaultOptions(), fake{"readability", []string{"kept"}}, over)
	if want := (page.Loss{Kind: "engine-budget", Count: 1}); r.Running != nil || len(r.Losses) == 0 || !reflect.DeepEqual(r.Losses[0], want) {
		t.Errorf("losses %v, running %v", r.Losses, r.Running != nil)
	}
}

func TestTheCleanedBodyReplacesFailingEngines(t *testing.T) {
	none := func(name string) engine.Engine {
		return engineFunc{name, func(context.Context) (page.Selection, error) { return nil, engine.ErrNothing }}
	}
	r := convertWith(t, "<p>"+prose("kept", 300), DefaultOptions(), none("readability"), none("trafilatura"))
	if r.Metadata.Source != "readability-fallback" || !strings.Contains(r.Markdown, "kept") {
		t.Errorf("source %q, Markdown %q", r.Metadata.Source, r.Markdown)
	}
}

func TestWithoutAModelTheHighestQualityWinsAndTrafilaturaAmongEquals(t *testing.T) {
	html := "<h1>" + prose("title", 60) + "</h1><p>" + prose("one", 250) + "</p><p>" + prose("two", 250) + "</p>"
	for _, c := range []struct {
		name                     string
		readability, trafilatura []string
		want, reason             string
	}{
		{"equals", []string{"one"}, []string{"two"}, "trafilatura", "trafilatura: same quality as readability"},
		{"the heading decides", []string{"one", "title"}, []string{"two"}, "readability", "readability: highest quality"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := convertWith(t, html, DefaultOptions(), fake{"readability", c.readability}, fake{"trafilatura", c.trafilatura})
			if r.Metadata.Source != c.want || !strings.HasPrefix(r.Reason, c.reason) {
				t.Errorf("source %q, reason %q", r.Metadata.Source, r.Reason)
			}
		})
	}
}

func TestPageWithoutTextIsAnErrorOrEmptyButNeverACrash(t *testing.T) {
	for _, html := range []string{"", " ", "<p>", "<!doctype html>", "<frameset><frame>", "\x00", "<svg><p>", "<template>"} {
		r, err := Convert(t.Context(), page.Source{HTML: html}, DefaultOptions(), nil)
		if err == nil && r.Metadata.Words > 0 {
			t.Errorf("%q: %d words", html, r.Metadata.Words)
		}
	}
}

func TestConvertEndsWhenItIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Convert(ctx, page.Source{HTML: "<p>x"}, DefaultOptions(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestWatchIsCalledWithEachStage(t *testing.T) {
	var stages []string
	_, err := Convert(t.Context(), page.Source{HTML: "<p>" + prose("x", 300)}, DefaultOptions(), func(s string) { stages = append(stages, s) })
	if err != nil || strings.Join(stages, " ") != "parse extract markdown" {
		t.Errorf("stages %v, %v", stages, err)
	}
}

func TestJSONHasAFixedOrderAndNoUnknownFields(t *testing.T) {
	o := DefaultOptions()
	o.NoTimestamp = true
	r := convertWith(t, "<title>T</title><p>"+prose("kept", 300), o, fake{"readability", []string{"kept"}})
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, field := range []string{"url", "markdown", "metadata", "source", "quality", "candidates", "reason"} {
		i := strings.Index(string(text[at:]), `"`+field+`":`)
		if i < 0 {
			t.Errorf("%s is missing or out of order in %s", field, text)
			continue
		}
		at += i
	}
	for _, unknown := range []string{"milliseconds", "author", "image", "losses", "text", "html"} {
		if strings.Contains(string(text), `"`+unknown+`":`) {
			t.Errorf("%s is there: %s", unknown, text)
		}
	}
}

func TestMetadataHoldsTheQuality(t *testing.T) {
	r := convertWith(t, "<h1>H</h1><p>"+prose("kept", 600), DefaultOptions(), fake{"readability", []string{"kept"}})
	if r.Quality.Score == 0 || r.Metadata.Quality != r.Quality.Score || r.Candidates[0].Quality != r.Quality.Score {
		t.Errorf("%v, %v, %v differ", r.Metadata.Quality, r.Quality.Score, r.Candidates[0].Quality)
	}
}

func TestQualityDoesNotDependOnRenderingOptions(t *testing.T) {
	html := "<article>" + strings.Repeat(`<p>`+prose("kept", 60)+` <a href="https://example.com/`+prose("x", 100)+`">kept</a></p>`, 3) + "</article>"
	normal := convertWith(t, html, DefaultOptions(), fake{"readability", []string{"kept"}})
	o := DefaultOptions()
	o.Links, o.Images = "drop", "drop"
	if r := convertWith(t, html, o, fake{"readability", []string{"kept"}}); r.Quality != normal.Quality {
		t.Errorf("quality %v, without links %v", normal.Quality, r.Quality)
	}
}

func TestTheTitleIsAHeadingOfMarkdownOnly(t *testing.T) {
	const page = `<title>Brot</title><p>kept</p><p>other</p>`
	with := DefaultOptions()
	with.Frontmatter, with.NoTimestamp, with.Format = false, true, "text"
	without, selected, fragment := with, with, with
	without.TitleHeading = false
	selected.Select = "p"
	fragment.Fragment = true
	engine := fake{"readability", []string{"kept"}}
	a, b := convertWith(t, page, with, engine), convertWith(t, page, without, engine)
	if a.Markdown != "# Brot\n\n"+b.Markdown {
		t.Errorf("Markdown %q, without the title %q", a.Markdown, b.Markdown)
	}
	a.Markdown = b.Markdown
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the title changes the result:\n%+v\n%+v", a, b)
	}
	for name, o := range map[string]Options{"selection": selected, "fragment": fragment} {
		if r := convertWith(t, page, o, engine); strings.Contains(r.Markdown, "Brot") {
			t.Errorf("%s: %q", name, r.Markdown)
		}
	}
}

func TestMetadataAndMarkdownInOneObject(t *testing.T) {
	const page = `<html lang="de"><head><title>Brot | Ofen</title><meta property="og:site_name" content="Ofen"><meta name="author" content="Von Jana Groß"></head>
<body><h1>Brot</h1><p>kept</p></body></html>`
	o := DefaultOptions()
	o.NoTimestamp = true
	r := convertWith(t, page, o, fake{"readability", []string{"kept"}})
	if r.Metadata.Title != "Brot" || r.Title != "Brot" || r.Metadata.Site != "Ofen" || r.Metadata.Language != "de" || r.Origins["site"] != "og:site_name" {
		t.Errorf("metadata %+v from %v", r.Metadata, r.Origins)
	}
	if !strings.HasPrefix(r.Markdown, "---\ntitle: Brot\n") || strings.Contains(r.Markdown, "fetched:") || !strings.Contains(r.Markdown, "author:\n  - Jana Groß\n") {
		t.Errorf("Markdown %q", r.Markdown)
	}
	o.FrontmatterFields = []string{"site"}
	if r := convertWith(t, page, o, fake{"readability", []string{"kept"}}); !strings.HasPrefix(r.Markdown, "---\nsite: Ofen\n---\n\n") {
		t.Errorf("chosen fields: %q", r.Markdown)
	}
	o.Frontmatter = false
	if r := convertWith(t, page, o, fake{"readability", []string{"kept"}}); strings.Contains(r.Markdown, "---") {
		t.Errorf("without front matter: %q", r.Markdown)
	}
}

func TestFetchedIsTheOnlyTimeInTheMarkdown(t *testing.T) {
	r := convertWith(t, "<h1>Brot</h1><p>kept</p>", DefaultOptions(), fake{"readability", []string{"kept"}})
	if !regexp.MustCompile(`(?m)^fetched: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`).MatchString(r.Markdown) {
		t.Errorf("Markdown %q", r.Markdown)
	}
}

func TestTokensAreCountedIfAskedFor(t *testing.T) {
	t.Parallel()
	const page = `<h1>Brot</h1><p>kept</p>`
	o := DefaultOptions()
	o.NoTimestamp, o.Frontmatter = true, false
	if r := convertWith(t, page, o, fake{"readability", []string{"kept"}}); r.Tokens != nil || r.Metadata.Tokens != 0 {
		t.Errorf("counted unasked: %+v", r.Tokens)
	}
	o.Tokens = true
	r := convertWith(t, page, o, fake{"readability", []string{"kept"}})
	count, err := tokens.For(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	want := Tokens{"o200k_base", count.Count(r.Markdown), count.Count(page)}
	if r.Tokens == nil || *r.Tokens != want || r.Metadata.Tokens != want.Markdown || want.Markdown == 0 {
		t.Errorf("got %+v, want %+v", r.Tokens, want)
	}
	o.Frontmatter = true
	if r := convertWith(t, page, o, fake{"readability", []string{"kept"}}); !strings.Contains(r.Markdown, fmt.Sprintf("\ntokens: %d\n---\n", want.Markdown)) || *r.Tokens != want {
		t.Errorf("front matter in %q", r.Markdown)
	}
}
