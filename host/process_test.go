//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"pulltab/internal/browsertest"
	"pulltab/internal/config"
	"pulltab/internal/session"
)

// envServe makes the test binary the program, with one of the behaviours below.
const envServe = "PULLTAB_TEST_SERVE"

func init() {
	switch os.Getenv(envServe) {
	case "":
		return
	case "print": // a dependency that prints wherever it can
		os.Exit(serveNative(os.Args[1], func(f config.Folders) session.Converter {
			return func(ctx context.Context, r session.Request, progress func(string)) (any, <-chan struct{}, error) {
				runtime.GC() // closes files without references
				fmt.Println("Fail: stray text 1")
				println("stray text 2")
				fmt.Fprintln(os.Stdout, "stray text 3")
				syscall.Write(1, []byte("stray text 4\n"))
				return session.Convert(f)(ctx, r, progress)
			}
		}))
	case "hog": // memory that a page could ask for; it is never touched
		os.Exit(serveNative(os.Args[1], func(config.Folders) session.Converter {
			return func(context.Context, session.Request, func(string)) (any, <-chan struct{}, error) {
				return len(make([]byte, 6<<30)), nil, nil
			}
		}))
	case "hang": // work that cannot be stopped
		os.Exit(serveNative(os.Args[1], func(config.Folders) session.Converter {
			return func(context.Context, session.Request, func(string)) (any, <-chan struct{}, error) {
				os.Stderr.WriteString("at work\n")
				select {}
			}
		}))
	}
	main()
}

// process is a host in a process of its own.
type process struct {
	*browsertest.Browser
	t      *testing.T
	cmd    *exec.Cmd
	stderr *strings.Builder
}

// launch starts the test binary as the host with args.
func launch(t *testing.T, behaviour string, args []string, change func(*exec.Cmd)) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), envServe+"="+behaviour)
	stderr := &strings.Builder{}
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	// Not the pipe of package exec: Wait closes it while it is read.
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = out
	if change != nil {
		change(cmd) // may set another output
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	p := &process{browsertest.New(t, in, from), t, cmd, stderr}
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		for range p.Messages {
		}
		from.Close()
	})
	return p
}

// wait returns the exit status; -1 after a signal.
func (p *process) wait() int {
	p.t.Helper()
	hang := time.AfterFunc(time.Minute, func() { p.cmd.Process.Kill() })
	defer hang.Stop()
	p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

func TestBothBrowsersAreServed(t *testing.T) {
	for name, args := range map[string][]string{"Chromium": chromiumArgs, "Firefox": firefoxArgs} {
		t.Run(name, func(t *testing.T) {
			p := launch(t, "main", args, nil)
			p.Greet()
			p.SendFixture("convert", nil)
			if m := p.End("c1"); m.Type() != "result" {
				t.Errorf("%v", m)
			}
			p.To.Close()
			if status := p.wait(); status != session.StatusDone {
				t.Errorf("status %d\n%s", status, p.stderr)
			}
		})
	}
}

func TestUnknownCallerIsRejected(t *testing.T) {
	for name, args := range map[string][]string{
		"Chromium": {"chrome-extension://abcdefghijklmnopabcdefghijklmnop/"},
		"Firefox":  {"/x/io.pulltab.host.json", "stranger@example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			p := launch(t, "main", args, nil)
			if m := p.Next(); m.Code() != "E_ORIGIN" {
				t.Errorf("%v", m)
			}
			if m := p.Next(); m != nil {
				t.Errorf("and then %v", m)
			}
			if status := p.wait(); status != session.StatusOrigin {
				t.Errorf("status %d", status)
			}
		})
	}
}

func TestOnlyFramesReachStandardOutput(t *testing.T) {
	p := launch(t, "print", chromiumArgs, nil)
	p.Greet()
	for i := range 20 {
		id := fmt.Sprint("c", i)
		p.SendFixture("convert", browsertest.Message{"id": id})
		if m := p.End(id); m.Type() != "result" {
			t.Fatalf("%v", m)
		}
	}
	p.To.Close()
	p.wait()
	if n := strings.Count(p.stderr.String(), "stray text"); n != 20*4 {
		t.Errorf("%d of %d prints reached standard error\n%s", n, 20*4, p.stderr)
	}
}

func TestHostWorksWithoutEnvironmentAndFolders(t *testing.T) {
	p := launch(t, "main", firefoxArgs, func(cmd *exec.Cmd) {
		cmd.Env = []string{"PATH=/nowhere", envServe + "=main"}
		cmd.Dir = "/"
	})
	p.Greet()
	p.SendFixture("convert", nil)
	if m := p.End("c1"); m.Type() != "result" {
		t.Errorf("%v", m)
	}
}

func TestTwoHostsServeSideBySide(t *testing.T) {
	a, b := launch(t, "main", chromiumArgs, nil), launch(t, "main", firefoxArgs, nil)
	if a.Greet()["instance"] == b.Greet()["instance"] {
		t.Error("both have one name")
	}
	a.SendFixture("convert", nil)
	b.SendFixture("convert", nil)
	a.End("c1")
	a.To.Close()
	a.wait()
	b.End("c1")
	b.SendFixture("ping", nil)
	b.Until("pong")
}

