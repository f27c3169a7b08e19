package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program builds the program, without the race detector that the tests may run
// with, and returns where it is.
func program(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pulltab")
	if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return file
}

// output runs a command on the input given and returns what it wrote to
// standard output.
func output(t testing.TB, command *exec.Cmd, input string) []byte {
	t.Helper()
	var out, messages bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &out, &messages
	if err := command.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", command.Args[1:], err, messages.Bytes())
	}
	return out.Bytes()
}
