package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// openWithPages returns an empty store that may save pages.
func openWithPages(t testing.TB) (*Store, *clock) {
	s, c := fresh(t)
	if err := s.SetPreferences(Preferences{Pages: true, Captures: true}); err != nil {
		t.Fatal(err)
	}
	return s, c
}

func page(address, title, body string) Clip {
	quality := 0.85
	return Clip{Address: address, Title: title, Source: "blocks", Quality: &quality, Host: "0.1.0",
		Markdown: "---\ntitle: " + title + "\nurl: " + address + "\n---\n\n" + body}
}

func (s *Store) mustSave(t testing.TB, c Clip) Clip {
	t.Helper()
	saved, err := s.Save(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func TestPagesAreSavedOnlyIfAllowed(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	if _, err := s.Save(page("https://a.example/", "Canary", "text"), []byte("canary")); !errors.Is(err, ErrOff) {
		t.Errorf("%v", err)
	}
	if found := bytesOnDisk(t, s.dir); bytes.Contains(found, []byte("anary")) {
		t.Error("it is on the disk")
	}
	if err := s.SetPreferences(Preferences{Pages: true}); err != nil {
		t.Fatal(err)
	}
	c, err := s.Save(page("https://a.example/", "A", "text"), []byte("canary"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Capture(c.ID); !errors.Is(err, ErrNoClip) {
		t.Errorf("the capture was stored without permission: %v", err)
	}
}

func TestSavedPageIsFoundByAddress(t *testing.T) {
	t.Parallel()
	s, c := openWithPages(t)
	p := page("https://a.example/x?utm=1#part", "Ångström", "One.\n\nTwo.\n")
	p.Canonical = "https://a.example/x"
	saved, err := s.Save(p, []byte("<p>captured"))
	if err != nil {
		t.Fatal(err)
	}
	if saved.ID == 0 || saved.Revision != 1 || !saved.Saved.Equal(noon) || saved.Address != "https://a.example/x?utm=1" {
		t.Errorf("%+v", saved)
	}
	again := open(t, s.dir, c)
	for _, address := range []string{p.Address, "https://a.example/x?utm=1#elsewhere", p.Canonical} {
		got, err := again.Latest(address)
		if err != nil || got.Title != "Ångström" || !strings.HasSuffix(got.Markdown, "\n\nOne.\n\nTwo.\n") || *got.Quality != 0.85 {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
	if page, err := again.Capture(saved.ID); err != nil || string(page) != "<p>captured" {
		t.Errorf("%q, %v", page, err)
	}
	for _, address := range []string{"https://a.example/y", "", "file:///x"} {
		if _, err := again.Latest(address); !errors.Is(err, ErrNoClip) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestClockSetBackLosesNoRevision(t *testing.T) {
	t.Parallel()
	s, c := openWithPages(t)
	s.mustSave(t, page("https://a.example/", "A", "One."))
	c.at = noon.Add(-48 * time.Hour)
	second := s.mustSave(t, page("https://a.example/", "A", "Two."))
	got, err := s.Recall("https://a.example/", "", "Two.")
	if err != nil || got.Clip == nil || got.Clip.ID != second.ID || len(got.Diff) > 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if changes, err := s.Changes(second.ID); err != nil || len(changes) != 1 || changes[0].Removed[0] != "One." {
		t.Errorf("%+v, %v", changes, err)
	}
	if found, err := s.Search(t.Context(), "", 10); err != nil || len(found) != 2 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestRevisionsCountChangedTexts(t *testing.T) {
	t.Parallel()
	s, c := openWithPages(t)
	first := s.mustSave(t, page("https://a.example/", "A", "One.\n\nTwo."))
	c.at = noon.Add(time.Hour)
	same := s.mustSave(t, page("https://a.example/", "A", "One.\n\nTwo."))
	if same.ID != first.ID || same.Revision != 1 || !same.Saved.Equal(c.at) {
		t.Errorf("%+v", same)
	}
	second := s.mustSave(t, page("https://a.example/", "A", "One.\n\nTwo, changed."))
	if second.ID == first.ID || second.Revision != 2 {
		t.Errorf("%+v", second)
	}
	if got, err := s.Latest("https://a.example/"); err != nil || got.ID != second.ID {
		t.Errorf("%+v, %v", got, err)
	}
	want := []Change{{1, []string{"Two."}, []string{"Two, changed."}}}
	if got, err := s.Changes(second.ID); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := s.Changes(first.ID); err != nil || got != nil {
		t.Errorf("of the first: %+v, %v", got, err)
	}
	if _, err := s.Changes(99); !errors.Is(err, ErrNoClip) {
		t.Errorf("%v", err)
	}
}

func TestRecallReturnsChanges(t *testing.T) {
	t.Parallel()
	s, _ := openWithPages(t)
	if r, err := s.Recall("https://a.example/", "", "One."); err != nil || r.Clip != nil {
		t.Errorf("never saved: %+v, %v", r, err)
	}
	s.mustSave(t, page("https://a.example/?token=secret-canary", "A", "One.\n\nTwo.\n\n[here](https://a.example/?token=secret-canary)"))
	recall := func(body string) Comparison {
		t.Helper()
		r, err := s.Recall("https://a.example/?token=secret-canary", "", "---\nquality: 1\n---\n\n"+body)
		if err != nil || r.Clip == nil || r.Clip.Markdown != "" {
			t.Fatalf("%+v, %v", r, err)
		}
		return r
	}
	if r := recall("One.\n\nTwo.\n\n[here](https://a.example/?token=secret-canary)\n"); len(r.Diff) > 0 || r.Added+r.Removed > 0 {
		t.Errorf("nothing has changed: %+v", r)
	}
	r := recall("Zero.\n\nOne.\n\nTwo, changed.\n\n[here](https://a.example/?token=secret-canary)")
	want := []Change{{0, nil, []string{"Zero."}}, {2, []string{"Two."}, []string{"Two, changed."}}}
	if fmt.Sprint(r.Diff) != fmt.Sprint(want) || r.Added != 2 || r.Removed != 1 {
		t.Errorf("%+v", r)
	}
	if found := bytesOnDisk(t, s.dir); bytes.Contains(found, []byte("secret-canary")) {
		t.Error("a secret of the address is on the disk")
	}
}

func TestApplyingDiffGivesNewerList(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		draw := func() []string {
			list := make([]string, random.IntN(12))
			for i := range list {
				list[i] = string(rune('a' + random.IntN(4)))
			}
			return list
		}
		before, now := draw(), draw()
		changes := diff(before, now)
		var made []string
		rest := before
		for _, c := range changes {
			same := c.At - len(made)
			made = append(made, rest[:same]...)
			rest = rest[same:]
			if !slices.Equal(rest[:len(c.Removed)], c.Removed) {
				t.Fatalf("%v → %v: %+v", before, now, changes)
			}
			rest = rest[len(c.Removed):]
			made = append(made, c.Added...)
		}
		if made = append(made, rest...); !slices.Equal(made, now) {
			t.Fatalf("%v → %v gives %v by %+v", before, now, made, changes)
		}
	}
	long := make([]string, 3000)
	for i := range long {
		long[i] = fmt.Sprint(i)
	}
	other := slices.Clone(long)
	slices.Reverse(other)
	if changes := diff(long, other); len(changes) != 1 || len(changes[0].Added) != 3000 {
		t.Errorf("%d changes of two long lists that differ throughout", len(changes))
	}
}

func TestSplitKeepsCodeBlocksWhole(t *testing.T) {
	t.Parallel()
	got := split("# A\n\nOne\ntwo.  \n\n\n```go\na\n\nb\n~~~\n```\nafter\n\n~~~~\n```\n\n~~~~\n\nend")
	want := []string{"# A", "One\ntwo.", "```go\na\n\nb\n~~~\n```\nafter", "~~~~\n```\n\n~~~~", "end"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s, c := openWithPages(t)
	for i, p := range []Clip{
		page("https://a.example/1", "The keeper", "For eleven years the lighthouse stood on a rock. C++ is \"quoted\"."),
		page("https://a.example/2", "Lighthouses of the north", "Nobody counted the steps."),
		page("https://b.example/", "Über Brot", "Brot wird aus Mehl gebacken, AND NOT a query."),
	} {
		c.at = noon.Add(time.Duration(i) * time.Minute)
		s.mustSave(t, p)
	}
	for words, want := range map[string]string{
		"lighthouse":      "https://a.example/2 https://a.example/1", // the title counts for more
		"LIGHTHOUSE rock": "https://a.example/1",
		"uber mehl":       "https://b.example/",
		"geback":          "https://b.example/",
		"nowhere":         "",
		`"quoted`:         "https://a.example/1",
		"a AND NOT":       "https://b.example/",
		"C++ * ^ ( NEAR(": "",
		"title:keeper":    "",
		"":                "https://b.example/ https://a.example/2 https://a.example/1",
	} {
		found, err := s.Search(t.Context(), words, 10)
		if err != nil {
			t.Errorf("%q: %v", words, err)
		}
		var addresses []string
		for _, f := range found {
			addresses = append(addresses, f.Address)
			if f.Excerpt == "" || f.Markdown != "" {
				t.Errorf("%q: %+v", words, f)
			}
		}
		if got := strings.Join(addresses, " "); got != want {
			t.Errorf("%q finds %s, want %s", words, got, want)
		}
	}
	if found, err := s.Search(t.Context(), "", 1); err != nil || len(found) != 1 {
		t.Errorf("%d, %v", len(found), err)
	}
	if gone, err := s.Forget(Scope{Site: "a.example"}); err != nil || gone.Clips != 2 {
		t.Errorf("%+v, %v", gone, err)
	}
	if found, err := s.Search(t.Context(), "lighthouse", 10); err != nil || len(found) != 0 {
		t.Errorf("deleted and found: %+v, %v", found, err)
	}
	if found := bytesOnDisk(t, s.dir); bytes.Contains(bytes.ToLower(found), []byte("lighthouse")) || bytes.Contains(found, []byte("a.example")) {
		t.Error("a deleted clip is still on the disk")
	}
}

func TestExcerptSurroundsSearchWord(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Grüße an alle. ", 100)
	for _, c := range []struct {
		text  string
		words []string
		want  string
	}{
		{"Short.", []string{"short"}, "Short."},
		{"Short.", []string{"absent"}, "Short."},
		{long + "Here is the lighthouse. " + long, []string{"absent", "LIGHTHOUSE"}, "Here is the lighthouse. Grüße"},
	} {
		got := excerpt(c.text, c.words)
		if !strings.Contains(got, c.want) || len([]rune(got)) > excerptRunes+2 || strings.ContainsRune(got, '\uFFFD') {
			t.Errorf("%q", got)
		}
	}
	if got := excerpt(long, nil); !strings.HasPrefix(got, "Grüße") || !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
}

func TestFilesAreStoredUnderDigests(t *testing.T) {
	t.Parallel()
	s, _ := openWithPages(t)
	one := s.mustSave(t, page("file:///home/canary/one.html", "One", "One."))
	two := s.mustSave(t, page("file:///home/canary/two.html", "Two", "Two."))
	if one.Address == two.Address || strings.Contains(one.Address, "canary") {
		t.Errorf("%s and %s", one.Address, two.Address)
	}
	if got, err := s.Latest("file:///home/canary/two.html"); err != nil || got.ID != two.ID {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestClipsAndCapturesKeepNoCredentialOfTheirAddress(t *testing.T) {
	t.Parallel()
	s, _ := openWithPages(t)
	for i, address := range []string{
		"https://e.example/a?token=CANARY-0001", "https://user:CANARY-0001@e.example/b", "https://e.example/c?u[password]=CANARY-0001",
		"https://e.example/d;jsessionid=CANARY-0001?x=1", `https://e.example/e?data={"token":"CANARY-0001"}`, "https://e.example/f#access_token=CANARY-0001",
	} {
		p := page(address, fmt.Sprint("Page ", i), "[next](?page=2&token=CANARY-0001) and ["+address+"]("+address+")")
		saved, err := s.Save(p, []byte(`{"meta":{"url":"x"},"content":{"html":"<a href=\"?token=CANARY-0001\u0026page=2\">x</a>"}}`))
		if err != nil {
			t.Fatal(err)
		}
		capture, err := s.Capture(saved.ID)
		if err != nil || bytes.Contains(capture, []byte("CANARY")) && !strings.Contains(address, "{") {
			t.Errorf("%s: capture %s, %v", address, capture, err)
		}
		clip, err := s.Clip(saved.ID)
		if err != nil || !strings.Contains(address, "{") && strings.Contains(clip.Address+clip.Markdown, "CANARY") {
			t.Errorf("%s: %+v, %v", address, clip, err)
		}
	}
}

func TestSavingTheSameTextAgainStoresTheNewTitle(t *testing.T) {
	t.Parallel()
	s, _ := openWithPages(t)
	first := s.mustSave(t, page("https://e.example/", "Lighthouse", "The same text."))
	again := s.mustSave(t, page("https://e.example/", "Harbour", "The same text."))
	c, err := s.Clip(first.ID)
	if err != nil || again.ID != first.ID || c.Revision != 1 || c.Title != "Harbour" || !strings.Contains(c.Markdown, "title: Harbour") {
		t.Errorf("%+v, %v", c, err)
	}
	for words, n := range map[string]int{"harbour": 1, "lighthouse": 0, "same text": 1} {
		if found := listed(t, s, words); len(found) != n {
			t.Errorf("%s: %d found", words, len(found))
		}
	}
	if !s.isSound() {
		t.Error("the search index is damaged")
	}
}
