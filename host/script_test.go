package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output of the scripts anew")

func TestMain(m *testing.M) {
	becomeMute()
	testscript.Main(forgetful{m}, map[string]func(){"pulltab": main})
}

// forgetful runs the tests with a database of their own.
type forgetful struct{ tests *testing.M }

func (f forgetful) Run() int {
	dir, err := os.MkdirTemp("", "pulltab-data-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv(envData, dir)
	return f.tests.Run()
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
		Setup: func(e *testscript.Env) error {
			e.Setenv(envData, filepath.Join(e.WorkDir, "data"))
			return nil
		},
	})
}
