//go:build unix

package install

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rs/zerolog"

	"pulltab/internal/hostmanifest"
	"pulltab/internal/session"
)

// envServe makes the test binary a host.
const envServe = "PULLTAB_TEST_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(envServe) != "" {
		os.Exit(session.Serve(context.Background(), callerOf(os.Args), os.Stdin, os.Stdout, session.Host{Version: "0.1.0", Log: zerolog.Nop()}))
	}
	os.Exit(m.Run())
}

// callerOf returns the caller among the arguments of either browser.
func callerOf(args []string) string {
	if strings.HasPrefix(args[1], hostmanifest.ChromiumScheme) {
		return args[1]
	}
	return args[2]
}

func works(context.Context, string, []string) handshake {
	return handshake{state: "works", version: "0.1.0"}
}

func TestDiagnoseFindsAndRepairsEachState(t *testing.T) {
	for _, c := range []struct {
		name    string
		browser string
		prepare func(t *testing.T, m *Machine, file string)
		state   string
		says    string
		repairs bool
	}{
		{"not registered", "chromium", func(t *testing.T, m *Machine, file string) { os.Remove(file) }, "missing", "no registration", true},
		{"damaged", "firefox", func(t *testing.T, m *Machine, file string) { mustWrite(t, file, "{", 0o644) }, "refused", "JSON", true},
		{"in the other family's form", "firefox", func(t *testing.T, m *Machine, file string) {
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, m.Program).Text()), 0o644)
		}, "refused", "other browser family", true},
		{"for another extension", "chromium", func(t *testing.T, m *Machine, file string) {
			text, _ := os.ReadFile(file)
			mustWrite(t, file, strings.ReplaceAll(string(text), hostmanifest.ChromiumID, "abcdefghijklmnopabcdefghijklmnop"), 0o644)
		}, "refused", "does not allow", true},
		{"with a relative path", "chromium", func(t *testing.T, m *Machine, file string) {
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, "pulltab").Text()), 0o644)
		}, "refused", "not absolute", true},
		{"the program moved", "chromium", func(t *testing.T, m *Machine, file string) {
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, "/nowhere/pulltab").Text()), 0o644)
		}, "program-missing", "/nowhere/pulltab", true},
		{"the program may not run", "chromium", func(t *testing.T, m *Machine, file string) {
			other := filepath.Join(t.TempDir(), "pulltab")
			mustWrite(t, other, "", 0o644)
			mustWrite(t, file, string(hostmanifest.New(hostmanifest.Chromium, other).Text()), 0o644)
		}, "program-missing", "not executable", true},
		{"others may change the program", "chromium", func(t *testing.T, m *Machine, file string) { os.Chmod(m.Program, 0o777) }, "unsafe", "changed by other users", false},
		{"others may change the registration", "chromium", func(t *testing.T, m *Machine, file string) { os.Chmod(file, 0o666) }, "unsafe", "changed by other users", false},
		{"a link", "chromium", func(t *testing.T, m *Machine, file string) {
			os.Remove(file)
			os.Symlink("/nowhere/registration", file)
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
			fixed, err := m.diagnoseAll(t.Context(), p, true, works)
			if err != nil || fixed[0].OK != c.repairs || fixed[0].Fixed != c.repairs {
				t.Errorf("repaired: %+v, %v", fixed, err)
			}
		})
	}
}

