package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"pulltab/internal/torture"
)

// Small inputs that exhaust comparable programs: each is answered within 2 s of
// CPU and 300 MB.
func TestWorstInputsStayWithinLimits(t *testing.T) {
	file := program(t)
	floor := resetPeak(t)
	text := strings.Repeat("The text of this page goes on for a while, so that there is something to keep. ", 8)
	for _, c := range []struct{ name, page string }{
		{"a table of 2 kB that spans 65 million cells", "<p>" + text + "<table><tr><td colspan=1000 rowspan=65534>a<td>b<tr><td>c</table>"},
		{"linked data nested 10,001 deep", `<script type="application/ld+json">` + strings.Repeat(`{"a":`, 10_001) + "1" + strings.Repeat("}", 10_001) + "</script><p>" + text},
		{"600 nested tags", strings.Repeat("<div>", 600) + "<p>" + text},
		{"150 nested tables", strings.Repeat("<table><tr><td>", 150) + "<p>" + text},
		{"400 nested quotes around 2,000 paragraphs", strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>"+text[:100], 2000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			command := exec.Command(file, "convert", "--no-timestamp")
			out := output(t, command, c.page)
			if !strings.Contains(string(out), "The text of this page") {
				t.Errorf("the text is missing: %.300s", out)
			}
			state := command.ProcessState
			if cpu := state.UserTime() + state.SystemTime(); cpu > 2*time.Second {
				t.Errorf("%v of CPU", cpu)
			}
			if kb := peak(command); kb > max(300<<10, floor) {
				t.Errorf("%d MB of memory", kb>>10)
			}
			t.Logf("%v, %d MB", state.UserTime()+state.SystemTime(), peak(command)>>10)
		})
	}
}

// The most expensive hostile pages need at most 200 MB and 1 s of CPU beyond the
// parse at 1 MB; make bench-hostile shows all kinds. The limits here are higher,
// for slower machines and the race detector.
func TestHostilePagesStayWithinLimits(t *testing.T) {
	file := program(t)
	size := 1 << 20
	if testing.Short() {
		size = 1 << 17
	}
	costly := map[string]bool{
		"nested list": true, "formatting left open": true, "line breaks": true, "definition list": true, "one link around everything": true,
		"nested div never closed": true, "tables wide and high": true, "brackets": true,
	}
	for _, f := range torture.Families() {
		if !costly[f.Name] {
			continue
		}
		delete(costly, f.Name)
		t.Run(f.Name, func(t *testing.T) {
			command := exec.Command(file, "convert", "--fragment", "--no-timestamp")
			page := f.Page(size)
			floor := resetPeak(t)
			output(t, command, page)
			state := command.ProcessState
			if cpu := state.UserTime() + state.SystemTime(); cpu > 6*time.Second {
				t.Errorf("%v of CPU", cpu)
			}
			if kb := peak(command); kb > max(240<<10, floor) {
				t.Errorf("%d MB of memory", kb>>10)
			}
			t.Logf("%v, %d MB", state.UserTime()+state.SystemTime(), peak(command)>>10)
		})
	}
	if len(costly) > 0 {
		t.Errorf("there are no pages of the kinds %v", costly)
	}
}

// resetPeak resets the peak memory of this process to its current memory: the
// kernel counts the parent's peak as that of a new process (see proc(5),
// clear_refs).
// It returns that memory in kB: a smaller peak of the process cannot be seen.
func resetPeak(t *testing.T) int64 {
	t.Helper()
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	var floor int64
	if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
		fmt.Sscan(after, &floor)
	}
	return floor + 8<<10
}

// peak returns the peak memory of the ended command in kB.
func peak(command *exec.Cmd) int64 {
	return command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
}
