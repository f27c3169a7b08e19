package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sys/unix"

	"pulltab/internal/browsertest"
	"pulltab/internal/chattest"
	"pulltab/internal/config"
	"pulltab/internal/hostmanifest"
)

// envMute names the program that the test binary executes in its place, under a
// seccomp filter that kills a process which requests a socket.
const envMute = "PULLTAB_TEST_MUTE"

// envUnix, if set, lets the program of envMute request Unix sockets.
const envUnix = "PULLTAB_TEST_UNIX"

// becomeMute replaces this process by the program of envMute, if it is set.
func becomeMute() {
	program := os.Getenv(envMute)
	if program == "" {
		return
	}
	runtime.LockOSThread() // the filter is the thread's that calls exec
	if err := forbidSockets(os.Getenv(envUnix) != ""); err != nil {
		os.Stderr.WriteString("filter: " + err.Error() + "\n")
		os.Exit(99)
	}
	err := syscall.Exec(program, append([]string{program}, os.Args[1:]...), os.Environ())
	os.Stderr.WriteString("exec: " + err.Error() + "\n")
	os.Exit(99)
}

// forbidSockets installs a seccomp filter that kills this process, also after
// exec, when it requests a socket of any kind; with unixAllowed, of any kind but
// AF_UNIX.
func forbidSockets(unixAllowed bool) error {
	const numberAt, familyAt = 0, 16 // in struct seccomp_data: the number of the call, the low half of its first argument
	family := uint32(1 << 31)        // no family has this number
	if unixAllowed {
		family = unix.AF_UNIX
	}
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: numberAt},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_SOCKET, Jt: 0, Jf: 3},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: familyAt},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: family, Jt: 1, Jf: 0},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	list := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&list)), 0, 0)
}

// mute returns the command that runs the program under the filter, with home as
// its home folder.
func mute(t *testing.T, program, home string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), envMute+"="+program, "HOME="+home, "XDG_CONFIG_HOME="+home+"/config", "XDG_CACHE_HOME="+home+"/cache", envData+"="+home+"/data", "PULLTAB_RUNTIME="+home+"/run")
	return c
}

// wasKilled reports whether the filter killed a program.
func wasKilled(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGSYS
}

