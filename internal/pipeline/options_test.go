package pipeline

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"pulltab/internal/page"
)

func TestParseOptionsKeepsDefaultsAndIgnoresTheUnknown(t *testing.T) {
	o, err := ParseOptions([]byte(`{"comments":false,"commentDepth":10,"fromTheFuture":1}`))
	want := DefaultOptions()
	want.Comments, want.CommentDepth = false, 10
	if err != nil || !reflect.DeepEqual(o, want) {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := ParseOptions(nil); err != nil || !reflect.DeepEqual(o, DefaultOptions()) {
		t.Errorf("no options: %+v, %v", o, err)
	}
}

func TestCommentsAreOnByDefault(t *testing.T) {
	if !DefaultOptions().Comments {
		t.Error("comments are off")
	}
}

// chapters returns four headings, each with a paragraph of its own.
func chapters() string {
	var b strings.Builder
	for _, word := range []string{"first", "second", "third", "kept"} {
		b.WriteString("<h2>The " + word + " chapter</h2><p>" + prose(word, 300) + "</p>")
	}
	return b.String()
}

func TestDefaultsAreMainContentWithoutDataImagesAndEachCanBeSwitched(t *testing.T) {
	html := `<html><head><meta name="description" content="from-meta"><title>T</title><style>.from-style{}</style></head><body><nav><a href="/">from-nav</a></nav>
<script>"from-script"</script><noscript><p>from-noscript</p></noscript><article>` + chapters() +
		`<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="dot"></p></article><div class="advertisement"><p>` + prose("advert", 60) + `</p></div></body></html>`
	type change func(*Options)
	for name, c := range map[string]struct {
		change  change
		there   []string
		missing []string
	}{
		"default":     {func(*Options) {}, []string{"kept"}, []string{"from-nav", "advert", "data:image"}},
		"data images": {func(o *Options) { o.KeepDataImages = true }, []string{"kept", "data:image/png"}, []string{"from-nav", "advert"}},
		"whole page":  {func(o *Options) { o.Fragment = true }, []string{"kept", "from-nav", "advert"}, []string{"data:image"}},
		"the ads":     {func(o *Options) { o.Select = ".advertisement" }, []string{"advert"}, []string{"kept", "from-nav"}},
	} {
		o := DefaultOptions()
		o.Frontmatter, o.Format = false, "html"
		c.change(&o)
		r, err := Convert(t.Context(), page.Source{URL: "https://example.com/x", HTML: html}, o, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, text := range []string{r.Markdown, r.HTML} {
			for _, word := range c.there {
				if !strings.Contains(text, word) {
					t.Errorf("%s: %s is missing in %s", name, word, text)
				}
			}
			for _, word := range append(c.missing, "from-meta", "from-style", "from-script", "from-noscript") {
				if strings.Contains(text, word) {
					t.Errorf("%s: %s is there in %s", name, word, text)
				}
			}
		}
	}
}

func TestErrorsNameTheInvalidOption(t *testing.T) {
	for text, option := range map[string]string{
		`{"format":"pdf"}`:                                 "format",
		`{"engine":"magic"}`:                               "engine",
		`{"images":"all"}`:                                 "images",
		`{"links":"none"}`:                                 "links",
		`{"commentDepth":0}`:                               "commentDepth",
		`{"commentDepth":11}`:                              "commentDepth",
		`{"commentLimit":-1}`:                              "commentLimit",
		`{"frontmatterFields":["title","nonsense"]}`:       "frontmatterFields",
		`{"select":"p["}`:                                  "select",
		`{"remove":"::nope"}`:                              "remove",
		`{"select":"` + strings.Repeat("p,", 2000) + `p"}`: "select",
		`{"comments":"yes"}`:                               "",
		`[]`:                                               "",
	} {
		_, err := ParseOptions([]byte(text))
		var o *OptionError
		if !errors.As(err, &o) || o.Option != option || o.Problem == "" {
			t.Errorf("%.40s: error %v", text, err)
		}
	}
}

func TestSelectorsApplyBeforeEveryEngine(t *testing.T) {
	html := `<div class="a"><p class="ad">` + prose("advert", 250) + `</p><p>` + prose("inside", 250) + `</p></div><p>` + prose("outside", 250)
	all := fake{"readability", []string{"advert", "inside", "outside"}}
	for _, c := range []struct {
		name, selects, remove string
		source                string
		there, gone           []string
	}{
		{"remove", "", ".ad", "readability", []string{"inside", "outside"}, []string{"advert"}},
		{"select", ".a", "", "user-selection", []string{"advert", "inside"}, []string{"outside"}},
		{"both", ".a", ".ad", "user-selection", []string{"inside"}, []string{"advert", "outside"}},
		{"nested matches once", ".a, .a p", "", "user-selection", []string{"inside"}, []string{"outside"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := DefaultOptions()
			o.Select, o.Remove = c.selects, c.remove
			r := convertWith(t, html, o, all)
			if r.Metadata.Source != c.source {
				t.Errorf("source %q, want %q", r.Metadata.Source, c.source)
			}
			for _, word := range c.there {
				if n := strings.Count(r.Markdown, word); n != 1 {
					t.Errorf("%s is there %d times", word, n)
				}
			}
			for _, word := range c.gone {
				if strings.Contains(r.Markdown, word) {
					t.Errorf("%s is still there", word)
				}
			}
			if c := r.Candidates[0]; c.Engine != "readability" || c.Error != "" {
				t.Errorf("the engine did not run: %+v", c)
			}
		})
	}
}

func TestSelectorThatMatchesNothingIsAnError(t *testing.T) {
	o := DefaultOptions()
	o.Select = ".nowhere"
	_, err := Convert(t.Context(), page.Source{HTML: "<p>x"}, o, nil)
	var wrong *OptionError
	if !errors.As(err, &wrong) || wrong.Option != "select" {
		t.Errorf("error %v", err)
	}
	o.Select, o.Remove = "", ".nowhere"
	if _, err := Convert(t.Context(), page.Source{HTML: "<p>x"}, o, nil); errors.As(err, &wrong) && wrong.Option == "remove" {
		t.Errorf("error %v", err)
	}
}

// Six descendant combinators on 450 nested elements have about 10^13 matches to
// try.
func TestASlowSelectorTimesOut(t *testing.T) {
	t.Parallel()
	o := DefaultOptions()
	o.Remove = "x div div div div div div"
	html := strings.Repeat("<div>", 450) + "<p>" + prose("text", 300)
	start := time.Now()
	r, err := Convert(t.Context(), page.Source{HTML: html}, o, nil)
	var wrong *OptionError
	if !errors.As(err, &wrong) || wrong.Option != "remove" || r.Running == nil {
		t.Errorf("error %v, running %v after %v", err, r.Running != nil, time.Since(start))
	}
}

func TestFragmentIsKeptWhole(t *testing.T) {
	o := DefaultOptions()
	o.Fragment = true
	r := convertWith(t, "<nav>menu</nav><p>one<p>two", o, fake{"readability", []string{"one"}})
	if r.Metadata.Source != "user-selection" || len(r.Candidates) != 1 {
		t.Errorf("source %q, candidates %+v", r.Metadata.Source, r.Candidates)
	}
	for _, word := range []string{"menu", "one", "two"} {
		if !strings.Contains(r.Markdown, word) {
			t.Errorf("%s is missing", word)
		}
	}
}

// Regression: a default once replaced every result by the cleaned body.
func TestNoOptionBypassesTheEngines(t *testing.T) {
	t.Parallel()
	html := "<article>" + strings.Repeat("<h2>"+prose("kept", 40)+"</h2><p>"+prose("kept", 300)+"</p>", 4) +
		"</article><div class=sidebar><p>" + prose("beside", 300) + "</div>"
	for _, comments := range []bool{true, false} {
		for _, depth := range []int{1, 10} {
			for _, format := range []string{"markdown", "json", "text", "html"} {
				for _, images := range []string{"keep", "drop", "alt"} {
					for _, links := range []string{"inline", "reference", "drop"} {
						for _, bits := range []int{0, 1, 2, 4, 8, 16, 31} {
							o := Options{
								Format: format, Engine: "auto", Images: images, Links: links, Hidden: "drop", Data: "off",
								Comments: comments, CommentDepth: depth,
								Frontmatter: bits&1 > 0, KeepDataImages: bits&2 > 0, ImagesSummary: bits&4 > 0,
								LinksSummary: bits&8 > 0, NoTimestamp: bits&16 > 0, NoLog: bits&16 > 0,
							}
							r := convertWith(t, html, o, fake{"readability", []string{"kept"}}, fake{"trafilatura", []string{"kept"}})
							if r.Metadata.Source != "trafilatura" || strings.Contains(r.Markdown, "beside") || len(r.Candidates) != 3 {
								t.Fatalf("%+v: source %q", o, r.Metadata.Source)
							}
						}
					}
				}
			}
		}
	}
}

// No option but engine changes the list of engines. An engine that needs no other
// runs alone, with the cleaned body to fall back to.
func TestTheEnginesAreTheSameForAllOptions(t *testing.T) {
	names := func(o Options) (names []string) {
		for _, e := range enginesFor(o) {
			names = append(names, e.Name())
		}
		return names
	}
	want := names(DefaultOptions())
	for _, o := range []Options{
		{}, {Comments: true, CommentDepth: 10}, {Fragment: true}, {Select: "p"}, {Format: "text"}, {NoTimestamp: true}, {Engine: "blocks"},
	} {
		if got := names(o); !reflect.DeepEqual(got, want) || !defaultConverter(o).learned {
			t.Errorf("%+v: engines %v, want %v", o, got, want)
		}
	}
	for engine, want := range map[string][]string{
		"body": {"body"}, "readability": {"body", "readability"}, "trafilatura": {"body", "trafilatura"},
		"distiller": {"body", "distiller"}, "semantic": {"body", "semantic"},
	} {
		if got := names(Options{Engine: engine}); !reflect.DeepEqual(got, want) || defaultConverter(Options{Engine: engine}).learned {
			t.Errorf("%s: engines %v, want %v", engine, got, want)
		}
	}
}

func TestEngineByName(t *testing.T) {
	html := "<article>" + strings.Repeat("<h2>Heading of the story</h2><p>"+prose("kept", 300)+"</p>", 4) + "</article>"
	for _, name := range EngineNames() {
		o := DefaultOptions()
		o.Engine = name
		r, err := Convert(t.Context(), page.Source{URL: "https://example.com/x", HTML: html}, o, nil)
		if err != nil || r.Metadata.Source != name || r.Reason != name+": asked for" {
			t.Errorf("%s: source %q, reason %q, %v", name, r.Metadata.Source, r.Reason, err)
		}
	}
}

func TestTheCleanedBodyReplacesAThinResultOfTheEngineAskedFor(t *testing.T) {
	o := DefaultOptions()
	o.Engine = "readability"
	r := convertWith(t, "<p>"+prose("kept", 100)+"</p><p>"+prose("more", 300), o, fake{"readability", []string{"kept"}})
	if r.Metadata.Source != "readability-fallback" {
		t.Errorf("source %q", r.Metadata.Source)
	}
}

func TestTheAddressHasNoCredentialsUnlessAskedFor(t *testing.T) {
	const full = "https://e.example/a?page=2&token=abc"
	html := `<link rel=canonical href="https://e.example/a?token=abc"><p>` + prose("text", 300)
	o := DefaultOptions()
	r, err := Convert(t.Context(), page.Source{HTML: html, URL: full}, o, nil)
	if err != nil || r.URL != "https://e.example/a?page=2" || r.Metadata.Canonical != "https://e.example/a" || strings.Contains(r.Markdown, "token") {
		t.Errorf("%q, %q, %v\n%s", r.URL, r.Metadata.Canonical, err, r.Markdown)
	}
	o.FullAddress = true
	r, err = Convert(t.Context(), page.Source{HTML: html, URL: full}, o, nil)
	if err != nil || r.URL != full || !strings.Contains(r.Markdown, full) {
		t.Errorf("%q, %v", r.URL, err)
	}
}
