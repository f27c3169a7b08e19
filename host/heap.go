package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
)

// maxHeap is the heap, in bytes, at which the host gives its work up and
// replaces itself, before the system would do so less politely.
const maxHeap = 1200 << 20

// ease is the memory, in bytes for each page that is worked on at the same time,
// up to which the garbage collector takes it easy. Few pages of a browser need
// half of it.
const ease = 160 << 20

// collectAt is how much the heap may grow before it is collected, in per cent
// of what is in use. The usual 100 collects twice on a page of middling size, at
// a quarter of its time, to keep a heap under 20 MB that may take 50.
const collectAt = 400

// easy is the memory up to which the collector takes it easy, in bytes.
var easy atomic.Int64

// easeCollector sets the garbage collector up for work on so many pages at the
// same time. Above what they may take with ease, it lets the memory grow by a
// two fifths of what is in use before it collects again. It may be called again.
func easeCollector(pages int) {
	easy.Store(int64(pages) * ease)
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(easy.Load())
	watchCollector()
}

// watchCollector sets the limit anew when a garbage collection has ended.
var watchCollector = sync.OnceFunc(func() {
	type sentinel struct{ _ [16]byte }
	var again func(*sentinel)
	again = func(*sentinel) {
		debug.SetMemoryLimit(max(easy.Load(), int64(live()/5*7)))
		runtime.SetFinalizer(&sentinel{}, again)
	}
	runtime.SetFinalizer(&sentinel{}, again)
})

// live returns the bytes of the heap that were in use when the last collection
// ended.
func live() uint64 { return measured("/gc/heap/live:bytes") }

// heapInUse returns the bytes that objects on the heap take.
func heapInUse() uint64 { return measured("/memory/classes/heap/objects:bytes") }

func measured(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
