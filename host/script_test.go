package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "update the expected output of the scripts")

func TestMain(m *testing.M) {
	becomeMute()
	testscript.Main(isolated{m}, map[string]func(){"pulltab": main})
}

// isolated runs the tests with a data folder of their own.
type isolated struct{ tests *testing.M }

func (i isolated) Run() int {
	var err error
	if testFolder, err = os.MkdirTemp("", "pulltab-test-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(testFolder)
	os.Setenv(envData, filepath.Join(testFolder, "data"))
	return i.tests.Run()
}

// TestScripts runs testdata/script/*.txt. Each file tests one behaviour of the
// command line and contains its input and the exact expected output.
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
