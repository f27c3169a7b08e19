package main

import (
	"strings"
	"testing"
)

func TestCountGo(t *testing.T) {
	log := `{"Action":"run","Package":"a","Test":"TestX"}
{"Action":"output","Package":"a","Test":"TestX","Output":"x_test.go:1: wrong\n"}
{"Action":"fail","Package":"a","Test":"TestX"}
{"Action":"pass","Package":"a","Test":"TestY"}
{"Action":"skip","Package":"a","Test":"TestZ"}
{"Action":"fail","Package":"a"}
{"Action":"build-output","ImportPath":"b","Output":"b.go:1: does not build\n"}
{"Action":"fail","Package":"b"}
{"Action":"pass","Package":"c"}
`
	c := countGo([]byte(log))
	if c.passed != 1 || c.failed != 2 || c.skipped != 1 {
		t.Errorf("got %+v, want 1 passed, 2 failed, 1 skipped", c)
	}
	if got := strings.Join(c.names, ", "); got != "a TestX, b" {
		t.Errorf("names %q", got)
	}
	if want := "a\nx_test.go:1: wrong\nb.go:1: does not build\n"; c.details != want {
		t.Errorf("details %q, want %q", c.details, want)
	}
}

func TestCountNode(t *testing.T) {
	for _, log := range []string{
		"ok 1 - x\n# tests 4\n# pass 2\n# fail 1\n# cancelled 1\n# skipped 0\n",
		"✔ x\nℹ tests 4\nℹ pass 2\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\n",
	} {
		if c := countNode([]byte(log)); c.passed != 2 || c.failed != 2 {
			t.Errorf("got %+v, want 2 passed, 2 failed", c)
		}
	}
}

func TestCountNodeDetails(t *testing.T) {
	log := "ok 1 - good\n  ---\n  duration_ms: 1\n  ...\n" +
		"not ok 2 - the badge: empty\n  ---\n  error: |-\n    1 !== 2\n    \n  stack: |-\n    at somewhere\n  ...\n" +
		"# pass 1\n# fail 1\n"
	c := countNode([]byte(log))
	if len(c.names) != 1 || c.names[0] != "the badge: empty" {
		t.Errorf("names %q", c.names)
	}
	if !strings.Contains(c.details, "1 !== 2") || strings.Contains(c.details, "somewhere") {
		t.Errorf("details %q", c.details)
	}
}
