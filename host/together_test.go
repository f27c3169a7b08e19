package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pulltab/internal/browsertest"
	"pulltab/internal/store"
)

// together is a process of the program that serves a browser.
type together struct {
	*browsertest.Browser
	name    string
	command *exec.Cmd
	said    bytes.Buffer
}

// Hosts of two browsers and the command line, each a separate process, create
// one database and write to it at the same time.
func TestConcurrentProcessesLoseNoRowAndNoClip(t *testing.T) {
	rounds := 25
	if testing.Short() {
		rounds = 4
	}
	file, dir := program(t), filepath.Join(t.TempDir(), "data")
	run := func(args ...string) *exec.Cmd {
		c := exec.Command(file, args...)
		c.Env = append(os.Environ(), envData+"="+dir)
		return c
	}
	hosts := []*together{{name: "chromium", command: run(chromiumArgs...)}, {name: "firefox", command: run("/x/io.pulltab.host.json", "pulltab@pulltab.io")}}
	for _, h := range hosts {
		h.command.Stderr = &h.said
		in, from := startHost(t, h.command)
		h.Browser = browsertest.New(t, in, from)
		h.Greet()
	}
	// All requests are sent to both before any answer is read.
	both := func(id string, question func(h *together) browsertest.Message) {
		t.Helper()
		for _, h := range hosts {
			h.Send(question(h))
		}
		for _, h := range hosts {
			h.Answer(id)
		}
	}
	both("m", func(*together) browsertest.Message {
		return browsertest.Message{"t": "memory", "id": "m", "set": browsertest.Message{"pages": true}}
	})
	address := func(name string, n int) string { return fmt.Sprintf("https://%s.example/%d", name, n) }
	text := func(name string, n int) string {
		return strings.Repeat(fmt.Sprintf("Paragraph of page %d of %s.\n\n", n, name), 30+n)
	}
	for n := range rounds {
		c := run("convert", "--url", address("command", n))
		c.Stdin = strings.NewReader(lightPage)
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		both("c", func(h *together) browsertest.Message {
			return browsertest.Message{"t": "convert", "id": "c", "meta": browsertest.Message{"url": address(h.name, n)}, "content": browsertest.Message{"html": lightPage}}
		})
		both("s", func(h *together) browsertest.Message {
			return browsertest.Message{"t": "save", "id": "s", "url": address(h.name, n), "title": h.name, "markdown": text(h.name, n)}
		})
		if err := c.Wait(); err != nil || strings.Contains(said.String(), "not logged") {
			t.Errorf("command %d: %v, %s", n, err, &said)
		}
	}
	for _, h := range hosts {
		h.To.Close()
		for range h.Messages {
		}
		if err := h.command.Wait(); err != nil || bytes.Contains(h.said.Bytes(), []byte(`"level":"warn"`)) {
			t.Errorf("%s: %v, %s", h.name, err, &h.said)
		}
	}
	db, err := store.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if st, err := db.Stats("-1 hours"); err != nil || st.Total != 3*rounds {
		t.Errorf("%d rows of %d, %v", st.Total, 3*rounds, err)
	}
	for n := range rounds {
		for _, h := range hosts {
			if clip, err := db.Latest(address(h.name, n)); err != nil || clip.Markdown != text(h.name, n) {
				t.Errorf("%s: %v, %d bytes", address(h.name, n), err, len(clip.Markdown))
			}
		}
		if _, err := db.Latest(address("command", n)); errors.Is(err, store.ErrNoClip) {
			t.Errorf("%s is lost", address("command", n))
		}
	}
}
