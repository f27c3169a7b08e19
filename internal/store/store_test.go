package store

import (
	"bytes"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a clock that changes only by assignment.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

// noon is the time of most tests.
var noon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, dir string, c *clock) *Store {
	t.Helper()
	s, err := Open(dir, c.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// fresh returns an empty store and its clock.
func fresh(t testing.TB) (*Store, *clock) {
	c := &clock{noon}
	return open(t, filepath.Join(t.TempDir(), "data"), c), c
}

// entry returns a typical conversion.
func entry(site, source string, quality float64) Entry {
	confidence := quality
	return Entry{
		Address: "https://" + site + "/", Client: "popup", Browser: "firefox/153", Outcome: Done, Source: source,
		Quality: &quality, Confidence: &confidence, Characters: 4000, Reason: "blocks: highest expected F1",
		Candidates: []Candidate{{Engine: "blocks", Characters: 4000, Quality: quality}},
		Parts:      &Parts{4, 11, 3}, Took: 20 * time.Millisecond, Versions: Versions{"0.1.0", "0.1.0", "2-31f6fcb5"},
	}
}

func (s *Store) mustLog(t testing.TB, entries ...Entry) {
	t.Helper()
	for _, e := range entries {
		if err := s.Log(e); err != nil {
			t.Fatal(err)
		}
	}
}

// timedEntry is an entry with its time.
type timedEntry struct {
	at time.Time
	Entry
}

// mustLogAll logs entries in one transaction, for tests with many.
func (s *Store) mustLogAll(t testing.TB, entries []timedEntry) {
	t.Helper()
	err := s.write(func(tx *sql.Tx) error {
		for _, e := range entries {
			if err := insertEntry(tx, e.at, e.Entry); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s *Store) mustStats(t testing.TB, window string) Stats {
	t.Helper()
	st, err := s.Stats(window)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func TestLogStoresEveryColumn(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	e := entry("example.com", "blocks", 0.85)
	e.Address = "https://user:secret@Example.com:8080/private/path?token=abc"
	agreement, coverage, fidelity := 0.81, 0.99, 1.0
	e.Agreement, e.Coverage, e.Fidelity = &agreement, &coverage, &fidelity
	s.mustLog(t, e)
	var site, address, client, browser, outcome, source, candidates, reason, versions string
	var at, characters, parse, extract, markdown, total int64
	var q, c, a, v, f float64
	err := s.db.QueryRow(`SELECT created_at, site, address, client, browser, outcome, source, quality, confidence, agreement, coverage,
		fidelity, characters, candidates, reason, parse_ms, extract_ms, markdown_ms, total_ms, versions FROM extraction_log`).
		Scan(&at, &site, &address, &client, &browser, &outcome, &source, &q, &c, &a, &v, &f, &characters, &candidates, &reason, &parse, &extract, &markdown, &total, &versions)
	if err != nil {
		t.Fatal(err)
	}
	if at != noon.UnixMilli() || site != "example.com" || address != "" || client != "popup" || browser != "firefox/153" || outcome != "done" ||
		source != "blocks" || q != 0.85 || c != 0.85 || a != 0.81 || v != 0.99 || f != 1 || characters != 4000 ||
		parse != 4 || extract != 11 || markdown != 3 || total != 20 {
		t.Errorf("%d %s %q %s %s %s %s %v %v %v %v %v %d %d %d %d %d", at, site, address, client, browser, outcome, source, q, c, a, v, f, characters, parse, extract, markdown, total)
	}
	if candidates != `[{"engine":"blocks","characters":4000,"quality":0.85}]` || versions != `{"host":"0.1.0","extension":"0.1.0","model":"2-31f6fcb5"}` || reason == "" {
		t.Errorf("%s %s %s", candidates, versions, reason)
	}
}

func TestAddressesAreLoggedOnlyIfAllowedAndRedacted(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	e := entry("example.com", "blocks", 0.85)
	e.Address = "https://user:pw@example.com/a/b?token=abc&page=2#part"
	s.mustLog(t, e)
	if err := s.SetPreferences(Preferences{Addresses: true}); err != nil {
		t.Fatal(err)
	}
	s.mustLog(t, e)
	if p, err := s.Preferences(); err != nil || !p.Addresses {
		t.Errorf("%v, %v", p, err)
	}
	var first, second string
	if err := s.db.QueryRow("SELECT min(address), max(address) FROM extraction_log").Scan(&first, &second); err != nil {
		t.Fatal(err)
	}
	if first != "" || second != "https://example.com/a/b?token=redacted&page=2" {
		t.Errorf("%q, %q", first, second)
	}
}

func TestRowsAreDeletedAfterThirtyDays(t *testing.T) {
	t.Parallel()
	const thirtyDays = 30 * 24 * time.Hour
	s, c := fresh(t)
	s.mustLog(t, entry("old.example", "blocks", 0.9))
	c.at = noon.Add(thirtyDays)
	s.mustLog(t, entry("new.example", "blocks", 0.9))
	if n := rowsOf(t, s, "extraction_log"); n != 2 {
		t.Errorf("%d rows after exactly 30 days, want 2", n)
	}
	c.at = noon.Add(thirtyDays + pruneInterval)
	s.mustLog(t, entry("new.example", "blocks", 0.9))
	if n := rowsOf(t, s, "extraction_log"); n != 2 {
		t.Errorf("%d rows after a write later on, want the 2 new ones", n)
	}
	c.at = noon.Add(2*thirtyDays + 2*pruneInterval)
	again := open(t, s.dir, c)
	if n := rowsOf(t, again, "extraction_log"); n != 0 {
		t.Errorf("%d rows after a new start, want none", n)
	}
	if n := rowsOf(t, again, "log_sums"); n != 0 {
		t.Errorf("%d sums after a new start, want none", n)
	}
}

func TestClockSetBackLosesNoRow(t *testing.T) {
	t.Parallel()
	s, c := fresh(t)
	s.mustLog(t, entry("a.example", "blocks", 0.9))
	c.at = noon.Add(-48 * time.Hour)
	s.mustLog(t, entry("a.example", "blocks", 0.9))
	if st := s.mustStats(t, "-1 hours"); st.Total != 2 {
		t.Errorf("total %d, want both rows", st.Total)
	}
	c.at = noon.Add(-48 * time.Hour).Add(keepLog + time.Hour)
	s.mustLog(t, entry("a.example", "blocks", 0.9))
	if n := rowsOf(t, s, "extraction_log"); n != 2 {
		t.Errorf("%d rows, want all but the one that is 30 days old", n)
	}
}

func rowsOf(t testing.TB, s *Store, table string) (n int) {
	t.Helper()
	if err := s.db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFilesAreReadableByOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir, &clock{noon})
	s.mustLog(t, entry("example.com", "blocks", 0.85))
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		files++
		return nil
	})
	if err != nil || files < 4 {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestDamagedDatabaseIsSetAside(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(t *testing.T, path string){
		"not a database": func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(strings.Repeat("not a database. ", 1000)), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"pages overwritten": func(t *testing.T, path string) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i := 100; i < len(text); i++ {
				text[i] = 0xa5
			}
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, c := fresh(t)
			for range 50 {
				s.mustLog(t, entry("example.com", "blocks", 0.85))
			}
			s.Close()
			damage(t, s.path())
			again := open(t, s.dir, c)
			again.mustLog(t, entry("example.com", "blocks", 0.85))
			if st := again.mustStats(t, "-7 days"); st.Total != 1 {
				t.Errorf("total %d in the new database", st.Total)
			}
			aside := again.SetAside()
			if aside == "" || !strings.HasPrefix(aside, s.path()+".damaged-") {
				t.Fatalf("set aside as %q", aside)
			}
			if info, err := os.Stat(aside); err != nil || info.Size() == 0 {
				t.Errorf("the damaged file: %v", err)
			}
			if o, err := again.Overview(); err != nil || len(o.SetAside) != 1 || o.SetAside[0] != aside {
				t.Errorf("%+v, %v", o, err)
			}
			if open(t, s.dir, c).SetAside() != "" {
				t.Error("the new database was set aside, too")
			}
		})
	}
}

func TestDatabaseDamagedWhileOpenIsReplaced(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	for range 200 {
		s.mustLog(t, entry("example.com", "blocks", 0.85))
	}
	if _, err := s.db.Exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'extraction_log'; PRAGMA writable_schema = RESET"); err != nil {
		t.Fatal(err)
	}
	s.mustLog(t, entry("example.com", "blocks", 0.85))
	if s.SetAside() == "" {
		t.Error("no file was set aside")
	}
	if st := s.mustStats(t, "-7 days"); st.Total != 1 {
		t.Errorf("total %d", st.Total)
	}
}

func TestNewerDatabaseIsNotTouched(t *testing.T) {
	t.Parallel()
	s, c := fresh(t)
	if _, err := s.db.Exec("PRAGMA user_version = 999"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(s.dir, c.now); err == nil || !strings.Contains(err.Error(), "update this program") {
		t.Errorf("%v", err)
	}
	files, err := os.ReadDir(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(f.Name(), "damaged") {
			t.Errorf("%s", f.Name())
		}
	}
}

func TestFullDiskLeavesNoIncompleteRow(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	s.mustLog(t, entry("example.com", "blocks", 0.85))
	if _, err := s.db.Exec("PRAGMA max_page_count = 1"); err != nil { // SQLite raises it to the current size
		t.Fatal(err)
	}
	logged, failed := 1, 0
	long := entry("example.com", "blocks", 0.85)
	long.Reason = strings.Repeat("x", 2000)
	for range 20 {
		if err := s.Log(long); err != nil {
			failed++
			if !strings.Contains(err.Error(), "full") {
				t.Errorf("%v", err)
			}
		} else {
			logged++
		}
	}
	if failed == 0 {
		t.Fatal("no write failed")
	}
	if st := s.mustStats(t, "-7 days"); st.Total != logged || rowsOf(t, s, "extraction_log") != logged {
		t.Errorf("total %d and %d rows after %d that were logged", st.Total, rowsOf(t, s, "extraction_log"), logged)
	}
}

func TestDirectoryThatCannotBeCreatedIsAnError(t *testing.T) {
	t.Parallel()
	parent := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(parent, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(parent, "data"), time.Now); err == nil {
		t.Error("no error")
	}
}

func TestProcessesShareOneDatabase(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	const each = 30
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			s, err := Open(dir, (&clock{noon}).now) // all at once, also the migration
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for range each {
				if err := s.Log(entry("example.com", "blocks", 0.85)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if st := open(t, dir, &clock{noon}).mustStats(t, "-7 days"); st.Total != 3*each {
		t.Errorf("total %d, want %d", st.Total, 3*each)
	}
}

func TestForgetDeletesScope(t *testing.T) {
	t.Parallel()
	fill := func(t *testing.T) (*Store, *clock) {
		s, c := fresh(t)
		s.mustLog(t, entry("canary.example", "blocks", 0.9), entry("www.canary.example", "blocks", 0.9), entry("notcanary.example", "blocks", 0.9))
		c.at = noon.Add(24 * time.Hour)
		s.mustLog(t, entry("late.example", "blocks", 0.9))
		return s, c
	}
	for name, c := range map[string]struct {
		scope Scope
		gone  int
	}{
		"a site with all below it": {Scope{Site: "Canary.example"}, 2},
		"older rows":               {Scope{Before: noon.Add(time.Hour)}, 3},
		"everything":               {Scope{All: true}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := fill(t)
			gone, err := s.Forget(c.scope)
			if err != nil || gone.Rows != c.gone {
				t.Errorf("%+v, %v, want %d rows", gone, err, c.gone)
			}
			if st := s.mustStats(t, "-7 days"); st.Total != 4-c.gone {
				t.Errorf("total %d", st.Total)
			}
			if found := bytesOnDisk(t, s.dir); bytes.Contains(found, []byte("www.canary.example")) {
				t.Error("the site is still on the disk")
			}
		})
	}
	s, _ := fill(t)
	if _, err := s.Forget(Scope{}); err == nil {
		t.Error("an empty scope is no error")
	}
}

// bytesOnDisk returns the contents of all files below dir.
func bytesOnDisk(t testing.TB, dir string) (all []byte) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all = append(all, text...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMigrationsRunOnce(t *testing.T) {
	t.Parallel()
	s, c := fresh(t)
	s.mustLog(t, entry("example.com", "blocks", 0.85))
	for range 3 {
		open(t, s.dir, c)
	}
	var at int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&at); err != nil || at != version {
		t.Errorf("version %d, %v", at, err)
	}
	if rowsOf(t, s, "extraction_log") != 1 {
		t.Error("the row is gone")
	}
}

func TestFailedMigrationIsRolledBack(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE preferences (x)"); err != nil { // in the way of the last statement
		t.Fatal(err)
	}
	if err := migrate(db); err == nil {
		t.Fatal("no error")
	}
	var tables int
	if err := db.QueryRow("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").Scan(&tables); err != nil || tables != 1 {
		t.Errorf("%d tables, %v", tables, err)
	}
}
