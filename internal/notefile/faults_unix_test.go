//go:build unix

package notefile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// steps are all steps of writing.
var steps = []string{"folder", "open", "write", "sync", "compare", "link", "reread", "rename", "sync folder"}

func TestEveryStepIsListed(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	seen := map[string]bool{}
	f.step = func(name string) error { seen[name] = true; return nil }
	save(t, f, note("first\n"), Update)
	save(t, f, note("second\n"), Update)
	for _, s := range steps {
		if !seen[s] {
			t.Errorf("%s never happens", s)
		}
		delete(seen, s)
	}
	for s := range seen {
		t.Errorf("%s is not in steps", s)
	}
}

// TestAFullDiskLeavesTheOldNote fails each step of a new note and of an update as a
// full disk does.
func TestAFullDiskLeavesTheOldNote(t *testing.T) {
	for _, step := range steps {
		for _, update := range []bool{false, true} {
			dir := t.TempDir()
			f := open(t, dir)
			before := ""
			if update {
				save(t, f, note("first\n"), Update)
				before = read(t, dir, "Gauge.md")
			}
			failed := false
			f.step = func(name string) error {
				if name == step {
					failed = true
					return &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
				}
				return nil
			}
			_, err := f.Save(note("second\n"), Update, 200)
			if !failed {
				continue // an update has no link, a new note no rename
			}
			var coded *Error
			if !errors.As(err, &coded) || coded.Kind != Full {
				t.Errorf("%s, update %v: %v", step, update, err)
			}
			checkWhole(t, dir, before, step)
			for _, name := range files(t, dir) {
				if name != "Gauge.md" {
					t.Errorf("%s, update %v leaves %s", step, update, name)
				}
			}
		}
	}
}

// checkWhole checks that the note is the old one or the new one.
func checkWhole(t *testing.T, dir, before, step string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "Gauge.md"))
	if os.IsNotExist(err) && before == "" {
		return
	}
	if text := string(data); text != before && (!strings.Contains(text, "second") || !strings.HasSuffix(text, "-->\n")) {
		t.Errorf("%s leaves %q (%v)", step, text, err)
	}
}

// envKill names the step at which the test's child process kills itself.
const envKill = "PULLTAB_TEST_KILL"

func TestAKilledProgramLeavesAWholeNote(t *testing.T) {
	if step := os.Getenv(envKill); step != "" {
		f := open(t, os.Getenv("PULLTAB_TEST_DIR"))
		f.step = func(name string) error {
			if name == step {
				syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
			return nil
		}
		f.Save(note("second\n"), Update, 200)
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		dir := t.TempDir()
		f := open(t, dir)
		before := ""
		if step != "link" {
			save(t, f, note("first\n"), Update)
			before = read(t, dir, "Gauge.md")
		}
		child := exec.Command(program, "-test.run", "^TestAKilledProgramLeavesAWholeNote$")
		child.Env = append(os.Environ(), envKill+"="+step, "PULLTAB_TEST_DIR="+dir)
		if err := child.Run(); err == nil {
			t.Errorf("%s: the child survived", step)
		}
		checkWhole(t, dir, before, step)
		if saved := save(t, f, note("third\n"), Update); saved.Path != "Gauge.md" || saved.Beside != "" {
			t.Errorf("after a kill at %s: %+v", step, saved)
		}
	}
}

func TestAChangeDuringAnUpdateIsNotLost(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	save(t, f, note("first\n"), Update)
	once := false
	f.step = func(name string) error {
		if name == "reread" && !once {
			once = true
			text := read(t, dir, "Gauge.md") + "written meanwhile\n"
			return os.WriteFile(filepath.Join(dir, "Gauge.md"), []byte(text), 0o644)
		}
		return nil
	}
	save(t, f, note("second\n"), Update)
	if text := read(t, dir, "Gauge.md"); !strings.HasSuffix(text, "written meanwhile\n") || !strings.Contains(text, "second") {
		t.Error(text)
	}
}
