package frontmatter_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"pulltab/internal/frontmatter"
	"pulltab/internal/macros"
	"pulltab/internal/metadata"
)

func marshal(t testing.TB, f frontmatter.Fields, only ...string) string {
	t.Helper()
	block, err := frontmatter.Marshal(f, only)
	if err != nil {
		t.Fatal(err)
	}
	return block
}

// parse reads a block back and checks its frame: one opening line, one closing
// line, nothing between that a reader of Markdown takes for the end.
func parse(t testing.TB, block string) map[string]any {
	t.Helper()
	inner, opened := strings.CutPrefix(block, "---\n")
	inner, closed := strings.CutSuffix(inner, "---\n")
	if !opened || !closed {
		t.Fatalf("no frame around %q", block)
	}
	for line := range strings.Lines(inner) {
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") || strings.ContainsAny(line, "\r\u0085\u2028\u2029") {
			t.Errorf("line %q could end the block", line)
		}
	}
	var m map[string]any
	if err := yaml.Unmarshal([]byte(inner), &m); err != nil {
		t.Fatalf("%v in\n%s", err, block)
	}
	return m
}

func full() frontmatter.Fields {
	share := func(v float64) *float64 { return &v }
	score := -3
	return frontmatter.Fields{
		Metadata: metadata.Metadata{
			Subreddit: "r/bread", Score: &score,
			Title: "Bread, slowly", URL: "https://example.com/a?b=c#d", Author: []string{"Jane Doe", "José Núñez"},
			Published: "2026-03-20T09:00:00+01:00", Modified: "2026-03-21", Site: "The Oven", Description: "How: a day",
			Language: "en-GB", Tags: []string{"bread", "on"}, Image: "https://example.com/i.png",
		},
		Judgement: frontmatter.Judgement{
			Source: "blocks", Quality: 0.85, Confidence: share(0.97), Agreement: share(0.81),
			Coverage: share(0.99), Fidelity: share(1), Words: 1234, Tokens: 1789,
		},
		Data:    [][2]string{{"product", "Clock"}, {"price", "149.00 EUR"}, {"price", "12.00 EUR"}},
		Fetched: time.Date(2026, 3, 22, 12, 30, 0, 0, time.FixedZone("", 3600)),
	}
}

const wantFull = `---
title: Bread, slowly
url: "https://example.com/a?b=c#d"
author:
  - Jane Doe
  - José Núñez
published: 2026-03-20T09:00:00+01:00
modified: 2026-03-21
site: The Oven
subreddit: r/bread
score: -3
description: "How: a day"
language: en-GB
tags:
  - bread
  - "on"
image: https://example.com/i.png
fetched: 2026-03-22T11:30:00Z
source: blocks
quality: 0.85
confidence: 0.97
agreement: 0.81
coverage: 0.99
fidelity: 1
words: 1234
tokens: 1789
data:
  product: Clock
  price: "149.00 EUR"
---
`

func TestEveryFieldInItsOrder(t *testing.T) {
	if got := marshal(t, full()); got != wantFull {
		t.Errorf("got\n%swant\n%s", got, wantFull)
	}
	var names []string
	for line := range strings.Lines(wantFull) {
		if name, _, ok := strings.Cut(line, ":"); ok && line[0] != ' ' {
			names = append(names, name)
		}
	}
	if !slices.Equal(names, frontmatter.Names()) {
		t.Errorf("Names() = %v", frontmatter.Names())
	}
}

func TestFullAddressAsPlainText(t *testing.T) {
	long := "https://example.com/" + strings.Repeat("x", 5000) + "?q=[a](b)&c=<d>#e"
	for _, address := range []string{"https://example.com/a/b?c=d&e=f", "https://example.com/a#b", long} {
		got := parse(t, marshal(t, frontmatter.Fields{Metadata: metadata.Metadata{URL: address}}))
		if got["url"] != address {
			t.Errorf("url of %.60s is %v", address, got["url"])
		}
	}
}

func TestFetchedInUTC(t *testing.T) {
	zone := time.FixedZone("somewhere", -5*3600)
	block := marshal(t, frontmatter.Fields{Fetched: time.Date(2026, 1, 2, 23, 4, 5, 6, zone)}, "fetched")
	if want := "---\nfetched: 2026-01-03T04:04:05Z\n---\n"; block != want {
		t.Errorf("got %q, want %q", block, want)
	}
	if block := marshal(t, frontmatter.Fields{}, "fetched"); block != "" {
		t.Errorf("a zero time is written: %q", block)
	}
}

