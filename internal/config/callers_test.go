package config

import (
	"os"
	"path/filepath"
	"testing"

	"pulltab/internal/hostmanifest"
)

func TestOnlyKnownExtensionsAreAllowed(t *testing.T) {
	known, err := Folders{}.Callers()
	if err != nil {
		t.Fatal(err)
	}
	for caller, want := range map[string]bool{
		"chrome-extension://" + hostmanifest.ChromiumID + "/":     true,
		hostmanifest.FirefoxID:                                    true,
		"chrome-extension://abcdefghijklmnopabcdefghijklmnop/":    false,
		"chrome-extension://" + hostmanifest.ChromiumID + "/evil": false,
		"evil@pulltab.io": false,
		"":                false,
	} {
		if got := known.Allow(caller); got != want {
			t.Errorf("%q: %v", caller, got)
		}
	}
}

func TestCallersFileMustBeWritableByTheUserOnly(t *testing.T) {
	const extra = "abcdefghijklmnopabcdefghijklmnop"
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		want       bool
	}{
		{"the user's own", `{"extensions":["` + extra + `"],"other":1}`, 0o600, true},
		{"readable by all", `{"extensions":["` + extra + `"]}`, 0o644, true},
		{"writable by the group", `{"extensions":["` + extra + `"]}`, 0o664, false},
		{"writable by all", `{"extensions":["` + extra + `"]}`, 0o602, false},
		{"no JSON", extra, 0o600, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, CallersFile)
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			known, err := Folders{Config: dir}.Callers()
			if got := known.Allow("chrome-extension://" + extra + "/"); got != c.want || (err == nil) != c.want {
				t.Errorf("%v, %v; want %v", got, err, c.want)
			}
			if !known.Allow(hostmanifest.FirefoxID) {
				t.Error("an invalid file locks the released extension out")
			}
		})
	}
	t.Run("a link", func(t *testing.T) {
		dir := t.TempDir()
		target := filepath.Join(dir, "target.json")
		if err := os.WriteFile(target, []byte(`{"extensions":["`+extra+`"]}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, CallersFile)); err != nil {
			t.Fatal(err)
		}
		if known, err := (Folders{Config: dir}).Callers(); err == nil || known.Allow(extra) {
			t.Error("the link was followed")
		}
	})
}
