package store

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// At each single step by which SQLite changes the disk, from the first byte of
// a new database to its orderly end, the process dies; and from each step on
// the disk is full. strace brings that about; a clip was acknowledged if the
// line that says so got out.
func TestAnAcknowledgedClipSurvivesTroubleAtEveryStep(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("strace is missing; make setup installs it")
	}
	if out, err := exec.Command(strace, "-qq", "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not look at processes here: %s", out)
	}
	steps, whole := 0, 0
	for _, trouble := range []struct{ name, inject, mark string }{
		{"killed", "signal=KILL:when=%d", "killed by SIGKILL"},
		{"disk full", "error=ENOSPC:when=%d+", "(INJECTED)"},
	} {
		for _, call := range []string{"pwrite64", "fsync", "ftruncate", "unlink"} {
			for n := 1; ; n++ {
				dir := filepath.Join(t.TempDir(), "data")
				trace := dir + ".trace"
				command := exec.Command(strace, "-f", "-qq", "-o", trace, "-e", "trace="+call,
					"-e", "inject="+call+":"+fmt.Sprintf(trouble.inject, n), program(t))
				command.Env = append(os.Environ(), envSave+"="+dir, envFirst+"=2")
				out, err := command.Output()
				if trouble.name == "disk full" && err != nil {
					t.Fatalf("%s, %s %d: %v", trouble.name, call, n, err)
				}
				seen, err := os.ReadFile(trace)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(string(seen), trouble.mark) { // there are fewer such steps
					if n == 1 {
						t.Errorf("SQLite never calls %s", call)
					}
					break
				}
				var acknowledged []int
				for line := range strings.Lines(string(out)) {
					if clip, ok := acknowledgedIn(line); ok {
						acknowledged = append(acknowledged, clip)
					}
				}
				steps++
				if len(acknowledged) > 0 {
					whole++
				}
				check(t, dir, acknowledged)
				if t.Failed() {
					t.Fatalf("%s, %s %d", trouble.name, call, n)
				}
			}
		}
	}
	t.Logf("%d steps, %d of them after a clip", steps, whole)
	if whole == 0 {
		t.Error("no step came after a clip")
	}
}
