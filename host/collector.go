package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
)

// memoryPerPage is the soft memory limit for each page converted at the same
// time, in bytes. Most pages need less than half of it.
const memoryPerPage = 160 << 20

// collectorPercent is the GOGC value below the soft limit. The default of 100
// collects twice on a medium-sized page, for a quarter of its time, to keep the
// heap below 20 MB.
const collectorPercent = 400

// softLimit is the memory limit below which GOGC alone applies, in bytes.
var softLimit atomic.Int64

// tuneCollector sets the garbage collector for a number of pages converted at
// the same time. Above their soft limit, the heap may grow by two fifths of the
// live heap before the next collection. It may be called again.
func tuneCollector(pages int) {
	softLimit.Store(int64(pages) * memoryPerPage)
	debug.SetGCPercent(collectorPercent)
	debug.SetMemoryLimit(softLimit.Load())
	adjustLimit()
}

// adjustLimit sets the memory limit after each garbage collection.
var adjustLimit = sync.OnceFunc(func() {
	type sentinel struct{ _ [16]byte }
	var collected func(*sentinel)
	collected = func(*sentinel) {
		debug.SetMemoryLimit(max(softLimit.Load(), int64(liveHeap()/5*7)))
		runtime.SetFinalizer(&sentinel{}, collected)
	}
	runtime.SetFinalizer(&sentinel{}, collected)
})

// liveHeap returns the bytes of the heap in use at the end of the last
// collection.
func liveHeap() uint64 { return metric("/gc/heap/live:bytes") }

// heapInUse returns the bytes of heap objects.
func heapInUse() uint64 { return metric("/memory/classes/heap/objects:bytes") }

func metric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
