//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/hostmanifest"
)

func works(context.Context, string, []string) handshake {
	return handshake{state: "works", version: version}
}

func TestDoctorTellsEachStateAndRepairsItsOwn(t *testing.T) {
	for _, c := range []struct {
		name    string
		browser string
		prepare func(t *testing.T, m *machine, file string)
		state   string
		says    string
		repairs bool
	}{
		{"not registered", "chromium", func(t *testing.T, m *machine, file string) { os.Remove(file) }, "missing", "does not know", true},
		{"damaged", "firefox", func(t *testing.T, m *machine, file string) { mustWrite(t, file, "{", 0o644) }, "refused", "JSON", true},
		{"in the other family's form", "firefox", func(t *testing.T, m *machine, file string) {
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, m.program).Text()), 0o644)
		}, "refused", "other browser family", true},
		{"for another extension", "chromium", func(t *testing.T, m *machine, file string) {
			text, _ := os.ReadFile(file)
			mustWrite(t, file, strings.ReplaceAll(string(text), hostmanifest.ChromiumID, "abcdefghijklmnopabcdefghijklmnop"), 0o644)
		}, "refused", "does not allow", true},
		{"with a relative path", "chromium", func(t *testing.T, m *machine, file string) {
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, "pulltab").Text()), 0o644)
		}, "refused", "not absolute", true},
		{"the program moved", "chromium", func(t *testing.T, m *machine, file string) {
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, "/nowhere/pulltab").Text()), 0o644)
		}, "program-missing", "/nowhere/pulltab", true},
		{"the program may not run", "chromium", func(t *testing.T, m *machine, file string) {
			other := filepath.Join(t.TempDir(), "pulltab")
			mustWrite(t, other, "", 0o644)
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, other).Text()), 0o644)
		}, "program-missing", "may not be executed", true},
		{"others may change the program", "chromium", func(t *testing.T, m *machine, file string) { os.Chmod(m.program, 0o777) }, "unsafe", "changed by others", false},
		{"others may change the registration", "chromium", func(t *testing.T, m *machine, file string) { os.Chmod(file, 0o666) }, "unsafe", "changed by others", false},
		{"a link", "chromium", func(t *testing.T, m *machine, file string) {
			os.Remove(file)
			os.Symlink("/etc/hostname", file)
		}, "unsafe", "link", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := computer(t, "linux", ".var", "snap")
			mustInstall(t, m)
			p := places(t, m, c.browser)
			c.prepare(t, &m, m.fileOf(p[0]))
			f := m.diagnose(t.Context(), p[0], works)
			if f.State != c.state || !strings.Contains(f.Says, c.says) || f.OK || f.Do == "" || strings.Count(f.Says, ". ") > 0 {
				t.Errorf("%+v", f)
			}
			fixed, err := m.examine(t.Context(), p, true, works)
			if err != nil || fixed[0].OK != c.repairs || fixed[0].Fixed != c.repairs {
				t.Errorf("repaired: %+v, %v", fixed, err)
			}
		})
	}
}

func TestDoctorKnowsSandboxes(t *testing.T) {
	m := computer(t, "linux", "$CONFIG", "$HOME/.mozilla", ".zen")
	mustInstall(t, m)
	for _, p := range places(t, m) {
		f := m.diagnose(t.Context(), p, works)
		switch {
		case p.Impossible != "":
			if f.State != "impossible" || f.OK || f.Do == "" || f.fixable {
				t.Errorf("%+v", f)
			}
		case p.Packaging == hostmanifest.Flatpak:
			if !f.OK || !strings.Contains(f.Do, "sandbox") {
				t.Errorf("%+v", f)
			}
			mustWrite(t, m.roots.Expand(p.Program), "an older one", 0o755)
			if f := m.diagnose(t.Context(), p, works); f.State != "outdated" || !f.fixable {
				t.Errorf("an old copy: %+v", f)
			}
			mustWrite(t, m.fileOf(p), string(hostmanifest.New(p.Family, m.program).Text()), 0o644)
			if f := m.diagnose(t.Context(), p, works); f.State != "outside-sandbox" || !f.fixable {
				t.Errorf("a program outside: %+v", f)
			}
		case p.Packaging == hostmanifest.Snap:
			if !f.OK || !strings.Contains(f.Do, "permission-set") {
				t.Errorf("%+v", f)
			}
		}
	}
}

