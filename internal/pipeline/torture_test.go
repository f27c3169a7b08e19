package pipeline

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"pulltab/internal/cputime"
	"pulltab/internal/page"
	"pulltab/internal/torture"
)

// Inputs that crashed or stalled other programs, and a page of which the parser
// would make millions of nodes, convert within wide limits: each takes well under
// a second on an idle machine.
func TestTortureInputsAreConverted(t *testing.T) {
	const leftOpen = "formatting left open"
	size := 40 << 10
	if testing.Short() {
		size = 8 << 10
	}
	for _, f := range append(torture.Worst(), torture.Family{Name: leftOpen, Page: torture.FormattingLeftOpen}) {
		t.Run(f.Name, func(t *testing.T) {
			o := DefaultOptions()
			o.NoTimestamp = true
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := cpuTime(t)
			r, err := Convert(context.Background(), page.Source{HTML: f.Page(size), URL: "https://site.example/"}, o, nil)
			spent := cpuTime(t) - start
			runtime.ReadMemStats(&after)
			switch {
			case errors.Is(err, ErrNoContent) && f.Name == leftOpen:
				// the page has no text but the letter x
			case err != nil:
				t.Fatal(err)
			case len(r.Markdown) == 0:
				t.Error("no Markdown")
			}
			allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%v of CPU, %d MB allocated in all, %d kB of Markdown", spent, allocated, len(r.Markdown)>>10)
			if spent > 10*time.Second || allocated > 3000 {
				t.Errorf("%v of CPU, %d MB allocated", spent, allocated)
			}
		})
	}
}

func cpuTime(t *testing.T) time.Duration {
	return cputime.Used()
}
