package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/browsertest"
)

const lightPage = `<title>canary-title</title><article><h1>canary-heading</h1><p>canary-text is a lighthouse of ninety steps, which the keeper climbs every evening.</p></article>`

// everythingIn returns the paths and contents of all files below dir.
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

// With default settings no word of a page, and nothing of its address beyond
// the host name, stays anywhere but in the result.
func TestPageTextAppearsInTheResultOnly(t *testing.T) {
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
		messages.Reset()
		host.Stderr = &messages
		in, out := startHost(t, host)
		c := browsertest.New(t, in, out)
		c.Greet()
		c.Send(browsertest.Message{"t": "convert", "id": "c1", "content": browsertest.Message{"html": lightPage},
			"meta": browsertest.Message{"url": strings.Replace(address, "host.example", site, 1), "title": "canary-title", "incognito": private}})
		if c.Answer("c1")["title"] != "canary-title" {
			t.Error("the result is not the page's")
		}
		in.Close()
		for range c.Messages {
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

func TestLogIsOnByDefaultAndCanBeDeleted(t *testing.T) {
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
