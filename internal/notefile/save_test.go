package notefile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// regexpAnchors matches the anchors that anchor adds.
var regexpAnchors = regexp.MustCompile(`( |\n\n)\^b[0-9]+\b`)

func open(t testing.TB, dir string) *Folder {
	t.Helper()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func note(body string) Note {
	return Note{Name: "Gauge", Frontmatter: "---\ntitle: Gauge\ntags:\n  - tides\n---\n", Body: body, Page: PageID("https://harbour.example/gauge")}
}

func save(t testing.TB, f *Folder, n Note, rule Rule) Saved {
	t.Helper()
	saved, err := f.Save(n, rule, 200)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func read(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func files(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != indexFile {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestRulesForAFileThatExists(t *testing.T) {
	const mine = "my own text\n"
	for _, c := range []struct {
		rule    Rule
		outcome Outcome
		path    string
		content string // of Gauge.md afterwards
	}{
		{Number, Created, "Gauge 2.md", mine},
		{Skip, Skipped, "Gauge.md", mine},
		{Replace, Replaced, "Gauge.md", plain(note("new\n"))},
		{Update, Created, "Gauge 2.md", mine}, // a file without a marker is never touched
		{Append, Appended, "Gauge.md", mine + "\nnew\n"},
	} {
		t.Run(string(c.rule), func(t *testing.T) {
			dir := t.TempDir()
			f := open(t, dir)
			if err := os.WriteFile(filepath.Join(dir, "Gauge.md"), []byte(mine), 0o644); err != nil {
				t.Fatal(err)
			}
			saved := save(t, f, note("new\n"), c.rule)
			if saved.Outcome != c.outcome || saved.Path != c.path || read(t, dir, "Gauge.md") != c.content {
				t.Errorf("%+v, content %q", saved, read(t, dir, "Gauge.md"))
			}
			again := save(t, f, note("new\n"), c.rule)
			if c.rule == Append && (again.Outcome != Unchanged || read(t, dir, "Gauge.md") != c.content) {
				t.Errorf("the same text is appended twice: %q", read(t, dir, "Gauge.md"))
			}
			if c.rule == Update && again.Outcome != Unchanged {
				t.Errorf("the note of this page is not found: %+v", again)
			}
		})
	}
}

func TestNamesThatAnotherFileSystemTakesForTheSameClash(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "GAUGE.MD"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if saved := save(t, f, note("new\n"), Number); saved.Path != "Gauge 2.md" {
		t.Errorf("%+v", saved)
	}
}

func TestNotesStayBelowTheFolder(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	f := open(t, dir)
	for _, folder := range []string{"out", "out/deeper", "../x"} {
		n := note("x\n")
		n.Folder = folder
		_, err := f.Save(n, Number, 200)
		var coded *Error
		if !errors.As(err, &coded) || coded.Kind != Outside {
			t.Errorf("%s: %v", folder, err)
		}
	}
	secret := filepath.Join(outside, "secret.md")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "Gauge.md")); err != nil {
		t.Fatal(err)
	}
	for _, rule := range Rules {
		f.Save(note("x\n"), rule, 200)
	}
	if read(t, outside, "secret.md") != "secret" || len(files(t, outside)) != 1 {
		t.Error("a file outside of the folder was written")
	}
}

func TestAMissingFolderIsNamed(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "gone"))
	var coded *Error
	if !errors.As(err, &coded) || coded.Kind != NoFolder {
		t.Error(err)
	}
}

// readersNote is a note that the reader has worked on, made of random pieces.
func readersNote(r *rand.Rand, base string) (edited, below string, own []string) {
	lines := []string{"mine", "", "- [ ] task", "```", "<!-- comment -->", "---", "^b1", "é\u0301 👩\u200d🔬", "\ttab", "[[Note]]"}
	for range r.IntN(8) {
		below += lines[r.IntN(len(lines))] + []string{"\n", "\r\n"}[r.IntN(2)]
	}
	edited = base + below
	for i := range r.IntN(3) {
		key := fmt.Sprintf("mine%d: [a, %d] # note\n", i, r.IntN(100))
		own = append(own, key)
		at := strings.Index(edited, []string{"title:", "tags:"}[r.IntN(2)])
		edited = edited[:at] + key + edited[at:]
	}
	return edited, below, own
}

func TestAnUpdateKeepsTheReadersNotesAndFields(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := note("first\n\nsecond\n")
		n.Anchors = r.IntN(2) == 0
		edited, below, own := readersNote(r, compose(n))
		if r.IntN(3) == 0 {
			edited = strings.ReplaceAll(edited, "\r\n", "\n")
			edited = strings.ReplaceAll(edited, "\n", "\r\n")
			below = strings.ReplaceAll(strings.ReplaceAll(below, "\r\n", "\n"), "\n", "\r\n")
			for i := range own {
				own[i] = strings.ReplaceAll(own[i], "\n", "\r\n")
			}
		}
		if r.IntN(4) == 0 {
			edited = bom + edited
		}
		old, ok := parseNote(edited)
		if !ok {
			t.Fatalf("not recognised:\n%s", edited)
		}
		n.Body = "second\n\nthird\n"
		n.Frontmatter = "---\ntitle: Gauge II\nwords: 2\n---\n"
		text, changed := update(old, n)
		if changed {
			t.Fatalf("the text above counts as edited:\n%q", edited)
		}
		if !strings.HasSuffix(text, "-->\n"+below) && !strings.HasSuffix(text, "-->\r\n"+below) {
			t.Fatalf("notes below the marker changed:\n%q\nin\n%q", below, text)
		}
		for _, key := range own {
			if !strings.Contains(text, key) {
				t.Fatalf("%q is gone from\n%s", key, text)
			}
		}
		if strings.Contains(text, "title: Gauge\n") || strings.Contains(text, "first") || strings.Contains(text, "tags:") ||
			!strings.Contains(text, "title: Gauge II") || !strings.Contains(text, "third") || strings.HasPrefix(text, bom) != strings.HasPrefix(edited, bom) {
			t.Fatalf("not updated:\n%s", text)
		}
		again, ok := parseNote(text)
		if repeated, changed := update(again, n); !ok || changed || repeated != text {
			t.Fatalf("a second update differs:\n%s\n%s", text, repeated)
		}
	}
}

