//go:build unix

package page

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/cputime"
	"pulltab/internal/htmltree"
	"pulltab/internal/torture"
)

func TestHostilePagesAreParsedWithinTimeMemoryAndDepth(t *testing.T) {
	for _, f := range append(torture.Families(), torture.Worst()...) {
		t.Run(f.Name, func(t *testing.T) {
			const size = 64 << 10 // the race detector makes this some seven times slower
			spent, bytes := cost(func() {
				p, err := Parse(context.Background(), Source{HTML: f.Page(size)})
				if err != nil && !errors.Is(err, ErrEmpty) {
					t.Fatal(err)
				}
				if err == nil && depthOf(p.Doc) > htmltree.MaxDepth+2 {
					t.Errorf("depth is %d", depthOf(p.Doc))
				}
			})
			if spent > 2*time.Second || bytes > 400<<20 {
				t.Errorf("%v of CPU and %d MB allocated", spent, bytes>>20)
			}
			t.Logf("%v of CPU and %d MB allocated", spent, bytes>>20)
		})
	}
}

// cost returns the CPU time that f uses and the bytes that it allocates.
func cost(f func()) (time.Duration, uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cputime.Used()
	f()
	end := cputime.Used()
	runtime.ReadMemStats(&after)
	return end - start, after.TotalAlloc - before.TotalAlloc
}

// depthOf returns how deep elements are nested below n.
func depthOf(n *html.Node) int {
	deepest := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			deepest = max(deepest, 1+depthOf(c))
		}
	}
	return deepest
}
