package notefile

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOnlyLinksToPagesWithANoteBecomeWikiLinks(t *testing.T) {
	known := map[string]string{"https://a.example/(x)": "Notes/A.md", "https://b.example/": "B.md"}
	find := func(address string) string { return known[address] }
	for in, want := range map[string]string{
		"see [the gauge](https://b.example/).":                 "see [[B|the gauge]].",
		"[one](https://b.example/)[two](<https://b.example/>)": "[[B|one]][[B|two]]",
		`[x](https://a.example/\(x\) "Title") end`:             "[[Notes/A|x]] end",
		"| [cell](https://b.example/) | b |":                   `| [[B\|cell]] | b |`,
		"> [quoted](https://b.example/)":                       "> [[B|quoted]]",
		"![picture](https://b.example/)":                       "",
		"[![p](https://c.example/)](https://b.example/)":       "",
		"[**bold**](https://b.example/)":                       "",
		"`[code](https://b.example/)`":                         "",
		"```\n[code](https://b.example/)\n```":                 "",
		`\[no](https://b.example/)`:                            "",
		"[other](https://c.example/)":                          "",
		"[](https://b.example/)":                               "",
		"[a](https://b.example/ x)":                            "",
		"[unclosed](https://b.example/":                        "",
	} {
		if want == "" {
			want = in
		}
		if got := linkNotes(in+"\n", find); got != want+"\n" {
			t.Errorf("%s\ngives %swant %s", in, got, want)
		}
	}
	// Whatever surrounds them, links change to links with the same text, and nothing else.
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{"[b](https://b.example/)", "[c](https://c.example/)", "`", "``", "[", "]", "](", "\\", "!", "text ", "\n", "|", "[[x]]", "```\n", "<", ">"}
	back := strings.NewReplacer("[[B|b]]", "[b](https://b.example/)", `[[B\|b]]`, "[b](https://b.example/)")
	for range 3000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if got := linkNotes(b.String(), find); back.Replace(got) != b.String() {
			t.Fatalf("%q becomes %q", b.String(), got)
		}
	}
}

func TestLinksToNotesThatAreGoneStay(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first := save(t, f, note("first\n"), Update)
	n := Note{Name: "Other", Body: "see [it](https://harbour.example/gauge#part)\n", Page: PageID("https://harbour.example/other"), WikiLinks: true}
	save(t, f, n, Update)
	if text := read(t, dir, "Other.md"); !strings.HasPrefix(text, "see [[Gauge|it]]\n") {
		t.Error(text)
	}
	if err := os.Remove(filepath.Join(dir, first.Path)); err != nil {
		t.Fatal(err)
	}
	save(t, f, n, Update)
	if text := read(t, dir, "Other.md"); !strings.HasPrefix(text, "see [it](") {
		t.Error(text)
	}
}

func TestASkippedPageHasNoNote(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	save(t, f, note("first\n"), Skip)
	second := note("second\n")
	second.Page, second.WikiLinks = PageID("https://harbour.example/second"), true
	if saved := save(t, f, second, Skip); saved.Outcome != Skipped {
		t.Fatal(saved)
	}
	save(t, f, Note{Name: "Other", Body: "see [it](https://harbour.example/second)\n", Page: PageID("https://harbour.example/other"), WikiLinks: true}, Skip)
	if text := read(t, dir, "Other.md"); text != "see [it](https://harbour.example/second)\n" {
		t.Error(text)
	}
}
