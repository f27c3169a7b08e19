//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/hostmanifest"
)

func TestInstallDoctorUninstallAsCommands(t *testing.T) {
	home := t.TempDir()
	for file, text := range map[string]string{
		".config/chromium/Default/Preferences": `{"extensions":{"settings":{"` + hostmanifest.ChromiumID + `":{"state":1}}}}`,
		".mozilla/firefox/a/extensions.json":   `{"addons":[{"id":"` + hostmanifest.FirefoxID + `","active":true}]}`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(home, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before, file := tree(t, home), program(t)
	command := func(wantStatus int, args ...string) string {
		t.Helper()
		cmd := exec.Command(file, args...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + home, "XDG_DATA_DIRS=" + home} // browsers of this computer are not found
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) || cmd.ProcessState.ExitCode() != wantStatus {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if out := command(1, "doctor"); strings.Count(out, "has no registration of Pulltab") != 2 {
		t.Error(out)
	}
	if out := command(0, "doctor", "--fix"); strings.Count(out, "(repaired)") != 2 {
		t.Error(out)
	}
	if out := command(0, "doctor", "--json"); strings.Count(out, `"state":"works"`) != 2 {
		t.Error(out)
	}
	command(0, "install")
	command(2, "install", "--extension-id", "*")
	command(2, "install", "--browser", "netscape")
	command(1, "install", "--browser", "vivaldi")
	command(0, "uninstall")
	command(0, "uninstall")
	if after := tree(t, home); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	there := filepath.Join(home, "tor")
	command(0, "install", "--browser", "firefox", "--dir", there)
	if text, err := os.ReadFile(filepath.Join(there, hostmanifest.HostName+".json")); err != nil || !strings.Contains(string(text), hostmanifest.FirefoxID) {
		t.Errorf("%s, %v", text, err)
	}
	command(0, "uninstall")
	if after := tree(t, home); after != before {
		t.Errorf("before:\n%s\nafter --dir:\n%s", before, after)
	}
	command(2, "install", "--browser", "firefox", "--dir", filepath.Join(home, "tor-browser/Browser"))
	command(2, "install", "--system", "--dir", there)
	command(2, "uninstall", "--program", "--browser", "firefox")
	if after := tree(t, home); after != before {
		t.Errorf("wrong usage changed the disk:\n%s", after)
	}
}

// On an account without any profile, programs in PATH show which browsers there
// are; uninstall removes the program too.
func TestInstallOnAFreshAccount(t *testing.T) {
	home := t.TempDir()
	bin := filepath.Join(home, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, browser := range []string{"chromium", "firefox-esr"} {
		if err := os.WriteFile(filepath.Join(bin, browser), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(program(t))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "pulltab")
	if err := os.WriteFile(file, text, 0o755); err != nil {
		t.Fatal(err)
	}
	before := tree(t, bin)
	for _, args := range [][]string{{"install"}, {"uninstall", "--program"}} {
		cmd := exec.Command(file, args...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + bin, "XDG_DATA_DIRS=" + home}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		for _, browser := range []string{"chromium: re", "firefox: re"} { // registered, removed
			if !strings.Contains(string(out), browser) {
				t.Errorf("%v: no %q in\n%s", args, browser, out)
			}
		}
	}
	left, err := os.ReadDir(home)
	if err != nil || len(left) != 1 || tree(t, bin) != before {
		t.Errorf("left: %v, %v", left, err)
	}
}

// tree lists all files and folders below dir, with modes and content.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %v", strings.TrimPrefix(path, dir), info.Mode())
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %q", text)
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
