package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pulltab/internal/hostmanifest"
)

// Arguments with which each browser starts the host.
var (
	chromiumArgs = []string{hostmanifest.Origin(hostmanifest.ChromiumID)}
	firefoxArgs  = []string{"/home/a b/.mozilla/native-messaging-hosts/io.pulltab.host.json", hostmanifest.FirefoxID}
)

const bread = `<!doctype html><title>Bread</title><article><h1>Bread</h1><p>Bread is baked from flour, water and salt, and it wants patience above all, as every baker knows.</p></article>`

// testFolder is deleted after the tests.
var testFolder string

// program returns the path of the program. It is built once, without the race
// detector.
func program(t testing.TB) string {
	t.Helper()
	file, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// build runs the go command with the original environment, since a test may have
// moved the build cache.
var build = sync.OnceValues(func() (string, error) {
	file := filepath.Join(testFolder, "pulltab")
	command := exec.Command("go", "build", "-o", file, ".")
	command.Env = goEnvironment
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return file, nil
})

// goEnvironment is the environment before any test has changed it.
var goEnvironment = os.Environ()

// output runs a command with an input and returns its standard output.
func output(t testing.TB, command *exec.Cmd, input string) []byte {
	t.Helper()
	var out, messages bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &out, &messages
	if err := command.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", command.Args[1:], err, messages.Bytes())
	}
	return out.Bytes()
}

// startHost starts a host and returns its standard input and output. The output is no
// pipe of package exec, because Wait closes those while they are read.
func startHost(t testing.TB, command *exec.Cmd) (in io.WriteCloser, from *os.File) {
	t.Helper()
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	command.Stdout = out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return in, from
}
