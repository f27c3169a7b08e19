package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestCheckIsDeterministic(t *testing.T) {
	pulltab := program(t)
	var first []byte
	processes := 100
	if testing.Short() {
		processes = 6
	}
	for i := range processes {
		command := exec.Command(pulltab, "check", "../internal/judge/testdata/columns.html", "--url", "https://example.com/p/9", "--json")
		command.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", []int{1, 2, 8}[i%3]))
		report, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = report
		}
		if !bytes.Equal(report, first) {
			t.Fatalf("process %d reports\n%s\nthe first one\n%s", i, report, first)
		}
	}
}