// Without a configured model no command of the program requests a socket.
func TestWithoutAModelNoConnectionIsOpened(t *testing.T) {
	program := program(t)
	home := t.TempDir()
	file := filepath.Join(home, "bread.html")
	if err := os.WriteFile(file, []byte(bread), 0o600); err != nil {
		t.Fatal(err)
	}
	corpus := filepath.Join(home, "corpus")
	for name, text := range map[string]string{"html/b.html": bread, "ground-truth/b.json": `{"ground_truth":{"main_content":"Bread"}}`} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(corpus, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, corpus, name, text)
	}
	tried := map[string]bool{}
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"bench", corpus}, 0},
		{[]string{"convert", file, "--url", "https://example.com/bread"}, 0},
		{[]string{"check", file}, 0},
		{[]string{"compare", file}, 0},
		{[]string{"query", "What is bread baked from?", file}, 0},
		{[]string{"read", file, "--outline"}, 0},
		{[]string{"cite", file, file}, 0},
		{[]string{"summarize", file}, 1},
		{[]string{"summarize", "--from-cache", "https://example.com/bread"}, 1},
		{[]string{"recipes"}, 0},
		{[]string{"stats"}, 0},
		{[]string{"history", "on", "--captures"}, 0},
		{[]string{"convert", file, "--url", "https://example.com/bread"}, 0},
		{[]string{"history", "search", "flour"}, 0},
		{[]string{"replay"}, 0},
		{[]string{"report", file, "--out", filepath.Join(home, "report")}, 0},
		{[]string{"forget", "--all"}, 0},
		{[]string{"agents"}, 0},
		{[]string{"mcp"}, 0},
		{[]string{"tabs"}, 1},
		{[]string{"read", "--active"}, 1},
		{[]string{"wait", "active", "--for", "idle"}, 1},
		{[]string{"install", "--browser", "firefox", "--dir", filepath.Join(home, "hosts")}, 0},
		{[]string{"doctor"}, 1},
		{[]string{"uninstall"}, 0},
		{[]string{"version"}, 0},
		{[]string{"config", "add", "notes", corpus}, 0},
		{[]string{"save", file, "--to", "notes"}, 0},
		{[]string{"corpus", filepath.Join(corpus, "html")}, 0},
		{[]string{"completion", "bash"}, 0},
		{[]string{"man"}, 0},
	} {
		tried[c.args[0]] = true
		command := mute(t, program, home, c.args...)
		out, err := command.CombinedOutput()
		if wasKilled(err) {
			t.Errorf("%v asked for a socket", c.args)
		} else if command.ProcessState.ExitCode() != c.status {
			t.Errorf("%v: %v\n%s", c.args, err, out)
		}
	}

	for _, name := range commandNames() {
		if !tried[name] {
			t.Errorf("%s was not tried", name)
		}
	}

	// The host, as a browser starts it, with a page to convert.
	host := mute(t, program, home, filepath.Join(home, "host.json"), hostmanifest.FirefoxID)
	to, from := startHost(t, host)
	browser := browsertest.New(t, to, from)
	browser.Greet()
	browser.SendFixture("convert", nil)
	if end := browser.End("c1"); end.Type() != "result" {
		t.Errorf("the page ended with %v", end)
	}
	browser.SendFixture("summarize", nil)
	if end := browser.End("m1"); end.Code() != "E_NO_MODEL" {
		t.Errorf("the summary ended with %v", end)
	}
	for id, name := range map[string]string{"q1": "query", "s2": "stats", "s7": "search", "c9": "convert-report"} {
		browser.SendFixture(name, nil)
		if end := browser.End(id); end.Type() != "result" {
			t.Errorf("%s ended with %v", name, end)
		}
	}
	to.Close()
	if browser.Next() != nil {
		t.Error("the host says more")
	}
	if err := host.Wait(); err != nil {
		t.Errorf("the host: %v", err)
	}

	// The filter works: with a configured model the same program requests a
	// socket, and is killed.
	service := chattest.Start(t)
	if err := os.MkdirAll(home+"/config/pulltab", 0o700); err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(config.Model{BaseURL: service.BaseURL(), Model: chattest.Model})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(home+"/config/pulltab/"+config.ModelFile, encoded, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := mute(t, program, home, "summarize", file).CombinedOutput()
	if !wasKilled(err) || len(service.Requests()) != 0 {
		t.Errorf("with a model: %v\n%s", err, out)
	}
}

// While agents are served, host and commands use Unix sockets and no others: under a
// filter that allows these alone they work, and under the other one they are killed.
func TestAgentsUseUnixSocketsOnly(t *testing.T) {
	program := program(t)
	home := t.TempDir()
	t.Setenv("PULLTAB_RUNTIME", home+"/run")
	t.Setenv(envUnix, "1")
	b := serveBrowser(t, mute(t, program, home, chromiumArgs...))
	b.set(1, bread)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"tabs"}, "https://example.com/page"},
		{[]string{"read", "--active"}, "Bread is baked"},
	} {
		if out, err := mute(t, program, home, c.args...).CombinedOutput(); err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%v: %v\n%s", c.args, err, out)
		}
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: mute(t, program, home, "mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, failed := callTool(t, client, "read_tab", map[string]any{"tab": "active"}); failed || !strings.Contains(text, "Bread is baked") {
		t.Errorf("%s", text)
	}
	client.Close()
	t.Setenv(envUnix, "")
	if out, err := mute(t, program, home, "tabs").CombinedOutput(); !wasKilled(err) {
		t.Errorf("the filter allows a socket: %v\n%s", err, out)
	}
}
