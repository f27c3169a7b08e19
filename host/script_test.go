package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output of the scripts anew")

func TestMain(m *testing.M) {
	becomeMute()
	testscript.Main(m, map[string]func(){"pulltab": main})
}

// TestScripts runs testdata/script/*.txt: each is one promise of the command
// line, with the pages that it reads and the exact output that it expects.
func TestScripts(t *testing.T) {
	if *update && os.Getenv("CI") != "" {
		t.Fatal("expected output is never written in CI")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}
