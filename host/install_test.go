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
	for _, dir := range []string{".config/chromium", ".mozilla"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	before, file := tree(t, home), program(t)
	command := func(wantStatus int, args ...string) string {
		t.Helper()
		cmd := exec.Command(file, args...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
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
