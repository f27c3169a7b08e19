package markdown

import (
	"context"
	"errors"
	"flag"
	"runtime"
	"testing"
	"time"

	"pulltab/internal/cputime"
	"pulltab/internal/page"
	"pulltab/internal/torture"
)

var hostileSize = flag.Int("hostile", 64<<10, "bytes of each hostile page")

// families returns the hostile pages to try: every sixth, or every twentieth with
// -short; make bench-hostile tries all.
// They are not smaller there, since the fixed limits that small pages cross
// would look like growth.
func families() []torture.Family {
	all := torture.All()
	step := 6
	if testing.Short() {
		step = 20
	}
	var some []torture.Family
	for i := 0; i < len(all); i += step {
		some = append(some, all[i])
	}
	return some
}

// Every hostile page is rendered and proved within limits on CPU time and
// memory, at least five times the cost of the slowest page on a busy machine.
// The flag -hostile sets another size.
func TestHostilePagesStayWithinLimits(t *testing.T) {
	for _, f := range families() {
		t.Run(f.Name, func(t *testing.T) {
			p, err := page.Parse(context.Background(), page.Source{HTML: f.Page(*hostileSize), Fragment: true})
			if errors.Is(err, page.ErrEmpty) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			keep := page.All(p)
			var d Document
			spent, allocated := cost(func() {
				d, err = Render(context.Background(), p, keep, Options{})
				d.Prove(p, keep, Options{})
			})
			if err != nil {
				t.Fatal(err)
			}
			size := len(p.Source.HTML)
			t.Logf("%d kB to %d kB: %v of CPU, %d MB allocated, fidelity %.3f %v", size>>10, len(d.Markdown)>>10, spent, allocated>>20, d.Fidelity, d.Losses)
			scale := max(1, size>>17)
			if spent > time.Duration(scale)*time.Second || allocated > uint64(scale)*400<<20 {
				t.Errorf("%v of CPU, %d MB allocated for %d kB", spent, allocated>>20, size>>10)
			}
			limit := 8*size + 4096
			if p.Base != nil {
				limit += maxResolved
			}
			if len(d.Markdown) > limit {
				t.Errorf("%d kB of Markdown from %d kB", len(d.Markdown)>>10, size>>10)
			}
		})
	}
}

// A page of twice the size costs at most 2.3 times as much. The test counts
// allocated bytes, which hardly vary between runs, in place of time.
func TestCostOfHostilePagesIsLinear(t *testing.T) {
	for _, f := range families() {
		t.Run(f.Name, func(t *testing.T) {
			half, whole := allocated(t, f.Page(128<<10)), allocated(t, f.Page(256<<10))
			growth := float64(whole) / float64(half)
			t.Logf("%d kB, %d kB: × %.2f", half>>10, whole>>10, growth)
			if growth > 2.3 {
				t.Errorf("%d kB for half of it, %d kB for the whole page: × %.2f", half>>10, whole>>10, growth)
			}
			if whole > 200<<20 {
				t.Errorf("%d MB for a page of 256 kB", whole>>20)
			}
		})
	}
}

// allocated returns the bytes allocated to parse, render and prove a page.
func allocated(t *testing.T, text string) uint64 {
	t.Helper()
	_, bytes := cost(func() {
		p, err := page.Parse(t.Context(), page.Source{HTML: text, Fragment: true})
		if errors.Is(err, page.ErrEmpty) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		keep := page.All(p)
		d, err := Render(t.Context(), p, keep, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Prove(p, keep, Options{})
	})
	return bytes
}

// cost returns the CPU time and the bytes allocated by f.
func cost(f func()) (time.Duration, uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cputime.Used()
	f()
	end := cputime.Used()
	runtime.ReadMemStats(&after)
	return end - start, after.TotalAlloc - before.TotalAlloc
}
