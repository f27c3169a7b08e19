package recipe

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"pulltab/internal/page"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, address string
		want             bool
	}{
		{"example.com/**", "https://example.com/a/b", true},
		{"example.com/**", "https://www.example.com/", true},
		{"example.com", "https://example.com/anything?at=all", true},
		{"example.com/**", "https://evil.com/example.com/", false},
		{"example.com/**", "https://notexample.com/", false},
		{"*.example.com/wiki/*", "https://en.example.com/wiki/Tide", true},
		{"*.example.com/wiki/*", "https://en.example.com/wiki/Tide/Neap", false},
		{"*.example.com/wiki/**", "https://en.example.com/wiki/Tide/Neap", true},
		{"*.example.com/**", "https://a.b.example.com/", false},
		{"**.example.com/**", "https://a.b.example.com/", true},
		{"example.com/a*z", "https://example.com/abcz", true},
		{"example.com/a*z", "https://example.com/abc", false},
		{"EXAMPLE.com/a", "https://Example.COM/a", true},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Matches(u); got != c.want {
			t.Errorf("%s matches %s: %v", c.pattern, c.address, got)
		}
	}
}

func TestAnInvalidFileIsReportedAndIgnored(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"recipes:\n  - name: a\n    match: [x.com]\n    colour: blue\n", "line 4: field colour not found"},
		{"recipes:\n  - match: [x.com]\n    remove: [a]\n", "recipe number 1: no name"},
		{"recipes:\n  - name: a\n    remove: [b]\n", "recipe a: no match"},
		{"recipes:\n  - name: a\n    match: [x.com]\n", "recipe a: says nothing"},
		{"recipes:\n  - name: a\n    match: ['**']\n    remove: [b]\n", "would match every host"},
		{"recipes:\n  - name: a\n    match: ['https://x.com/']\n    remove: [b]\n", "is not HOST/PATH"},
		{"recipes:\n  - name: a\n    match: [x.com]\n    remove: ['p[']\n", "is not a CSS selector"},
		{"recipes:\n  - name: a\n    match: [x.com]\n    remove: ['a b c d']\n", "limit 2"},
		{"recipes:\n  - name: a\n    match: [x.com]\n    remove: ['div:has(p)']\n", "not for recipes"},
		{"recipes:\n  - name: a\n    match: [x.com]\n    fields: {quality: {selector: b}}\n", "\"quality\" is not one of title"},
		{"recipes:\n  - name: a\n    match: [x.com]\n    fields: {title: {selector: b, jsonld: c}}\n", "either a selector or jsonld"},
		{"recipes:\n  - {name: a, match: [x.com], remove: [b]}\n  - {name: a, match: [y.com], remove: [b]}\n", "two of this name"},
		{"recipes: [", "did not find expected node content"},
		{strings.Repeat("#", maxFile+1), "limit"},
	} {
		set := Load([]byte(c.text))
		if !strings.Contains(set.Problem, c.want) || strings.Contains(set.Problem, "\n") {
			t.Errorf("%q: problem %q, want %q", c.text[:min(60, len(c.text))], set.Problem, c.want)
		}
		if r, _ := set.Find("https://x.com/"); r != nil {
			t.Errorf("%q: recipe %s is used all the same", c.text, r.Name)
		}
		if r, _ := set.Find("https://en.wikipedia.org/wiki/Tide"); r == nil {
			t.Error("the shipped recipes are gone with it")
		}
	}
}

func TestUserRecipesComeFirst(t *testing.T) {
	set := Load([]byte("recipes:\n  - {name: mine, match: ['*.wikipedia.org/**'], remove: [b]}\n  - {name: mdn, match: [x.com], remove: [b]}\n"))
	if set.Problem != "" {
		t.Fatal(set.Problem)
	}
	if r, matched := set.Find("https://en.wikipedia.org/wiki/Tide"); r == nil || r.Name != "mine" || !r.Own || matched != "*.wikipedia.org/**" {
		t.Errorf("got %v by %q", r, matched)
	}
	if r, _ := set.Find("https://developer.mozilla.org/en-US/docs/Web"); r != nil {
		t.Errorf("the shipped recipe of a taken name is used: %v", r)
	}
	if empty := Load(nil); empty.Problem != "" || len(empty.All) == 0 {
		t.Errorf("without a file: %q, %d recipes", empty.Problem, len(empty.All))
	}
}

func TestMatchingIsBoundedOnDeepPages(t *testing.T) {
	set := Load([]byte("recipes:\n  - {name: a, match: [x.com], remove: ['b b i', 'div > div div'], content: ['p p p'], keep: ['div div u']}\n"))
	r, _ := set.Find("https://x.com/")
	if r == nil {
		t.Fatal(set.Problem)
	}
	begun := time.Now()
	src := page.Source{URL: "https://x.com/", HTML: strings.Repeat("<div><b>", 20_000) + "text"}
	_, err := page.ParseEdited(context.Background(), src, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := page.Parse(context.Background(), src)
	if err != nil {
		t.Fatal(err)
	}
	parsed := time.Since(begun)
	begun = time.Now()
	if err := r.Apply(context.Background(), p.Doc); err != nil && err != errSlow {
		t.Error(err)
	}
	if took := time.Since(begun); took > applyTime+5*parsed+5*time.Second {
		t.Errorf("took %v", took)
	}
}