func TestAFieldThatTheReaderChangedStays(t *testing.T) {
	edited := strings.Replace(compose(note("text\n")), "  - tides\n", "  - tides\n  - mine\n", 1)
	old, _ := parseNote(edited)
	text, changed := update(old, note("text\n"))
	if changed || !strings.Contains(text, "  - mine\n") || strings.Count(text, "tags:") != 1 {
		t.Errorf("%v\n%s", changed, text)
	}
}

func TestAnEditedTextIsKeptBesideTheNote(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	save(t, f, note("first\n"), Update)
	edited := strings.Replace(read(t, dir, "Gauge.md"), "first", "first, with my words", 1) + "below\n"
	if err := os.WriteFile(filepath.Join(dir, "Gauge.md"), []byte(edited), 0o644); err != nil {
		t.Fatal(err)
	}
	saved := save(t, f, note("second\n"), Update)
	if saved.Outcome != Updated || saved.Beside == "" || read(t, dir, saved.Beside) != edited {
		t.Errorf("%+v", saved)
	}
	if now := read(t, dir, "Gauge.md"); strings.Contains(now, "my words") || !strings.HasSuffix(now, "below\n") {
		t.Error(now)
	}
}

func TestADamagedMarkerMakesANewFile(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"missing": func(s string) string { return strings.Replace(s, "<!-- pulltab", "<!-- my", 1) },
		"twice":   func(s string) string { return s + s[strings.Index(s, "<!-- pulltab"):] },
		"of another page": func(s string) string {
			return strings.Replace(s, note("").Page, PageID("https://harbour.example/other"), 1)
		},
		"in code":              func(s string) string { return strings.Replace(s, "<!-- pulltab", "```\n<!-- pulltab", 1) },
		"invalid front matter": func(s string) string { return strings.Replace(s, "title:", "a: [\ntitle:", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f := open(t, dir)
			save(t, f, note("first\n"), Update)
			damaged := change(read(t, dir, "Gauge.md"))
			if err := os.WriteFile(filepath.Join(dir, "Gauge.md"), []byte(damaged), 0o644); err != nil {
				t.Fatal(err)
			}
			if saved := save(t, f, note("second\n"), Update); saved.Path != "Gauge 2.md" || read(t, dir, "Gauge.md") != damaged {
				t.Errorf("%+v", saved)
			}
		})
	}
}

