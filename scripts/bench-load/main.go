// Command bench-load converts the pages of corpora twice, without and under a load
// of busy loops, and prints how near the timeouts came and how many results differ.
// It fails if a timeout applied or a result differs.
//
//	go run ./scripts/bench-load [-loops N] [-largest N] DIR…
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"pulltab/internal/bench"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

// engineTime is the engines' timeout in internal/pipeline, requestTime that of a
// conversion.
const (
	engineTime  = 8 * time.Second
	requestTime = 20 * time.Second
)

func main() {
	loops := flag.Int("loops", 8, "number of busy loops, each a process")
	largest := flag.Int("largest", 0, "convert only so many pages, the largest")
	spin := flag.Bool("spin", false, "only burn CPU time; used internally")
	flag.Parse()
	if *spin {
		for { // until the parent ends
			if os.Getppid() == 1 {
				return
			}
		}
	}
	if err := run(flag.Args(), *loops, *largest); err != nil {
		fmt.Fprintln(os.Stderr, "bench-load:", err)
		os.Exit(1)
	}
}

func run(dirs []string, loops, largest int) error {
	if len(dirs) == 0 {
		return errors.New("no corpus")
	}
	var cases []bench.Case
	for _, dir := range dirs {
		c, err := bench.Open(dir)
		if err != nil {
			return err
		}
		cases = append(cases, c.Cases...)
	}
	if largest > 0 {
		size := map[string]int{}
		for _, k := range cases {
			text, err := k.HTML()
			if err != nil {
				return err
			}
			size[k.ID] = len(text)
		}
		slices.SortStableFunc(cases, func(a, b bench.Case) int { return size[b.ID] - size[a.ID] })
		cases = cases[:min(largest, len(cases))]
	}
	idle, err := convertAll(cases)
	if err != nil {
		return err
	}
	stop, err := burn(loops)
	if err != nil {
		return err
	}
	busy, err := convertAll(cases)
	stop()
	if err != nil {
		return err
	}
	differ := 0
	for i, text := range idle.results {
		if text != busy.results[i] {
			differ++
			fmt.Println("differs:", cases[i].ID)
		}
	}
	fmt.Printf("pages %d, busy loops %d\n", len(cases), loops)
	for _, m := range []struct {
		name string
		measured
	}{{"without load", idle}, {"under load", busy}} {
		fmt.Printf("%s: engines at most %.0f %% of their time, conversions %.0f %%, timeouts %d\n", m.name,
			100*m.engines.Seconds()/engineTime.Seconds(), 100*m.whole.Seconds()/requestTime.Seconds(), m.timeouts)
	}
	fmt.Printf("results that differ: %d\n", differ)
	if differ > 0 || idle.timeouts+busy.timeouts > 0 {
		return errors.New("the load changed results")
	}
	return nil
}

// measured are the results of all pages and the longest times.
type measured struct {
	results        []string // JSON without times
	engines, whole time.Duration
	timeouts       int
}

func convertAll(cases []bench.Case) (measured, error) {
	var m measured
	o := pipeline.DefaultOptions()
	o.NoTimestamp, o.NoLog = true, true
	for _, k := range cases {
		text, err := k.HTML()
		if err != nil {
			return m, err
		}
		start := time.Now()
		stages := map[string]time.Time{}
		r, err := pipeline.Convert(context.Background(), page.Source{HTML: text, URL: k.URL}, o, func(stage string) { stages[stage] = time.Now() })
		m.whole = max(m.whole, time.Since(start))
		if from, to := stages["extract"], stages["markdown"]; !to.IsZero() {
			m.engines = max(m.engines, to.Sub(from))
		}
		if errors.Is(err, context.DeadlineExceeded) {
			m.timeouts++
		}
		for _, l := range r.Losses {
			if l.Kind == "engine-time" {
				m.timeouts++
			}
		}
		if err != nil {
			m.results = append(m.results, err.Error())
			continue
		}
		data, err := json.Marshal(r)
		if err != nil {
			return m, fmt.Errorf("result of %s: %w", k.ID, err)
		}
		m.results = append(m.results, string(data))
	}
	return m, nil
}

// burn starts n busy loops and returns the function that ends them.
func burn(n int) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var running []*exec.Cmd
	stop = func() {
		for _, c := range running {
			_ = c.Process.Kill() // it may have ended
			_ = c.Wait()
		}
	}
	for range n {
		c := exec.Command(self, "-spin")
		if err := c.Start(); err != nil {
			stop()
			return nil, fmt.Errorf("start a busy loop: %w", err)
		}
		running = append(running, c)
	}
	return stop, nil
}