func TestHostIgnoresSignalsOfTheProcessGroup(t *testing.T) {
	p := launch(t, "main", chromiumArgs, nil)
	p.Greet()
	p.cmd.Process.Signal(syscall.SIGINT)
	p.cmd.Process.Signal(syscall.SIGHUP)
	p.SendFixture("ping", nil)
	p.Until("pong")
	p.cmd.Process.Signal(syscall.SIGTERM)
	if m := p.Until("bye"); m["reason"] != "signal" {
		t.Errorf("%v", m)
	}
	if status := p.wait(); status != session.StatusDone {
		t.Errorf("status %d", status)
	}
}

func TestHostEndsNormallyWhenItsOutputIsClosed(t *testing.T) {
	p := launch(t, "main", chromiumArgs, func(cmd *exec.Cmd) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd.Stdout = w
		t.Cleanup(func() { w.Close() })
	})
	p.SendFixture("hello", nil)
	if status := p.wait(); status != session.StatusDone {
		t.Errorf("status %d\n%s", status, p.stderr)
	}
}

// Work that cannot be stopped does not hold the process.
func TestBusyHostEndsWithItsPort(t *testing.T) {
	var log io.ReadCloser
	p := launch(t, "hang", chromiumArgs, func(cmd *exec.Cmd) {
		cmd.Stderr = nil
		var err error
		if log, err = cmd.StderrPipe(); err != nil {
			t.Fatal(err)
		}
	})
	p.Greet()
	p.SendFixture("convert", nil)
	for lines := bufio.NewScanner(log); lines.Scan() && lines.Text() != "at work"; {
	}
	go io.Copy(io.Discard, log)
	p.To.Close()
	if status := p.wait(); status != session.StatusDone {
		t.Errorf("status %d", status)
	}
}

func TestLogContainsNoTextOfThePage(t *testing.T) {
	logged := filepath.Join(t.TempDir(), "log")
	for _, to := range []string{"", logged} {
		p := launch(t, "main", chromiumArgs, func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, envLogFile+"="+to) })
		p.Greet()
		p.Send(browsertest.Message{"t": "convert", "id": "c1",
			"meta":    browsertest.Message{"url": "https://canary.example/canary", "title": "canary"},
			"content": browsertest.Message{"html": "<title>canary</title><p>canary canary"}})
		p.End("c1")
		p.Send(browsertest.Message{"t": "convert", "id": "c2", "meta": browsertest.Message{"url": "://canary"}, "content": browsertest.Message{"html": ""}, "opts": browsertest.Message{"engine": "canary"}})
		p.End("c2")
		p.To.Close()
		p.wait()
		text := p.stderr.String()
		if to != "" {
			raw, err := os.ReadFile(to)
			if err != nil {
				t.Fatal(err)
			}
			if text != "" {
				t.Errorf("standard error besides the file: %s", text)
			}
			text = string(raw)
			if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
		}
		if !strings.Contains(text, "request ended") || strings.Contains(text, "canary") {
			t.Errorf("log: %s", text)
		}
	}
}

// From start to welcome the host uses at most 60 ms of CPU more than an empty
// program, and 40 MB of memory: three times the measured figures.
func TestStartUpCostIsLimited(t *testing.T) {
	dir := t.TempDir()
	build := func(name, target string) string {
		path := filepath.Join(dir, name)
		cmd := exec.Command("go", "build", "-o", path, target)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return path
	}
	empty := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(empty, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	runs := 10
	if testing.Short() {
		runs = 3
	}
	cost := func(path string, args []string, talk func(*browsertest.Browser)) (cpu time.Duration, peak int) {
		cpu = time.Hour
		for range runs {
			cmd := exec.Command(path, args...)
			in, from := startHost(t, cmd)
			if talk != nil {
				talk(browsertest.New(t, in, from))
				peak = peakMemory(t, cmd.Process.Pid)
			}
			in.Close()
			cmd.Wait()
			from.Close()
			cpu = min(cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
		return cpu, peak
	}
	base, _ := cost(build("empty", empty), nil, nil)
	cpu, peak := cost(program(t), chromiumArgs, func(c *browsertest.Browser) { c.Greet() })
	t.Logf("start to welcome: %v CPU over %v of an empty program, %d kB", cpu-base, base, peak)
	if cpu-base > 60*time.Millisecond {
		t.Errorf("start to welcome costs %v CPU over an empty program", cpu-base)
	}
	if peak > 40_000 {
		t.Errorf("start to welcome takes %d kB", peak)
	}
}

// peakMemory returns the peak memory of a process in kB, or 0 if the system does
// not report it. The figure that Wait returns would include the memory of this
// process at the fork.
func peakMemory(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	_, rest, found := strings.Cut(string(text), "VmHWM:")
	var kB int
	if _, err := fmt.Sscan(rest, &kB); err != nil || !found {
		t.Fatalf("no VmHWM: %v", err)
	}
	return kB
}