func TestDiagnoseOfSandboxedBrowsers(t *testing.T) {
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
			mustWrite(t, m.Roots.Expand(p.Program), "an older one", 0o755)
			if f := m.diagnose(t.Context(), p, works); f.State != "outdated" || !f.fixable {
				t.Errorf("an old copy: %+v", f)
			}
			mustWrite(t, m.fileOf(p), string(hostmanifest.New(p.Family, m.Program).Text()), 0o644)
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

func TestDiagnoseOfAPolicy(t *testing.T) {
	m := computer(t, "linux")
	mustInstall(t, m)
	p := places(t, m, "chromium")[:1]
	p[0].Policies = []string{t.TempDir()}
	mustWrite(t, filepath.Join(p[0].Policies[0], "other.json"), `{"HomepageLocation":"x"}`, 0o644)
	if f := m.diagnose(t.Context(), p[0], works); !f.OK {
		t.Errorf("%+v", f)
	}
	mustWrite(t, filepath.Join(p[0].Policies[0], "strict.json"), `{"NativeMessagingBlocklist":["*"]}`, 0o644)
	found, err := m.diagnoseAll(t.Context(), p, true, works)
	if err != nil || found[0].State != "policy" || found[0].OK || found[0].Do == "" {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestDiagnoseReadsTheRegistry(t *testing.T) {
	m := computer(t, "windows")
	p := places(t, m, "edge")[0]
	if f := m.diagnose(t.Context(), p, works); f.State != "missing" {
		t.Errorf("%+v", f)
	}
	mustInstall(t, m)
	if f := m.diagnose(t.Context(), p, works); !f.OK {
		t.Errorf("%+v", f)
	}
	m.Registry.Set(p.RegistryKeys()[0], filepath.Join(m.Roots.Local, "gone.json"))
	if f := m.diagnose(t.Context(), p, works); f.State != "missing" {
		t.Errorf("%+v", f)
	}
}

// Programs that fail in each way in which a host can fail.
func TestHandshakeWithEachKindOfProgram(t *testing.T) {
	script := func(text string) string {
		path := filepath.Join(t.TempDir(), "host")
		mustWrite(t, path, "#!/bin/sh\n"+text+"\n", 0o755)
		return path
	}
	ours := script("exec '" + os.Args[0] + "' \"$@\"")
	t.Setenv(envServe, "1")
	m := computer(t, "linux")
	chromium, firefox := places(t, m, "chromium")[0], places(t, m, "firefox")[0]
	for _, c := range []struct {
		name, program string
		place         hostmanifest.Place
		args          []string // nil for the browser's own
		state, says   string
	}{
		{"the host, for Chromium", ours, chromium, nil, "works", "0.1.0"},
		{"the host, for Firefox", ours, firefox, nil, "works", "0.1.0"},
		{"the host, for an unknown extension", ours, chromium, []string{"chrome-extension://abcdefghijklmnopabcdefghijklmnop/"}, "stranger", "rejects"},
		{"prints its usage", script("echo 'usage: pulltab COMMAND'"), chromium, nil, "stray-text", "“usage: pulltab COMMAND”"},
		{"prints a little and waits", script("printf Oops; cat >/dev/null"), chromium, nil, "stray-text", "Oops"},
		{"prints a time", script("echo '2026-01-01 started'; exec cat"), firefox, nil, "stray-text", "2026-01-01 started"},
		{"is too old", script(frame(`{"t":"error","code":"E_PROTO","detail":{"update":"host"}}`)), chromium, nil, "too-old", "too old"},
		{"is too new", script(frame(`{"t":"error","code":"E_PROTO","detail":{"update":"extension"}}`)), chromium, nil, "too-new", "newer"},
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
			h := m.startHost(t.Context(), c.program, args)
			if h.state != c.state {
				t.Fatalf("%+v, want %s", h, c.state)
			}
			f := diagnosis{Machine: m, place: c.place}.interpret(c.program, h)
			if c.state == "too-old" || c.state == "too-new" {
				c.state = "outdated"
			}
			if !strings.Contains(f.Says, c.says) || f.State != c.state {
				t.Errorf("%+v", f)
			}
		})
	}
}

// frame returns a command that prints a message with its length, which is below
// 256.
func frame(message string) string {
	return fmt.Sprintf(`printf '\%03o\000\000\000%s'`, len(message), message)
}

func TestHandshakeEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host")
	started := filepath.Join(t.TempDir(), "started")
	if err := syscall.Mkfifo(started, 0o600); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, path, "#!/bin/sh\necho > '"+started+"'\nexec sleep 1000\n", 0o755)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		os.ReadFile(started) // returns when the program has written
		cancel()
	}()
	if h := (Machine{}.startHost(ctx, path, nil)); h.state != "silent" {
		t.Errorf("%+v", h)
	}
}