func TestDoctorTellsOfTheAdministratorsPolicy(t *testing.T) {
	m := computer(t, "linux")
	mustInstall(t, m)
	p := places(t, m, "chromium")[:1]
	p[0].Policy = t.TempDir()
	mustWrite(t, filepath.Join(p[0].Policy, "other.json"), `{"HomepageLocation":"x"}`, 0o644)
	if f := m.diagnose(t.Context(), p[0], works); !f.OK {
		t.Errorf("%+v", f)
	}
	mustWrite(t, filepath.Join(p[0].Policy, "strict.json"), `{"NativeMessagingBlocklist":["*"]}`, 0o644)
	found, err := m.examine(t.Context(), p, true, works)
	if err != nil || found[0].State != "policy" || found[0].OK || found[0].Do == "" {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestDoctorReadsTheRegistry(t *testing.T) {
	m := computer(t, "windows")
	p := places(t, m, "edge")[0]
	if f := m.diagnose(t.Context(), p, works); f.State != "missing" {
		t.Errorf("%+v", f)
	}
	mustInstall(t, m)
	if f := m.diagnose(t.Context(), p, works); !f.OK {
		t.Errorf("%+v", f)
	}
	m.registry.Set(p.Key, filepath.Join(m.roots.Local, "gone.json"))
	if f := m.diagnose(t.Context(), p, works); f.State != "missing" {
		t.Errorf("%+v", f)
	}
}

// Each way in which a started host can fail, by programs that do fail so.
func TestDoctorUnderstandsWhatTheHostDoes(t *testing.T) {
	script := func(text string) string {
		path := filepath.Join(t.TempDir(), "host")
		mustWrite(t, path, "#!/bin/sh\n"+text+"\n", 0o755)
		return path
	}
	ours := script("exec '" + os.Args[0] + "' \"$@\"")
	t.Setenv(envServe, "main")
	m := computer(t, "linux")
	chromium, firefox := places(t, m, "chromium")[0], places(t, m, "firefox")[0]
	for _, c := range []struct {
		name, program string
		place         hostmanifest.Place
		args          []string // nil for the browser's own
		state, says   string
	}{
		{"ours, for Chromium", ours, chromium, nil, "works", version},
		{"ours, for Firefox", ours, firefox, nil, "works", version},
		{"ours, for a stranger", ours, chromium, []string{"chrome-extension://abcdefghijklmnopabcdefghijklmnop/"}, "stranger", "does not know"},
		{"prints its usage", script("echo 'usage: pulltab COMMAND'"), chromium, nil, "stray-text", "“usage: pulltab COMMAND”"},
		{"prints a little and waits", script("printf Oops; cat >/dev/null"), chromium, nil, "stray-text", "Oops"},
		{"prints a time", script("echo '2026-01-01 started'; exec cat"), firefox, nil, "stray-text", "2026-01-01 started"},
		{"echoes", script("exec cat"), chromium, nil, "refused", ""},
		{"ends", script("exit 3"), chromium, nil, "ended", "exit status 3"},
		{"ends without a fault", script("exit 0"), chromium, nil, "ended", "exit status 0"},
		{"is killed", script("kill -9 $$"), chromium, nil, "ended", "signal: killed"},
		{"is no program", func() string { p := script(""); mustWrite(t, p, "\x7fELF nonsense", 0o755); return p }(), chromium, nil, "cannot-start", "cannot be started"},
		{"needs a missing interpreter", func() string { p := script(""); mustWrite(t, p, "#!/nowhere/sh\n", 0o755); return p }(), chromium, nil, "cannot-start", "cannot be started"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := c.args
			if args == nil {
				args = browserArgs("linux", c.place, "/home/u/.mozilla/native-messaging-hosts/io.pulltab.host.json")
			}
			h := shake(t.Context(), c.program, args)
			if h.state != c.state {
				t.Fatalf("%+v, want %s", h, c.state)
			}
			f := exam{m, c.place, ""}.interpret(c.program, h)
			if !strings.Contains(f.Says, c.says) || f.State != c.state {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestDoctorDoesNotWaitForASilentHost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host")
	mustWrite(t, path, "#!/bin/sh\nexec sleep 1000\n", 0o755)
	ctx, cancel := context.WithTimeout(t.Context(), shakePatience/10)
	defer cancel()
	if h := shake(ctx, path, nil); h.state != "silent" {
		t.Errorf("%+v", h)
	}
}

// The whole way through the command line, with the real program.
func TestInstallDoctorUninstallAsCommands(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{".config/chromium", ".mozilla"} {
		mustMkdir(t, filepath.Join(home, dir))
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
	if out := command(1, "doctor"); strings.Count(out, "does not know Pulltab") != 2 {
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
