//go:build unix

// Command bench-hostile converts hostile pages with the program, at a size and at
// half of it, and prints a Markdown table: CPU time beyond html.Parse, peak memory,
// and growth of CPU time when the page doubles. Rows over a limit are marked
// "over"; the run then fails.
//
//	go run ./scripts/bench-hostile [-size BYTES] [-family TEXT] [-fragment] PROGRAM
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/torture"
)

// Limits for a page of 1 MB: CPU seconds beyond the parse, MB of peak memory, and
// growth when the page doubles.
const (
	maxSeconds = 1.0
	maxMemory  = 200
	maxGrowth  = 2.3
)

var runs int

// smallest is the CPU time below which growth is noise.
const smallest = 100 * time.Millisecond

func main() {
	size := flag.Int("size", 1<<20, "bytes of HTML of each page")
	only := flag.String("family", "", "measure only families with this text in their name")
	flag.IntVar(&runs, "runs", 3, "conversions of each page; the lowest of each figure counts")
	fragment := flag.Bool("fragment", false, "convert the whole page, without extraction")
	parse := flag.Bool("parse", false, "only parse standard input; used internally")
	flag.Parse()
	if *parse {
		// One family would take half a minute and 8 GB; its parse then counts as
		// 0, and all of the program's CPU time as beyond it.
		time.AfterFunc(2*time.Second, func() { os.Exit(3) })
		_, _ = html.Parse(os.Stdin) // an error is a result, too
		return
	}
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	arguments := []string{flag.Arg(0), "convert", "--no-log", "--no-timestamp"}
	if *fragment {
		arguments = append(arguments, "--fragment")
	}
	over, err := run(os.Stdout, arguments, *size, *only)
	if err == nil && over > 0 {
		err = fmt.Errorf("%d families are over a limit", over)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-hostile:", err)
		os.Exit(1)
	}
}

// cost is the cost of one page.
type cost struct {
	parse, cpu time.Duration // of a bare html.Parse, of the whole program
	memory     int64         // peak, kB
	end        string        // last line of the program's standard error
}

func run(out io.Writer, arguments []string, size int, only string) (over int, err error) {
	families := append(torture.All(), torture.Worst()...)
	fmt.Fprintln(out, "| family | parse ms | beyond it ms | memory MB | CPU × | | says |\n| --- | --: | --: | --: | --: | --- | --- |")
	for _, f := range families {
		if !strings.Contains(f.Name, only) {
			continue
		}
		half, err := measure(arguments, f.Page(size/2))
		if err != nil {
			return over, fmt.Errorf("%s: %w", f.Name, err)
		}
		whole, err := measure(arguments, f.Page(size))
		if err != nil {
			return over, fmt.Errorf("%s: %w", f.Name, err)
		}
		beyond := max(0, whole.cpu-whole.parse)
		growth, verdict := float64(whole.cpu)/float64(half.cpu), ""
		if beyond.Seconds() > maxSeconds || whole.memory>>10 > maxMemory || growth > maxGrowth && whole.cpu > smallest {
			over++
			verdict = "over"
		}
		fmt.Fprintf(out, "| %s | %d | %d | %d | %.2f | %s | %s |\n", f.Name, whole.parse.Milliseconds(), beyond.Milliseconds(), whole.memory>>10, growth, verdict, whole.end)
	}
	return over, nil
}

// measure converts text several times and returns the lowest of each figure. The
// parse runs in a process of its own, too: a new process inherits the peak memory
// of its parent, which has to stay small.
func measure(arguments []string, text string) (cost, error) {
	self, err := os.Executable()
	if err != nil {
		return cost{}, err
	}
	var least cost
	least.parse, _, _, err = spent(text, self, "-parse")
	if err != nil || least.parse > time.Second {
		least.parse = 0
	}
	for i := range runs {
		cpu, memory, said, e := spent(text, arguments...)
		if e != nil {
			return cost{}, e
		}
		if i == 0 || cpu < least.cpu {
			least.cpu = cpu
		}
		if i == 0 || memory < least.memory {
			least.memory = memory
		}
		lines := strings.Split(strings.TrimSpace(said), "\n")
		least.end = lines[len(lines)-1]
	}
	return least, err
}

// spent runs a program on text and returns its CPU time, its peak memory in kB,
// and its standard error.
func spent(text string, program ...string) (time.Duration, int64, string, error) {
	command := exec.Command(program[0], program[1:]...)
	command.Stdin = strings.NewReader(text)
	var said strings.Builder
	command.Stderr = &said
	var exit *exec.ExitError // an error of the program is a result
	if err := command.Run(); err != nil && !errors.As(err, &exit) {
		return 0, 0, "", err
	}
	state := command.ProcessState
	return state.UserTime() + state.SystemTime(), state.SysUsage().(*syscall.Rusage).Maxrss, said.String(), nil
}
