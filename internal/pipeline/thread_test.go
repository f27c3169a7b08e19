package pipeline

import (
	"strings"
	"testing"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

func TestAShortThreadIsComparedWithTheEnginesNotWithTheBody(t *testing.T) {
	comment := func(name, text string) string {
		return `<table class="comtr"><tr><td class="ind" indent="0"></td><td><a class="hnuser" href="user?id=` + name + `">` + name +
			`</a> <span class="age" title="2024-03-20T10:00:00"></span><div class="commtext">` + text + `</div></td></tr></table>`
	}
	thread := comment("mira", "The gauge reads low.") + comment("jonas", "Its zero has moved since the flood.")
	around := "<div>" + strings.Repeat("<p>"+prose("around", 200)+"</p>", 5) + "</div>"
	for name, c := range map[string]struct {
		engine engine.Engine
		source string
		reason string
	}{
		"an engine keeps a little":            {fake{"readability", []string{"gauge", "flood"}}, "hackernews", "hackernews: 2 posts, found by selectors"},
		"an engine keeps much that is around": {fake{"readability", []string{"around"}}, "readability", "; hackernews found less (64 characters of text against 200)"},
	} {
		v := converter{engines: []engine.Engine{c.engine, engine.Body{}}, engineTime: time.Minute, requestTime: time.Minute}
		r, err := v.convert(t.Context(), page.Source{URL: "https://news.ycombinator.com/item?id=1", HTML: thread + around}, DefaultOptions(), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if r.Metadata.Source != c.source || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%s: source %s, want %s: %s", name, r.Metadata.Source, c.source, r.Reason)
		}
	}
}
