package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const savedPages = 40

// withPages returns a closed store with savedPages clips, on a disk without a
// write-ahead log.
func withPages(t testing.TB) (*Store, *clock) {
	t.Helper()
	s, c := openWithPages(t)
	for i := range savedPages {
		s.mustSave(t, page(fmt.Sprintf("https://e.example/%d", i), fmt.Sprintf("Title %d", i), strings.Repeat(fmt.Sprintf("word%d stays here. ", i), 60)))
	}
	s.mustLog(t, entry("e.example", "blocks", 0.85))
	if _, err := s.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	return s, c
}

func listed(t testing.TB, s *Store, words string) []Clip {
	t.Helper()
	found, err := s.Search(t.Context(), words, maxListed)
	if err != nil {
		t.Fatalf("search for %q: %v", words, err)
	}
	return found
}

func TestDamagedSearchIndexIsRebuilt(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]func(*Store) error{
		"noticed by a save": func(s *Store) error {
			_, err := s.Save(page("https://e.example/new", "New", "word3 again."), nil)
			return err
		},
		"noticed by a search": func(s *Store) error {
			found, err := s.Search(t.Context(), "word3", 10)
			if err == nil && len(found) == 0 {
				err = errors.New("nothing found")
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			closed, c := withPages(t)
			s := open(t, closed.dir, c)
			if _, err := s.db.Exec("DELETE FROM clip_words_data"); err != nil {
				t.Fatal(err)
			}
			s.Close()
			s = open(t, closed.dir, c)
			if err := first(s); err != nil {
				t.Fatal(err)
			}
			if s.SetAside() != "" {
				t.Errorf("set aside: %s", s.SetAside())
			}
			if n := len(listed(t, s, "")); n < savedPages {
				t.Errorf("%d pages", n)
			}
			if found := listed(t, s, "word17"); len(found) != 1 {
				t.Errorf("%d pages found", len(found))
			}
			if p, err := s.Preferences(); err != nil || !p.Pages {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
}

// Each page of the file in turn is overwritten. A save still works, and the clips
// elsewhere in the file are there.
func TestADamagedPageLosesOnlyItsRows(t *testing.T) {
	t.Parallel()
	closed, c := withPages(t)
	whole, err := os.ReadFile(closed.path())
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	step := 1
	if testing.Short() {
		step = 7
	}
	roots, off := 0, 0
	for n := 1; n < len(whole)/size; n += step {
		damaged := append([]byte{}, whole...)
		for i := range size {
			damaged[n*size+i] = 0xff
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, fileName), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir, c)
		_, err := s.Save(page("https://e.example/new", "New", "A new page."), nil)
		switch {
		case errors.Is(err, ErrOff):
			off++ // the preferences are on this page
		case err != nil:
			t.Errorf("page %d: %v", n, err)
		}
		found := 0
		for i := range savedPages {
			if _, err := s.Latest(fmt.Sprintf("https://e.example/%d", i)); err == nil {
				found++
			}
		}
		if found < savedPages-8 {
			roots++
		}
		if _, err := s.Stats("-7 days"); err != nil {
			t.Errorf("page %d: %v", n, err)
		}
		s.Close()
	}
	// The schema has two pages besides the first; the table of clips has one root.
	if roots > 3 || off > 3 {
		t.Errorf("%d pages of the file cost most clips, %d the preferences", roots, off)
	}
}

// damageClips overwrites a leaf of the table of clips in the file of a closed store.
func damageClips(t testing.TB, s *Store, c *clock) {
	t.Helper()
	again := open(t, s.dir, c)
	var number int
	if err := again.db.QueryRow("SELECT max(pageno) FROM dbstat WHERE name = 'clips' AND pagetype = 'leaf'").Scan(&number); err != nil {
		t.Fatal(err)
	}
	again.Close()
	f, err := os.OpenFile(s.path(), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte(strings.Repeat("\xff", 4096)), int64(number-1)*4096); err != nil {
		t.Fatal(err)
	}
}

// A host that opened the database before another one set it aside writes into the
// new file.
func TestNoProcessWritesToAFileSetAside(t *testing.T) {
	t.Parallel()
	closed, c := withPages(t)
	damageClips(t, closed, c)
	other := open(t, closed.dir, c)
	if _, err := other.Preferences(); err != nil {
		t.Fatal(err)
	}
	s := open(t, closed.dir, c)
	if err := s.locked(s.repair); err != nil || s.SetAside() == "" {
		t.Fatalf("not set aside: %v", err)
	}
	saved := other.mustSave(t, page("https://other.example/", "Other", "From another process."))
	if _, err := s.Clip(saved.ID); err != nil {
		t.Errorf("the clip is not in the new file: %v", err)
	}
}

func TestRecoverAddsTheRowsOfAFileSetAside(t *testing.T) {
	t.Parallel()
	older, c := openWithPages(t)
	for i := range 3 {
		if _, err := older.Save(page(fmt.Sprintf("https://e.example/%d", i), "Old", fmt.Sprintf("old%d text.", i)), []byte("captured")); err != nil {
			t.Fatal(err)
		}
	}
	older.mustLog(t, entry("e.example", "blocks", 0.85))
	older.Close()
	c.at = noon.Add(1)
	s, c2 := openWithPages(t)
	c2.at = noon.Add(1 << 40)
	s.mustSave(t, page("https://e.example/1", "New", "new text."))
	newest := s.mustSave(t, page("https://other.example/", "Other", "other text."))
	s.mustLog(t, entry("other.example", "blocks", 0.85))

	added, err := s.Recover(older.path())
	if err != nil || added != (Recovered{Rows: 1, Clips: 3}) {
		t.Fatalf("%+v, %v", added, err)
	}
	if again, err := s.Recover(older.path()); err != nil || again != (Recovered{}) {
		t.Errorf("the second time %+v, %v", again, err)
	}
	if found := listed(t, s, "old2"); len(found) != 1 || found[0].Address != "https://e.example/2" {
		t.Errorf("%+v", found)
	}
	latest, err := s.Latest("https://e.example/1")
	if err != nil || latest.Revision != 2 || latest.Title != "New" {
		t.Errorf("%+v, %v", latest, err)
	}
	if changes, err := s.Changes(latest.ID); err != nil || len(changes) == 0 {
		t.Errorf("%v, %v", changes, err)
	}
	if first := listed(t, s, "")[0]; first.Address != newest.Address {
		t.Errorf("the newest is %s", first.Address)
	}
	captured, err := s.Captured()
	if err != nil || len(captured) != 3 || captured[0].Title != "Old" {
		t.Errorf("%+v, %v", captured, err)
	}
	if st := s.mustStats(t, "-7 days"); st.Total != 2 {
		t.Errorf("%d rows", st.Total)
	}
	for _, f := range []string{copyName, copyName + "-source"} {
		if _, err := os.Stat(filepath.Join(s.dir, f)); err == nil {
			t.Errorf("%s was left", f)
		}
	}

	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, t.TempDir(), filepath.Join(t.TempDir(), "missing")} {
		if _, err := s.Recover(path); err == nil {
			t.Errorf("%s was recovered", path)
		}
	}
}

func TestSearchIsLimited(t *testing.T) {
	t.Parallel()
	s, _ := openWithPages(t)
	s.mustSave(t, page("https://e.example/", "E", "word text."))
	for name, words := range map[string]string{
		"many words": strings.Repeat("word ", maxWords+1), "long words": strings.Repeat("w", maxSearch+1), "NUL": "wo\x00rd",
	} {
		var wrong *ArgumentError
		if _, err := s.Search(t.Context(), words, 10); !errors.As(err, &wrong) || wrong.Field != "words" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if found := listed(t, s, strings.TrimSpace(strings.Repeat("word ", maxWords))); len(found) != 1 {
		t.Errorf("%d pages", len(found))
	}
}