// A page can show a marker as code or text; it is no marker of the note.
func TestAPageCannotForgeTheMarker(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	forged := newMarker(note(""), nil, "x", 1).String()
	body := "```\n" + forged + "\n```\n\n" + `\` + forged + "\n"
	save(t, f, note(body), Update)
	if saved := save(t, f, note(body+"\nmore\n"), Update); saved.Outcome != Updated || saved.Beside != "" {
		t.Errorf("%+v", saved)
	}
}

func TestAKnownNoteIsUpdatedUnderItsOldName(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first := save(t, f, note("first\n"), Update)
	n := note("second\n")
	n.Name = "Another title"
	if saved := save(t, f, n, Update); saved.Path != first.Path || saved.Outcome != Updated {
		t.Errorf("%+v", saved)
	}
	other := n
	other.Page = PageID("https://harbour.example/other")
	if saved := save(t, f, other, Update); saved.Path != "Another title.md" {
		t.Errorf("the note of another page is used: %+v", saved)
	}
	// An index that names a note of another page, a path outside, or nothing is harmless.
	for _, line := range []string{n.Page + " Another title.md", n.Page + " ../x.md", n.Page + " gone.md", "x", "\x00"} {
		if err := os.WriteFile(filepath.Join(dir, indexFile), []byte(line+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		again := note("third " + line + "\n")
		if saved := save(t, f, again, Update); saved.Path != first.Path {
			t.Errorf("%q: %+v", line, saved)
		}
	}
}

func TestTwoWritersLoseNothing(t *testing.T) {
	dir := t.TempDir()
	const writers, notes = 4, 10
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			f, err := Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			for i := range notes {
				if _, err := f.Save(Note{Name: "Same", Body: fmt.Sprintf("%d-%d\n", w, i)}, Number, 200); err != nil {
					t.Error(err)
				}
				if _, err := f.Save(Note{Name: "Daily", Body: fmt.Sprintf("entry %d-%d\n", w, i)}, Append, 200); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	seen := map[string]bool{}
	for _, name := range files(t, dir) {
		if strings.HasPrefix(name, "Same") {
			seen[read(t, dir, name)] = true
		}
	}
	daily := read(t, dir, "Daily.md")
	if len(seen) != writers*notes || strings.Count(daily, "entry ") != writers*notes || len(files(t, dir)) != writers*notes+1 {
		t.Errorf("%d notes, %d entries, %d files", len(seen), strings.Count(daily, "entry "), len(files(t, dir)))
	}
}

func TestAnchorsStayWithUnchangedBlocksAndAreNeverReused(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	words := []string{"alpha", "beta", "gamma ^b3", "- one\n- two", "> quote", "| a |\n|---|\n| b |", "```\ncode\n\nmore\n```", "# Heading", "alpha", "- loose\n\n- list", "$$\nx\n$$", "<div>x</div>"}
	for range 300 {
		make := func() string {
			var parts []string
			for range 1 + r.IntN(8) {
				parts = append(parts, words[r.IntN(len(words))])
			}
			return strings.Join(parts, "\n\n") + "\n"
		}
		used := map[int]string{}
		body, next := anchor(make(), nil, 1)
		for range 5 {
			known := anchorsOf(body)
			for text, ids := range known {
				for _, id := range ids {
					if before, found := used[id]; found && before != text {
						t.Fatalf("^b%d of %q now marks %q", id, before, text)
					}
					used[id] = text
				}
			}
			fresh := make()
			before := next
			body, next = anchor(fresh, known, next)
			for text, ids := range anchorsOf(body) {
				kept := 0
				for _, id := range ids {
					if slices.Contains(known[text], id) {
						kept++
					} else if id < before {
						t.Fatalf("^b%d is used again for %q", id, text)
					}
				}
				if kept != min(len(ids), len(known[text])) {
					t.Fatalf("%q keeps %d of %v, has %v", text, kept, known[text], ids)
				}
			}
			bare := strings.ReplaceAll(regexpAnchors.ReplaceAllString(body, ""), `\^b3`, "^b3")
			if bare != fresh {
				t.Fatalf("anchors change the text:\n%q\n%q", bare, fresh)
			}
		}
	}
}

func TestAppendingKeepsEveryByteOfTheFile(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	parts := []string{"mine", "\n", "\r\n", "\n\n", "é\u0301", "```\n", "---\n", "\ufeff", "entry 1\n"}
	for range 25 {
		dir := t.TempDir()
		f := open(t, dir)
		var b strings.Builder
		for range r.IntN(10) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		old := b.String()
		if err := os.WriteFile(filepath.Join(dir, "Gauge.md"), []byte(old), 0o644); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			before := read(t, dir, "Gauge.md")
			entry := fmt.Sprintf("entry %d of %d\n", i, r.IntN(1000))
			save(t, f, note(entry), Append)
			after := read(t, dir, "Gauge.md")
			if !strings.HasPrefix(after, before) || strings.TrimSpace(strings.TrimPrefix(after, before)) != strings.TrimSpace(entry) {
				t.Fatalf("%q becomes %q", before, after)
			}
			if again := save(t, f, note(entry), Append); again.Outcome != Unchanged || read(t, dir, "Gauge.md") != after {
				t.Fatalf("appended twice: %q", read(t, dir, "Gauge.md"))
			}
		}
	}
}

// FuzzUpdate checks that an update of any file changes nothing below its marker, loses
// no field that this program did not write, and is stable.
func FuzzUpdate(f *testing.F) {
	n := note("text\n\nmore\n")
	n.Anchors = true
	f.Add(compose(n), "notes\n")
	f.Add(strings.ReplaceAll(compose(n), "\n", "\r\n"), "\r\nnotes")
	f.Add(bom+compose(n), "```\n")
	f.Add("---\nmine: [a,\n  b]\n"+strings.TrimPrefix(compose(n), "---\n"), "")
	f.Fuzz(func(t *testing.T, above, below string) {
		old, ok := parseNote(above + below)
		if !ok {
			return
		}
		changed := n
		changed.Body = "another text\n"
		text, _ := update(old, changed)
		if !strings.HasSuffix(text, old.below) {
			t.Fatalf("%q below the marker is lost from %q", old.below, text)
		}
		for _, field := range old.fields {
			lines := field.lines
			if old.crlf {
				lines = strings.ReplaceAll(lines, "\n", "\r\n")
			}
			if !old.marker.wrote(field.lines) && !strings.Contains(text, lines) {
				t.Fatalf("%q is lost from %q", lines, text)
			}
		}
		if again, ok := parseNote(text); ok {
			if repeated, edited := update(again, changed); edited || repeated != text {
				t.Fatalf("%q becomes %q", text, repeated)
			}
		}
	})
}
