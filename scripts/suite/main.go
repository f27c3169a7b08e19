// Command suite runs the project's test suites one after the other. It prints one
// line per suite, the output of failed tests, and at the end the names of all
// failed tests and the total counts. Full logs are in build/test.
//
//	go run ./scripts/suite          # everything
//	go run ./scripts/suite vet go   # these suites
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// suite is a command and the function that counts its tests; without one, the
// command counts as one test.
type suite struct {
	name  string
	dir   string
	run   []string
	count func(log []byte) counts
}

type counts struct {
	passed, failed, skipped int
	details                 string   // output of failed tests
	names                   []string // of failed tests
}

// noRace leaves SQLite and its C library, which are translated from C, out of the race
// detector: instrumented, they take two thirds of the whole suite's CPU time, and the
// Go code around them stays instrumented.
const noRace = "=-race=false"

var suites = []suite{
	{"format", ".", []string{"sh", "scripts/gofmt.sh"}, nil},
	{"vet", ".", []string{"go", "vet", "./..."}, nil},
	{"windows", ".", []string{"sh", "scripts/cross.sh", "windows"}, nil},
	{"darwin", ".", []string{"sh", "scripts/cross.sh", "darwin"}, nil},
	{"staticcheck", ".", []string{"build/tools/staticcheck", "./..."}, nil},
	{"notices", ".", []string{"sh", "-c", "go run ./scripts/licences | cmp - THIRD_PARTY_LICENSES"}, nil},
	{"go", ".", []string{"go", "test", "-race", "-gcflags=modernc.org/sqlite/lib" + noRace, "-gcflags=modernc.org/libc" + noRace, "-timeout", "15m", "-json", "./..."}, countGo},
	{"python", ".", []string{"sh", "-c", "PULLTAB_PROGRAM=$PWD/bin/pulltab PYTHONPATH=scripts/python/src python3 -m unittest discover scripts/python/tests"}, nil},
	{"release", "scripts/release", []string{"go", "test", "-json", "."}, countGo},
	{"types", "extension", []string{"npm", "run", "--silent", "types"}, nil},
	{"extension-lint", "extension", []string{"npm", "run", "--silent", "lint"}, nil},
	{"unit", "extension", []string{"npm", "run", "--silent", "unit"}, countNode},
	{"browsers", "extension", []string{"npm", "run", "--silent", "e2e"}, countNode},
}

// logs is the folder of the full output.
const logs = "build/test"

func main() {
	wanted := os.Args[1:]
	for _, name := range wanted {
		if !slices.ContainsFunc(suites, func(s suite) bool { return s.name == name }) {
			fmt.Fprintf(os.Stderr, "suite: no suite is named %s\n", name)
			os.Exit(2)
		}
	}
	if err := os.MkdirAll(logs, 0o755); err != nil {
		fmt.Fprintf(os.Stderr, "suite: %v\n", err)
		os.Exit(2)
	}
	var all counts
	for _, s := range suites {
		if len(wanted) > 0 && !slices.Contains(wanted, s.name) {
			continue
		}
		c := s.test()
		all.passed += c.passed
		all.failed += c.failed
		all.skipped += c.skipped
		for _, name := range c.names {
			all.names = append(all.names, s.name+": "+name)
		}
	}
	for _, name := range all.names {
		fmt.Println("failed " + name)
	}
	if all.skipped > 0 {
		fmt.Printf("%d skipped\n", all.skipped)
	}
	fmt.Printf("%d passed, %d failed\n", all.passed, all.failed)
	if all.failed > 0 || all.passed == 0 {
		os.Exit(1)
	}
}

// test runs s and prints its line. A command that fails without a failed test (a
// build error or a crash) counts as one failure.
func (s suite) test() counts {
	start := time.Now()
	command := exec.Command(s.run[0], s.run[1:]...)
	if filepath.Base(s.run[0]) != s.run[0] {
		if path, err := filepath.Abs(s.run[0]); err == nil {
			command.Path = path
		}
	}
	command.Dir = s.dir
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	err := command.Run()
	log := filepath.Join(logs, s.name+".log")
	if err := os.WriteFile(log, output.Bytes(), 0o644); err != nil {
		fmt.Fprintf(os.Stderr, "suite: %v\n", err)
	}

	var c counts
	switch {
	case s.count != nil:
		c = s.count(output.Bytes())
	case err == nil:
		c.passed = 1
	}
	if err != nil && c.failed == 0 {
		c.failed = 1
		c.names = []string{s.run[0] + ": " + err.Error()}
		c.details = fmt.Sprintf("%v\n%s", err, lastLines(output.Bytes(), 60))
	}
	verdict := "ok  "
	if c.failed > 0 {
		verdict = "FAIL"
		fmt.Print(c.details)
	}
	fmt.Printf("%s %-14s %4d passed, %d failed (%.0f s)\n", verdict, s.name, c.passed, c.failed, time.Since(start).Seconds())
	return c
}

func lastLines(text []byte, n int) []byte {
	lines := bytes.Split(bytes.TrimRight(text, "\n"), []byte("\n"))
	return append(bytes.Join(lines[max(0, len(lines)-n):], []byte("\n")), '\n')
}
