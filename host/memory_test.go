package main

import (
	"bytes"
	"database/sql"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pulltab/internal/protocol"
	"pulltab/internal/store"
)

// remembering starts a session whose database is in a folder of its own.
func remembering(t *testing.T, convert converter) (*running, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	t.Setenv(envData, dir)
	m := &memory{notice: func(string) {}}
	t.Cleanup(func() { m.close() })
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	r := start(t, convert, func(s *session) { s.memory = m })
	r.greet()
	return r, dir
}

// logged waits until the log has n rows.
func logged(t *testing.T, dir string, n int) store.Stats {
	t.Helper()
	for range 600 {
		db, err := store.Open(dir, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		st, err := db.Stats("-1 hours")
		db.Close()
		if err != nil {
			t.Fatal(err)
		}
		if st.Total >= n {
			return st
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%d rows did not come", n)
	return store.Stats{}
}

const lightPage = `<title>canary-title</title><article><h1>canary-heading</h1><p>canary-text has stood on a rock that is ninety steps long, and nobody has counted them twice.</p></article>`

func TestEveryConversionOfABrowserLeavesARow(t *testing.T) {
	h, dir := remembering(t, convertPage)
	h.send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://one.example/x", "client": "popup"}, "content": message{"html": lightPage}})
	h.answer("c1")
	h.send(message{"t": "convert", "id": "c2", "meta": message{"url": "https://two.example/x"}, "content": message{"html": "<body>"}})
	h.end("c2")
	h.upload("c3", "<p>"+strings.Repeat("A long page. ", 40_000), nil)
	h.answer("c3")
	// Not logged: mistakes, wishes, private windows.
	h.send(message{"t": "convert", "id": "c4", "meta": message{"url": "https://four.example/"}, "content": message{"html": lightPage}, "opts": message{"engine": "bogus"}})
	h.end("c4")
	h.send(message{"t": "convert", "id": "c5", "meta": message{"url": "https://five.example/"}, "content": message{"html": lightPage}, "opts": message{"noLog": true}})
	h.answer("c5")
	h.send(message{"t": "convert", "id": "c6", "meta": message{"url": "https://six.example/", "incognito": true}, "content": message{"html": lightPage}})
	h.answer("c6")
	h.send(message{"t": "convert", "id": "c7", "meta": message{"url": "https://seven.example/"}, "content": message{"html": lightPage}})
	h.answer("c7")
	st := logged(t, dir, 4)
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

// A database that hangs or is absent costs no answer.
func TestTheFirstAnswerDoesNotWaitForTheDatabase(t *testing.T) {
	h, _ := remembering(t, convertPage)
	h.session.memory.mu.Lock() // nobody can open it
	h.send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://one.example/x"}, "content": message{"html": lightPage}})
	if m := h.end("c1"); m.t() != "result" {
		t.Errorf("%v", m)
	}
	h.fixture("ping", nil)
	h.until("pong")
	h.session.memory.mu.Unlock()
}

// Nor does one that another program holds, from before the host started.
func TestAnswersDoNotWaitForAProgramThatHoldsTheDatabase(t *testing.T) {
	h, dir := remembering(t, convertPage)
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
		h.send(message{"t": "convert", "id": id, "meta": message{"url": "https://one.example/x"}, "content": message{"html": lightPage}})
		h.answer(id)
	}
	if _, err := db.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if st := logged(t, dir, 6); st.Total != 6 {
		t.Errorf("%d rows", st.Total)
	}
}

func TestTheStatsMessage(t *testing.T) {
	h, dir := remembering(t, convertPage)
	h.send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://one.example/x"}, "content": message{"html": lightPage}})
	h.answer("c1")
	logged(t, dir, 1)
	h.fixture("stats", message{"window": "-7+days"})
	if got := h.answer("s2"); got["total"] != 1.0 || got["window"] != "-7 days" || got["bySource"].([]any)[0].(map[string]any)["count"] != 1.0 {
		t.Errorf("%v", got)
	}
	h.fixture("stats", message{"window": "last week"})
	if m := h.end("s2"); m.code() != "E_FIELD" || !strings.Contains(m["msg"].(string), `"-7 days"`) {
		t.Errorf("%v", m)
	}
	h.fixture("memory", message{"set": nil})
	if got := h.answer("s3"); got["rows"] != 1.0 || got["folder"] != dir || got["preferences"].(map[string]any)["addresses"] != false {
		t.Errorf("%v", got)
	}
	h.fixture("memory", nil)
	if got := h.answer("s3"); got["preferences"].(map[string]any)["addresses"] != true {
		t.Errorf("%v", got)
	}
	h.fixture("memory", message{"set": message{"addresses": "perhaps"}})
	if m := h.end("s3"); m.code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.fixture("forget", message{"site": "one.example"})
	if got := h.answer("s4"); got["rows"] != 1.0 {
		t.Errorf("%v", got)
	}
	h.send(message{"t": "forget", "id": "s5", "before": "noon"})
	if m := h.end("s5"); m.code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.send(message{"t": "forget", "id": "s6"})
	if m := h.end("s6"); m.code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
}

func TestAClipIsAcknowledgedWhenItIsOnTheDisk(t *testing.T) {
	h, dir := remembering(t, convertPage)
	h.fixture("save", nil)
	if m := h.end("s5"); m.code() != "E_OFF" {
		t.Errorf("before the reader has said yes: %v", m)
	}
	h.fixture("memory", message{"set": message{"pages": true, "captures": true}})
	h.answer("s3")
	h.send(message{"t": "convert", "id": "c1", "meta": message{"url": "https://example.com/a?b=c"}, "content": message{"html": lightPage}})
	h.answer("c1")
	logged(t, dir, 1)
	h.fixture("save", nil)
	saved := h.answer("s5")
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
	h.fixture("recall", nil)
	if got := h.answer("s6"); got["added"] != 1.0 || got["removed"] != 1.0 || got["clip"].(map[string]any)["clip"] != 1.0 {
		t.Errorf("%v", got)
	}
	h.fixture("search", nil)
	if got := h.answerText("s7"); !strings.Contains(got, `"excerpt":"Hello **you**"`) {
		t.Errorf("%s", got)
	}
	h.fixture("clip", message{"clip": 1})
	if got := h.answer("s8"); got["markdown"] != "Hello **you**\n" {
		t.Errorf("%v", got)
	}
	h.fixture("clip", nil)
	if m := h.end("s8"); m.code() != "E_NO_CLIP" {
		t.Errorf("%v", m)
	}
	// Kept again after a change: the clip tells what differs from the edition before.
	h.fixture("save", message{"markdown": "Hello **all**\n"})
	again := h.answer("s5")
	h.fixture("clip", message{"clip": again["clip"]})
	if got := h.answerText("s8"); !strings.Contains(got, `"edition":2`) || !strings.HasSuffix(got, `"diff":[{"at":0,"removed":["Hello **you**"],"added":["Hello **all**"]}]}`) {
		t.Errorf("%s", got)
	}
	// A private window leaves nothing, also with page memory on.
	h.fixture("save", message{"url": "https://private.example/", "incognito": true})
	if m := h.end("s5"); m.code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.send(message{"t": "convert", "id": "c2", "meta": message{"url": "https://private.example/", "incognito": true}, "content": message{"html": lightPage}})
	h.answer("c2")
	h.fixture("memory", message{"set": nil})
	h.answer("s3")
	if bytes.Contains(everythingIn(t, dir), []byte("private.example")) || h.session.captured.of("https://private.example/") != nil {
		t.Error("the private window left its host name")
	}
}

// reportedTo returns the folder of the report that request id asked for.
func reportedTo(h *running, id string) string {
	h.t.Helper()
	folder, _ := h.answer(id)["folder"].(string)
	return folder
}

func TestAReportIsWrittenWithOtherWordsAndNothingElseIs(t *testing.T) {
	h, dir := remembering(t, convertPage)
	h.fixture("memory", message{"set": message{"pages": true, "captures": true, "addresses": true}})
	h.answer("s3")
	seen := map[string]bool{}
	for range 2 { // one more in the same second
		h.fixture("convert-report", message{"meta": message{"url": "https://canary.example/canary"}, "content": message{"html": lightPage}})
		seen[reportedTo(h, "c9")] = true
	}
	h.send(message{"t": "open", "id": "c8", "for": "report", "meta": message{}, "units": 300_000, "html": 300_000})
	long := repeat("<p>canary canary canary", 300_000)
	h.send(message{"t": "chunk", "id": "c8", "seq": 1, "s": long[:200_000]})
	h.send(message{"t": "chunk", "id": "c8", "seq": 2, "s": long[200_000:]})
	h.send(message{"t": "end", "id": "c8", "chunks": 2, "units": 300_000})
	seen[reportedTo(h, "c8")] = true
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
	h.fixture("memory", message{"set": nil})
	if got := h.answer("s3"); got["reports"] != 3.0 || got["rows"] != 0.0 {
		t.Errorf("%v", got)
	}
	// Not of a private window, and for nothing that is unknown.
	h.fixture("convert-report", message{"meta": message{"incognito": true}})
	if m := h.end("c9"); m.code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	h.fixture("convert-report", message{"for": "fun"})
	if m := h.end("c9"); m.code() != "E_FIELD" {
		t.Errorf("%v", m)
	}
	// Forgetting what is older leaves the younger ones.
	for folder := range seen {
		yesterday := time.Now().Add(-24 * time.Hour)
		if err := os.Chtimes(folder, yesterday, yesterday); err != nil {
			t.Fatal(err)
		}
		break
	}
	h.send(message{"t": "forget", "id": "s4", "before": time.Now().Add(-time.Hour).Format(time.RFC3339)})
	h.answer("s4")
	h.fixture("memory", message{"set": nil})
	if got := h.answer("s3"); got["reports"] != 2.0 {
		t.Errorf("%v", got)
	}
	h.send(message{"t": "forget", "id": "s4", "all": true})
	h.answer("s4")
	h.fixture("memory", message{"set": nil})
	if got := h.answer("s3"); got["reports"] != 0.0 {
		t.Errorf("%v", got)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // in the way
		t.Fatal(err)
	}
	h.fixture("convert-report", nil)
	if m := h.end("c9"); m.code() != string(protocol.CodeStore) {
		t.Errorf("%v", m)
	}
}

func TestCapturedHoldsTheLastFewPages(t *testing.T) {
	var c captured
	for n := range 6 {
		if err := c.add(protocol.Meta{URL: string(rune('a' + n))}, protocol.Content{HTML: "<p>"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if c.of("b") != nil || c.of("c") == nil || c.of("f") == nil {
		t.Error("not the last four")
	}
	if err := c.add(protocol.Meta{URL: "large"}, protocol.Content{HTML: strings.Repeat("x", maxCapturedBytes)}, nil); err != nil {
		t.Fatal(err)
	}
	if c.of("f") != nil || c.of("large") != nil {
		t.Error("more than the limit is held")
	}
}

func TestADatabaseThatCannotBeUsedHasACode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(envData, filepath.Join(file, "data"))
	h := start(t, convertPage, func(s *session) { s.memory = &memory{notice: func(string) {}} })
	h.greet()
	h.fixture("stats", nil)
	if m := h.end("s2"); m.code() != string(protocol.CodeStore) || m["retry"] != "later" {
		t.Errorf("%v", m)
	}
	h.convert("c1", lightPage)
	if m := h.end("c1"); m.t() != "result" {
		t.Errorf("%v", m)
	}
}

// With default settings no word of a page, and nothing of its address beyond
// the host name, stays anywhere but in the result.
func TestACanaryIsFoundInTheResultAlone(t *testing.T) {
	const address = "https://canary-user:canary-password@host.example/canary-path?canary-query=canary-value#canary-fragment"
	home := t.TempDir()
	file := program(t)
	environment := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + home}

	command := exec.Command(file, "convert", "--url", address)
	command.Env = environment
	var messages bytes.Buffer
	command.Stdin, command.Stderr = strings.NewReader(lightPage), &messages
	result, err := command.Output()
	if err != nil || !bytes.Contains(result, []byte("canary-text")) {
		t.Fatalf("%v\n%s", err, result)
	}
	canaries := func(where string, found []byte) {
		t.Helper()
		if bytes.Contains(found, []byte("canary")) {
			t.Errorf("%s holds a canary", where)
		}
	}
	canaries("standard error", messages.Bytes())
	canaries("the disk after the command line", everythingIn(t, home))

	for _, private := range []bool{false, true} {
		site := map[bool]string{false: "host.example", true: "private.example"}[private]
		host := exec.Command(file, chromiumArgs...)
		host.Env = environment
		in, err := host.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := host.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		messages.Reset()
		host.Stderr = &messages
		if err := host.Start(); err != nil {
			t.Fatal(err)
		}
		c := newClient(t, in, out)
		c.greet()
		c.send(message{"t": "convert", "id": "c1", "content": message{"html": lightPage},
			"meta": message{"url": strings.Replace(address, "host.example", site, 1), "title": "canary-title", "incognito": private}})
		if c.answer("c1")["title"] != "canary-title" {
			t.Error("the result is not the page's")
		}
		in.Close()
		for range c.messages {
		}
		if err := host.Wait(); err != nil {
			t.Error(err)
		}
		canaries("the host's standard error", messages.Bytes())
		disk := everythingIn(t, home)
		canaries("the disk after the host", disk)
		if bytes.Contains(disk, []byte(site)) == private || bytes.Contains(messages.Bytes(), []byte(site)) {
			t.Errorf("private %v: the host name on the disk is %v, in the messages %v", private, !private, bytes.Contains(messages.Bytes(), []byte(site)))
		}
	}
}

func TestTheLogIsOnByDefaultAndOneCommandWipesIt(t *testing.T) {
	home, file := t.TempDir(), program(t)
	run := func(input string, args ...string) string {
		command := exec.Command(file, args...)
		command.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		return string(output(t, command, input))
	}
	run(lightPage, "convert", "--url", "https://host.example/")
	if got := run("", "stats"); !strings.HasPrefix(got, "1 conversions") {
		t.Errorf("%s", got)
	}
	run("", "forget", "--all")
	if bytes.Contains(everythingIn(t, home), []byte("host.example")) {
		t.Error("the host name is still on the disk")
	}
}
