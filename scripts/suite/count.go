package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// event is one line of go test -json.
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// countGo counts tests and subtests in the output of go test -json. A package that
// failed without a failed test counts as one failure.
func countGo(log []byte) counts {
	var c counts
	output := map[string]*strings.Builder{} // by package and test
	failed := map[string]bool{}             // packages with a failed test
	var broken []string                     // packages that failed
	lines := bufio.NewScanner(bytes.NewReader(log))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			c.details += lines.Text() + "\n"
			continue
		}
		if e.Package == "" {
			e.Package = e.ImportPath
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
		case "pass":
			if e.Test != "" {
				c.passed++
			}
		case "skip":
			if e.Test != "" {
				c.skipped++
			}
		case "fail":
			if e.Test == "" {
				broken = append(broken, e.Package)
				continue
			}
			c.failed++
			c.names = append(c.names, e.Package+" "+e.Test)
			failed[e.Package] = true
			if b := output[key]; b != nil {
				c.details += e.Package + "\n" + b.String()
			}
		}
	}
	for _, p := range broken {
		if !failed[p] {
			c.failed++
			c.names = append(c.names, p)
			if b := output[p+" "]; b != nil {
				c.details += b.String()
			}
		}
	}
	return c
}

var nodeCount = regexp.MustCompile(`(?m)^(?:#|ℹ) (pass|fail|cancelled|skipped) (\d+)$`)

// nodeFailure matches a failed test in the output of node --test: its name and
// error, without the stack.
var nodeFailure = regexp.MustCompile(`(?ms)^not ok \d+ - ([^\n]*)\n.*?^  (?:stack|\.\.\.)`)

// countNode reads the counts and the failed tests from the output of node --test.
func countNode(log []byte) counts {
	var c counts
	for _, m := range nodeCount.FindAllSubmatch(log, -1) {
		n, _ := strconv.Atoi(string(m[2]))
		switch string(m[1]) {
		case "pass":
			c.passed += n
		case "fail", "cancelled":
			c.failed += n
		case "skipped":
			c.skipped += n
		}
	}
	for _, m := range nodeFailure.FindAllSubmatch(log, -1) {
		c.details += string(m[0])
		c.names = append(c.names, string(m[1]))
	}
	return c
}
