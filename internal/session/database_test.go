package session

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/protocol"
	"pulltab/internal/record"
	"pulltab/internal/store"
)

// startWithDatabase starts a session of the real converter with a database, and
// returns its folder.
func startWithDatabase(t *testing.T) (*running, string) {
	t.Helper()
	folders := config.Folders{Data: filepath.Join(t.TempDir(), "data"), Cache: t.TempDir()}
	db := record.NewDatabase(folders, func(string) {})
	t.Cleanup(func() { db.Close() })
	h := start(t, Convert(folders), func(s *session) { s.host.Folders, s.database = folders, db })
	h.Greet()
	return h, folders.Data
}

// logged returns the statistics of the log with the rows of all answered
// requests.
func logged(t *testing.T, h *running, dir string) store.Stats {
	t.Helper()
	if err := h.session.rows.flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	st, err := db.Stats("-1 hours")
	if err != nil {
		t.Fatal(err)
	}
	return st
}

const lightPage = `<title>canary-title</title><article><h1>canary-heading</h1><p>canary-text is a lighthouse of ninety steps, which the keeper climbs every evening.</p></article>`

func TestConversionsAreLogged(t *testing.T) {
	h, dir := startWithDatabase(t)
	h.Send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://one.example/x", "client": "popup"}, "content": message{"html": lightPage}})
	h.Answer("c1")
	h.Send(message{"t": "convert", "id": "c2", "meta": message{"url": "https://two.example/x"}, "content": message{"html": "<body>"}})
	h.End("c2")
	h.Upload("c3", "<p>"+strings.Repeat("A long page. ", 40_000), nil)
	h.Answer("c3")
	// Not logged: mistakes, wishes, private windows.
	h.Send(message{"t": "convert", "id": "c4", "meta": message{"url": "https://four.example/"}, "content": message{"html": lightPage}, "opts": message{"engine": "bogus"}})
	h.End("c4")
	h.Send(message{"t": "convert", "id": "c5", "meta": message{"url": "https://five.example/"}, "content": message{"html": lightPage}, "opts": message{"noLog": true}})
	h.Answer("c5")
	h.Send(message{"t": "convert", "id": "c6", "meta": message{"url": "https://six.example/", "incognito": true}, "content": message{"html": lightPage}})
	h.Answer("c6")
	h.Send(message{"t": "convert", "id": "c7", "meta": message{"url": "https://seven.example/"}, "content": message{"html": lightPage}})
	h.Answer("c7")
	st := logged(t, h, dir)
	if st.Total != 4 || len(st.ByOutcome) != 2 || st.ByOutcome[0].Count != 3 || st.ByOutcome[1].Outcome != "empty" {
		t.Errorf("%+v", st)
	}
	found := everythingIn(t, dir)
	for site, want := range map[string]bool{"one.example": true, "two.example": true, "four.example": false, "five.example": false, "six.example": false, "seven.example": true} {
		if bytes.Contains(found, []byte(site)) != want {
			t.Errorf("%s on the disk: %v", site, !want)
		}
	}
	if !bytes.Contains(found, []byte("firefox/153")) || !bytes.Contains(found, []byte("popup")) {
		t.Error("browser and client are missing")
	}
}

