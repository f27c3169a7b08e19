package store

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// strace kills the saver at the n-th system call by which SQLite changes the
// disk, or lets that call and all later ones fail as on a full disk, for every n
// from the creation of the database to its closing. A short run takes a sample.
func TestAcknowledgedClipSurvivesFaultsInSystemCalls(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("strace is missing; make setup installs it")
	}
	if out, err := exec.Command(strace, "-qq", "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not trace processes here: %s", out)
	}
	next := func(n int) int { return n + 1 }
	if testing.Short() {
		next = func(n int) int { return 3*n + 1 }
	}
	var calls, withClips atomic.Int32
	t.Run("faults", func(t *testing.T) {
		for _, fault := range []straceFault{
			{"killed", "signal=KILL:when=%d", "killed by SIGKILL"},
			{"disk full", "error=ENOSPC:when=%d+", "(INJECTED)"},
		} {
			for _, call := range []string{"pwrite64", "fsync", "ftruncate", "unlink"} {
				t.Run(fault.name+" at "+call, func(t *testing.T) {
					t.Parallel()
					for n := 1; ; n = next(n) {
						acknowledged, injected := fault.inject(t, strace, call, n)
						if !injected { // there are fewer than n such calls
							if n == 1 {
								t.Errorf("SQLite never calls %s", call)
							}
							return
						}
						calls.Add(1)
						if acknowledged > 0 {
							withClips.Add(1)
						}
						if t.Failed() {
							t.Fatalf("at call %d", n)
						}
					}
				})
			}
		}
	})
	t.Logf("%d calls, %d of them after a clip was acknowledged", calls.Load(), withClips.Load())
	if withClips.Load() == 0 {
		t.Error("no fault came after an acknowledged clip")
	}
}

// straceFault is a fault that strace injects: the option with the number of the
// call, and the text in its trace that shows it.
type straceFault struct{ name, option, mark string }

// inject runs the saver with the fault at its n-th call and checks the store.
// injected is false if there were fewer calls.
func (f straceFault) inject(t *testing.T, strace, call string, n int) (acknowledged int, injected bool) {
	t.Helper()
	path, err := saverProgram()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	trace := dir + ".trace"
	command := exec.Command(strace, "-f", "-qq", "-o", trace, "-e", "trace="+call,
		"-e", "inject="+call+":"+fmt.Sprintf(f.option, n), path)
	command.Env = append(os.Environ(), envDir+"="+dir, envAllow+"=1", envClips+"=2")
	out, err := command.Output()
	if f.name == "disk full" && err != nil {
		t.Fatalf("at call %d: %v", n, err)
	}
	seen, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(seen), f.mark) {
		return 0, false
	}
	var clips []int
	for line := range strings.Lines(string(out)) {
		if clip, ok := savedIn(line); ok {
			clips = append(clips, clip)
		}
	}
	checkClips(t, dir, clips)
	return len(clips), true
}
