//go:build llm

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"pulltab/internal/browsertest"
	"pulltab/internal/config"
	"pulltab/internal/digest"
	"pulltab/internal/hostmanifest"
	"pulltab/internal/session"
	"pulltab/internal/tokens"
)

// envModel names the variable with the address of a real model;
// scripts/llm-check.sh sets it.
const envModel = "PULLTAB_TEST_MODEL"

// TestRealModel summarises three pages, one of 30,000 tokens, through the
// command line and as the popup does. It does not judge the summaries of a
// small model; it checks that each page gets one with the expected calls.
func TestRealModel(t *testing.T) {
	base := os.Getenv(envModel)
	if base == "" {
		t.Fatalf("%s is not set; run make llm-check", envModel)
	}
	dir := home(t, config.Model{BaseURL: base, Model: "gemma-3-270m", Cache: true, TimeoutSeconds: 600})
	page, err := os.ReadFile("testdata/pages/tide-gauge.html")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{
		write(t, dir, "tide-gauge.html", string(page)),
		write(t, dir, "kiln.md", "---\ntitle: The kiln\nurl: https://example.com/kiln\n---\n\n# The kiln\n\nThe kiln stands in a shed behind the pottery. It is heated to 1,240 degrees over nine hours. It cools for two days, since opening the door early cracks the glaze.\n"),
		write(t, dir, "long.md", longPage(t, 30_000)),
	}
	begun := time.Now()
	status, out, messages := pulltab("", append([]string{"summarize", "--json", "--details"}, files...)...)
	t.Logf("command line: %v\n%s", time.Since(begun).Round(time.Second), messages)
	var pages []digest.Details
	if err := json.Unmarshal([]byte(out), &pages); err != nil || status != exitDone || len(pages) != 3 {
		t.Fatalf("status %d, %d pages, %v\n%s", status, len(pages), err, messages)
	}
	for i, p := range pages {
		long := i == 2
		if p.Summary == "" || len(p.Sentences) == 0 || (p.Chunks > 1) != long || (p.Rounds > 0) != long || p.Calls < p.Chunks {
			t.Errorf("%+v", p)
		}
		t.Logf("%s: %d chunks, %d rounds, %d calls, %d cut\n%s", p.URL, p.Chunks, p.Rounds, p.Calls, p.Cut, p.Summary)
	}
	if pages[2].Chunks < 15 {
		t.Errorf("30,000 tokens are %d chunks", pages[2].Chunks)
	}

	// As from the popup: the short page is requested again and streamed, since a
	// private window does not use the cache; the long one comes from the cache.
	c := startHost(t)
	c.Greet()
	c.SendFixture("summarize", browsertest.Message{"allow": ""})
	streamed := false
	for m := range c.Messages {
		if text, _ := m["text"].(string); m.Type() == "progress" && text != "" {
			streamed = true
		}
		if m.Ends() {
			if result, _ := m["result"].(map[string]any); m.Type() != "result" || result["summary"] == "" {
				t.Errorf("%v", m)
			}
			break
		}
	}
	if !streamed {
		t.Error("nothing was streamed")
	}
	c.Send(browsertest.Message{"t": "summarize", "id": "m2", "meta": browsertest.Message{"url": "https://example.com/long"}, "markdown": longPage(t, 30_000)})
	if got := c.Answer("m2"); got["summary"] != pages[2].Summary || got["reused"] != got["calls"] {
		t.Errorf("%v of %v calls came from the cache", got["reused"], got["calls"])
	}
}

// startHost starts a session in this process with the folders of the environment.
func startHost(t *testing.T) *browsertest.Browser {
	t.Helper()
	fromBrowser, toHost := io.Pipe()
	fromHost, toBrowser := io.Pipe()
	f := folders()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		session.Serve(t.Context(), hostmanifest.FirefoxID, fromBrowser, toBrowser, session.Host{
			Version: version, Convert: session.Convert(f), Folders: f, Getenv: os.Getenv, HeapInUse: heapInUse, Log: zerolog.Nop(),
		})
		toBrowser.Close()
	}()
	t.Cleanup(func() {
		toHost.Close()
		<-ended
	})
	return browsertest.New(t, toHost, fromHost)
}

// longPage is a page of at least so many tokens.
func longPage(t *testing.T, least int) string {
	t.Helper()
	count, err := tokens.For(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# The log of the harbour\n\n")
	for day := 1; count.Count(b.String()) < least; day++ {
		fmt.Fprintf(&b, "## Day %d\n\n", day)
		for hour := range 24 {
			fmt.Fprintf(&b, "At %d o'clock on day %d the harbour master counted %d ships and wrote down a wind of force %d from the west. ", hour, day, (day*7+hour*5)%23, (day+hour)%9)
		}
		b.WriteString("\n\n")
	}
	return b.String()
}