func everythingIn(t *testing.T, dir string) (all []byte) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all = append(append(all, path...), text...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// blockedDatabase blocks each access until released is closed.
type blockedDatabase struct{ released chan struct{} }

func (d blockedDatabase) Use(func(*store.Store) error) error {
	<-d.released
	return nil
}

func TestAnswersDoNotWaitForABlockedDatabase(t *testing.T) {
	d := blockedDatabase{make(chan struct{})}
	h := start(t, Convert(config.Folders{}), func(s *session) { s.database = d })
	h.Greet()
	h.Send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://one.example/x"}, "content": message{"html": lightPage}})
	if m := h.End("c1"); m.Type() != "result" {
		t.Errorf("%v", m)
	}
	h.SendFixture("ping", nil)
	h.Until("pong")
	close(d.released)
}

// Another program has locked the database before the host opens it.
func TestAnswersDoNotWaitForALockedDatabase(t *testing.T) {
	h, dir := startWithDatabase(t)
	s, err := store.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	db, err := sql.Open("sqlite", filepath.Join(dir, "pulltab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"c1", "c2", "c3", "c4", "c5", "c6"} { // more than work side by side
		h.Send(message{"t": "convert", "id": id, "meta": message{"url": "https://one.example/x"}, "content": message{"html": lightPage}})
		h.Answer(id)
	}
	if _, err := db.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if st := logged(t, h, dir); st.Total != 6 {
		t.Errorf("%d rows", st.Total)
	}
}

func TestStatsMemoryAndForgetMessages(t *testing.T) {
	h, dir := startWithDatabase(t)
	h.Send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://one.example/x"}, "content": message{"html": lightPage}})
	h.Answer("c1")
	logged(t, h, dir)
	h.SendFixture("stats", message{"window": "-7+days"})
	if got := h.Answer("s2"); got["total"] != 1.0 || got["window"] != "-7 days" || got["bySource"].([]any)[0].(map[string]any)["count"] != 1.0 {
		t.Errorf("%v", got)
	}
	h.SendFixture("stats", message{"window": "last week"})
	if m := h.End("s2"); m.Code() != "E_FIELD" || !strings.Contains(m["msg"].(string), `"-7 days"`) {
		t.Errorf("%v", m)
	}
	h.SendFixture("memory", message{"set": nil})
	if got := h.Answer("s3"); got["rows"] != 1.0 || got["folder"] != dir || got["preferences"].(map[string]any)["addresses"] != false {
		t.Errorf("%v", got)
	}
	h.SendFixture("memory", nil)
	if got := h.Answer("s3"); got["preferences"].(map[string]any)["addresses"] != true {
		t.Errorf("%v", got)
	}
	h.SendFixture("memory", message{"set": message{"addresses": "perhaps"}})
	if m := h.End("s3"); m.Code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.SendFixture("forget", message{"site": "one.example"})
	if got := h.Answer("s4"); got["rows"] != 1.0 {
		t.Errorf("%v", got)
	}
	h.Send(message{"t": "forget", "id": "s5", "before": "noon"})
	if m := h.End("s5"); m.Code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.Send(message{"t": "forget", "id": "s6"})
	if m := h.End("s6"); m.Code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
}

func TestSaveRecallSearchAndClipMessages(t *testing.T) {
	h, dir := startWithDatabase(t)
	h.SendFixture("save", nil)
	if m := h.End("s5"); m.Code() != "E_OFF" {
		t.Errorf("before the reader has said yes: %v", m)
	}
	h.SendFixture("memory", message{"set": message{"pages": true, "captures": true}})
	h.Answer("s3")
	h.Send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://example.com/a?b=c"}, "content": message{"html": lightPage}})
	h.Answer("c1")
	logged(t, h, dir)
	h.SendFixture("save", nil)
	saved := h.Answer("s5")
	if saved["clip"] != 1.0 || saved["edition"] != 1.0 || saved["saved"] == "" || saved["markdown"] != nil {
		t.Errorf("%v", saved)
	}
	db, err := store.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if clip, err := db.Latest("https://example.com/a"); err != nil || clip.Markdown != "Hello **you**\n" {
		t.Errorf("%+v, %v", clip, err)
	}
	if capture, err := db.Capture(1); err != nil || !bytes.Contains(capture, []byte("canary-heading")) {
		t.Errorf("%s, %v", capture, err)
	}
	h.SendFixture("recall", nil)
	if got := h.Answer("s6"); got["added"] != 1.0 || got["removed"] != 1.0 || got["clip"].(map[string]any)["clip"] != 1.0 {
		t.Errorf("%v", got)
	}
	h.SendFixture("search", nil)
	if got := h.AnswerText("s7"); !strings.Contains(got, `"excerpt":"Hello **you**"`) {
		t.Errorf("%s", got)
	}
	h.SendFixture("clip", message{"clip": 1})
	if got := h.Answer("s8"); got["markdown"] != "Hello **you**\n" {
		t.Errorf("%v", got)
	}
	h.SendFixture("clip", nil)
	if m := h.End("s8"); m.Code() != "E_NO_CLIP" {
		t.Errorf("%v", m)
	}
	// Saved again after a change: the clip has the differences from the previous revision.
	h.SendFixture("save", message{"markdown": "Hello **all**\n"})
	again := h.Answer("s5")
	h.SendFixture("clip", message{"clip": again["clip"]})
	if got := h.AnswerText("s8"); !strings.Contains(got, `"edition":2`) || !strings.HasSuffix(got, `"diff":[{"at":0,"removed":["Hello **you**"],"added":["Hello **all**"]}]}`) {
		t.Errorf("%s", got)
	}
	// Nothing is stored about a private window, even with page memory on.
	h.SendFixture("save", message{"url": "https://private.example/", "incognito": true})
	if m := h.End("s5"); m.Code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.Send(message{"t": "convert", "id": "c2", "meta": message{"url": "https://private.example/", "incognito": true}, "content": message{"html": lightPage}})
	h.Answer("c2")
	h.SendFixture("memory", message{"set": nil})
	h.Answer("s3")
	if bytes.Contains(everythingIn(t, dir), []byte("private.example")) || h.session.captures.latest("https://private.example/") != nil {
		t.Error("the private window left its host name")
	}
}

func TestReportIsWrittenRedactedAndNothingElseIsStored(t *testing.T) {
	h, dir := startWithDatabase(t)
	h.SendFixture("memory", message{"set": message{"pages": true, "captures": true, "addresses": true}})
	h.Answer("s3")
	seen := map[string]bool{}
	for range 2 { // one more in the same second
		h.SendFixture("convert-report", message{"meta": message{"url": "https://canary.example/canary"}, "content": message{"html": lightPage}})
		seen[h.Answer("c9")["folder"].(string)] = true
	}
	h.Send(message{"t": "open", "id": "c8", "for": "report", "meta": message{}, "units": 300_000, "html": 300_000})
	long := repeat("<p>canary canary canary", 300_000)
	h.Send(message{"t": "chunk", "id": "c8", "seq": 1, "s": long[:200_000]})
	h.Send(message{"t": "chunk", "id": "c8", "seq": 2, "s": long[200_000:]})
	h.Send(message{"t": "end", "id": "c8", "chunks": 2, "units": 300_000})
	seen[h.Answer("c8")["folder"].(string)] = true
	if len(seen) != 3 {
		t.Fatalf("%v", seen)
	}
	for folder := range seen {
		if filepath.Dir(folder) != filepath.Join(dir, "reports") {
			t.Errorf("%s", folder)
		}
		for path, want := range map[string]fs.FileMode{folder: fs.ModeDir | 0o700, filepath.Join(folder, "page.html"): 0o600, filepath.Join(folder, "report.json"): 0o600} {
			if info, err := os.Stat(path); err != nil || info.Mode() != want || info.Size() == 0 {
				t.Errorf("%s: %v, %v", path, info, err)
			}
		}
	}
	if bytes.Contains(bytes.ToLower(everythingIn(t, dir)), []byte("canary")) {
		t.Error("a word of the page is on the disk")
	}
	h.SendFixture("memory", message{"set": nil})
	if got := h.Answer("s3"); got["reports"] != 3.0 || got["rows"] != 0.0 {
		t.Errorf("%v", got)
	}
	// Not of a private window, and for nothing that is unknown.
	h.SendFixture("convert-report", message{"meta": message{"incognito": true}})
	if m := h.End("c9"); m.Code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.SendFixture("convert-report", message{"for": "fun"})
	if m := h.End("c9"); m.Code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	// Deleting older reports keeps the newer ones.
	for folder := range seen {
		yesterday := time.Now().Add(-24 * time.Hour)
		if err := os.Chtimes(folder, yesterday, yesterday); err != nil {
			t.Fatal(err)
		}
		break
	}
	h.Send(message{"t": "forget", "id": "s4", "before": time.Now().Add(-time.Hour).Format(time.RFC3339)})
	h.Answer("s4")
	h.SendFixture("memory", message{"set": nil})
	if got := h.Answer("s3"); got["reports"] != 2.0 {
		t.Errorf("%v", got)
	}
	h.Send(message{"t": "forget", "id": "s4", "all": true})
	h.Answer("s4")
	h.SendFixture("memory", message{"set": nil})
	if got := h.Answer("s3"); got["reports"] != 0.0 {
		t.Errorf("%v", got)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // in the way
		t.Fatal(err)
	}
	h.SendFixture("convert-report", nil)
	if m := h.End("c9"); m.Code() != string(protocol.CodeStore) {
		t.Errorf("%v", m)
	}
}

func TestCapturesAreLimited(t *testing.T) {
	var c captures
	for n := range 6 {
		if err := c.add(protocol.Meta{URL: string(rune('a' + n))}, protocol.Content{HTML: "<p>"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if c.latest("b") != nil || c.latest("c") == nil || c.latest("f") == nil {
		t.Error("not the last four")
	}
	if err := c.add(protocol.Meta{URL: "large"}, protocol.Content{HTML: strings.Repeat("x", maxCaptureBytes)}, nil); err != nil {
		t.Fatal(err)
	}
	if c.latest("f") != nil || c.latest("large") != nil {
		t.Error("more than the limit is held")
	}
}

func TestForgetWithAReaderSaysSo(t *testing.T) {
	h, _ := startWithDatabase(t)
	var failure *protocol.Error
	if err := h.session.databaseError(fmt.Errorf("forget: %w", store.ErrStillRead)); !errors.As(err, &failure) ||
		failure.Code != protocol.CodeStore || failure.Detail["kind"] != "read" {
		t.Errorf("%+v", failure)
	}
}

func TestUnusableDatabaseGivesAnErrorCode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	folders := config.Folders{Data: filepath.Join(file, "data")}
	h := start(t, Convert(folders), func(s *session) {
		s.host.Folders, s.database = folders, record.NewDatabase(folders, func(string) {})
	})
	h.Greet()
	h.SendFixture("stats", nil)
	if m := h.End("s2"); m.Code() != string(protocol.CodeStore) || m["retry"] != "later" {
		t.Errorf("%v", m)
	}
	h.Convert("c1", lightPage)
	if m := h.End("c1"); m.Type() != "result" {
		t.Errorf("%v", m)
	}
	h.session.rows.flush(t.Context())
}

// The last conversions of a series are the last rows of the log, with the times of
// their ends, and a question after the last answer counts all of them.
func TestRowsHaveTheOrderOfTheAnswers(t *testing.T) {
	h, dir := startWithDatabase(t)
	var sites []string
	for i := range 60 {
		id := fmt.Sprint("c", i)
		site := fmt.Sprintf("s%d.example", i)
		h.Send(message{"t": "convert", "id": id, "meta": message{"url": "https://" + site + "/"}, "content": message{"html": lightPage}})
		if i%4 == 3 { // four at a time
			for range 4 {
				for m := h.Next(); ; m = h.Next() {
					if m.Ends() {
						var n int
						fmt.Sscanf(m.ID(), "c%d", &n)
						sites = append(sites, fmt.Sprintf("s%d.example", n))
						break
					}
				}
			}
		}
	}
	h.Send(message{"t": "stats", "id": "s", "window": "-1 hours"})
	if total := h.Answer("s")["total"]; total != 60.0 {
		t.Errorf("%v rows after the last answer", total)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "pulltab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT site, created_at FROM extraction_log ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var last int64
	for i := 0; rows.Next(); i++ {
		var site string
		var at int64
		if err := rows.Scan(&site, &at); err != nil {
			t.Fatal(err)
		}
		if at < last {
			t.Errorf("row %d is older than the one before", i)
		}
		last = at
		// Answers of one moment may overtake each other by less than the number
		// of requests at a time.
		if at := slices.Index(sites, site); at < i-3 || at > i+3 {
			t.Errorf("row %d is of answer %d", i, at)
		}
	}
}
