package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pulltab/internal/notetemplate"
)

func settingsFolder(t *testing.T, text string) Folders {
	t.Helper()
	f := Folders{Config: t.TempDir(), Home: t.TempDir()}
	if text != "" {
		if err := os.WriteFile(f.SettingsPath(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

const vaultSettings = "# my folders\ntargets:\n  vault: # in my home\n    folder: ~/Notes\n"

func TestTheLastGoodSettingsAreKept(t *testing.T) {
	f := settingsFolder(t, vaultSettings)
	if _, err := f.Settings(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.SettingsPath(), []byte(vaultSettings+"    exists: merge\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := f.Settings()
	var wrong *SettingsError
	if !errors.As(err, &wrong) || !wrong.LastGood || len(wrong.Problems) != 1 || wrong.Problems[0].Line != 5 {
		t.Errorf("%v", err)
	}
	vault, ok := s.Find("vault")
	if !ok || vault.Folder != filepath.Join(f.Home, "Notes") {
		t.Errorf("%+v", s)
	}
}

func TestWithoutAnEarlierVersionWrongSettingsAreEmpty(t *testing.T) {
	f := settingsFolder(t, "targets: x\n")
	s, err := f.Settings()
	var wrong *SettingsError
	if !errors.As(err, &wrong) || wrong.LastGood || len(s.Targets) > 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSettingsThatOthersCanWriteAreRejected(t *testing.T) {
	f := settingsFolder(t, vaultSettings)
	if err := os.Chmod(f.SettingsPath(), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := f.Settings(); err == nil || len(s.Targets) > 0 {
		t.Errorf("%+v", s)
	}
}

func TestEntriesAreAddedBesideComments(t *testing.T) {
	f := settingsFolder(t, vaultSettings)
	template := notetemplate.Template{Name: "{{.title}}", Head: "a\nb", Frontmatter: []notetemplate.Property{{Name: "title"}, {Name: "by", Value: "{{.author}}"}}}
	err := errors.Join(
		f.AddTemplate("mine", template),
		f.AddTarget("repo", map[string]string{"folder": "/repo", "template": "mine"}, []string{"folder", "exists", "template"}),
	)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Settings()
	repo, _ := s.Find("repo")
	if err != nil || repo.Folder != "/repo" || fmt.Sprint(repo.Template) != fmt.Sprint(template) || len(s.Targets) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	text, _ := os.ReadFile(f.SettingsPath())
	if !strings.Contains(string(text), "# my folders") || !strings.Contains(string(text), "# in my home") {
		t.Errorf("comments are lost:\n%s", text)
	}
	for name, again := range map[string]error{
		"the same alias":      f.AddTarget("repo", map[string]string{"folder": "/other"}, []string{"folder"}),
		"a relative folder":   f.AddTarget("third", map[string]string{"folder": "x"}, []string{"folder"}),
		"an unknown template": f.AddTarget("third", map[string]string{"folder": "/x", "template": "y"}, []string{"folder", "template"}),
	} {
		if after, _ := os.ReadFile(f.SettingsPath()); again == nil || string(after) != string(text) {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestTwoWritersOfSettingsLoseNothing(t *testing.T) {
	f := settingsFolder(t, "")
	var group sync.WaitGroup
	const each = 8
	for w := range 3 {
		group.Go(func() {
			for i := range each {
				if err := f.AddTarget(fmt.Sprintf("t%d-%d", w, i), map[string]string{"folder": "/x"}, []string{"folder"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if s, err := f.Settings(); err != nil || len(s.Targets) != 3*each {
		t.Errorf("%d targets, %v", len(s.Targets), err)
	}
}