func TestChosenFields(t *testing.T) {
	got := marshal(t, full(), "url", "title", "nonsense")
	if want := "---\ntitle: Bread, slowly\nurl: \"https://example.com/a?b=c#d\"\n---\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTextStaysText checks that texts that YAML 1.1 or 1.2 reads as another type are
// quoted; the parser used here implements only one of them.
func TestTextStaysText(t *testing.T) {
	for _, title := range []string{
		"yes", "No", "on", "OFF", "y", "true", "null", "~", "NaN", ".inf", "12:30", "190:20:30", "2026-01-01", "2026-01-01T10:00:00Z",
		"1", "-1.5", "0x1f", "0o17", "017", "1e3", "1_000", "+1", "=", "<<", "- a", "? a", "# a", "@a", "`a`", "%a", "|", ">",
		"!!python/object/apply:os.system [echo]", "&a *a", "*a", "{a: 1}", "[a]", "a: b", "a:", "a #b", "'a'", `"a"`, `C:\data\notes`, `\d+`, `a\`,
		"--- a", "...", "Ünïcödé", "日本語", "العربية", "🍞 bread", "key: !tag value", "a, b", "\u00a0", "e\u0301",
	} {
		block := marshal(t, frontmatter.Fields{Metadata: metadata.Metadata{Title: title, Author: []string{title}}}, "title", "author")
		if strings.TrimSpace(title) == "" {
			if block != "" {
				t.Errorf("a title without text is written: %q", block)
			}
			continue
		}
		got := parse(t, block)
		if got["title"] != title || len(got["author"].([]any)) != 1 || got["author"].([]any)[0] != title {
			t.Errorf("%q comes back as %#v", title, got)
		}
		line, _, _ := strings.Cut(strings.TrimPrefix(block, "---\ntitle: "), "\n")
		quoted := strings.HasPrefix(line, `"`)
		if first := []rune(title)[0]; !quoted && (first < 'A' || strings.Contains(" yes no on off y n true false null nan ", " "+strings.ToLower(title)+" ")) {
			t.Errorf("%q is written without quotes: %s", title, line)
		}
	}
}

func TestNastyTitles(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a second block", "x\n---\nevil: 1", "x --- evil: 1"},
		{"carriage returns", "a\rb\r\nc", "a b c"},
		{"line ends of other alphabets", "a\u0085b\u2028c\u2029d", "a b c d"},
		{"controls", "a\x00b\x1b[31mc\x7f", "ab[31mc"},
		{"turned direction", "a\u202etxt.exe\u202c", "atxt.exe"},
		{"broken bytes", "a\xff\xfeb", "ab"},
		{"a trailing backslash", `a\`, `a\`},
		{"a million letters", strings.Repeat("é", 1<<20), strings.Repeat("é", 2000)},
		{"a million line ends", strings.Repeat("\n", 1<<20) + "a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			block := marshal(t, frontmatter.Fields{Metadata: metadata.Metadata{Title: c.in}})
			got, _ := parse(t, block)["title"].(string)
			if got != c.want {
				t.Errorf("got %.80q, want %.80q", got, c.want)
			}
		})
	}
}

func TestMetadataObject(t *testing.T) {
	data, err := json.Marshal(full())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"title":"Bread, slowly","url":"https://example.com/a?b=c#d","site":"The Oven","author":["Jane Doe","José Núñez"],` +
		`"published":"2026-03-20T09:00:00+01:00","modified":"2026-03-21","description":"How: a day","language":"en-GB",` +
		`"image":"https://example.com/i.png","tags":["bread","on"],"subreddit":"r/bread","score":-3,"source":"blocks","quality":0.85,"confidence":0.97,` +
		`"agreement":0.81,"coverage":0.99,"fidelity":1,"words":1234,"tokens":1789}`
	if string(data) != want {
		t.Errorf("got\n%s\nwant\n%s", data, want)
	}
}

// FuzzFrontmatter checks that with any texts the block parses, has only the given
// fields, and returns each text as Clean makes it.
func FuzzFrontmatter(f *testing.F) {
	for _, s := range []string{"", "yes", "x\n---\nevil: 1", "!!python/x", "&a *a", `C:\data\notes`, "a\r\u0085\u2028b", "12:30", "\xff", "日本", "\U000e0001", "\ue000", "\ufffe"} {
		f.Add(s, "https://example.com/"+s, s)
	}
	f.Fuzz(func(t *testing.T, title, url, tag string) {
		in := frontmatter.Fields{Metadata: metadata.Metadata{Title: title, URL: url, Site: tag, Tags: []string{tag, title}, Published: title, Language: tag}}
		got := parse(t, marshal(t, in))
		for name, text := range map[string]string{"title": title, "site": tag, "language": tag} {
			want := frontmatter.Clean(text, 2000)
			if have, _ := got[name].(string); have != want {
				t.Errorf("%s %q comes back as %#v", name, want, got[name])
			}
		}
		if have, _ := got["url"].(string); len(url) <= 64<<10 && have != frontmatter.Clean(url, 64<<10) {
			t.Errorf("url %q comes back as %q", url, have)
		}
		for name := range got {
			if !slices.Contains(frontmatter.Names(), name) {
				t.Errorf("field %q from nowhere", name)
			}
		}
	})
}

func TestEmojiAreWrittenAsThemselves(t *testing.T) {
	for _, title := range []string{"The wall breathes 🌊", "- 🌊", `C:\U0001F30A and 🌊`, `"\\U0001F30A" 🌊: x`, "👩‍🔬 𝒳\U000E0001"} {
		got := marshal(t, frontmatter.Fields{Metadata: metadata.Metadata{Title: title, Tags: []string{title}}}, "title", "tags")
		if strings.Contains(title, "🌊") && !strings.Contains(got, "🌊") {
			t.Errorf("%q is written as %s", title, got)
		}
		var back struct {
			Title string
			Tags  []string
		}
		if err := yaml.Unmarshal([]byte(got), &back); err != nil || back.Title != title || len(back.Tags) != 1 || back.Tags[0] != title {
			t.Errorf("%q is read back as %q, %q (%v) from %s", title, back.Title, back.Tags, err, got)
		}
	}
}

func TestMacrosAreBrokenInFrontMatter(t *testing.T) {
	in := frontmatter.Fields{Metadata: metadata.Metadata{Title: `<%* x %> {{{y}}} {% z %} \<%`, URL: "https://example.com/{{date}}", Tags: []string{"{{a}}"}}}
	block := marshal(t, in)
	if macros.Count(block) > 0 {
		t.Errorf("a macro in\n%s", block)
	}
	got := parse(t, block)
	if got["title"] != in.Title || got["url"] != in.URL || !reflect.DeepEqual(got["tags"], []any{"{{a}}"}) {
		t.Errorf("the block reads as %v", got)
	}
}
