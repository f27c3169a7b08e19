package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// maxHeap is the heap, in bytes, at which the host gives its work up and
// replaces itself, before the system would do so less politely.
const maxHeap = 1200 << 20

// memoryLimit is where the garbage collector starts to work harder, in bytes for
// each page that is worked on at the same time; maxHeap is the firm one.
const memoryLimit = 768 << 20

// collectAt is how much the heap may grow before it is collected, in per cent
// of what is in use. The usual 100 collects twice on a page of middling size, at
// a quarter of its time, to keep a heap under 20 MB that may take 50.
const collectAt = 400

// easeCollector sets the garbage collector up for work on so many pages at the
// same time.
func easeCollector(pages int) {
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(int64(pages) * memoryLimit)
}

// heapInUse returns the bytes that objects on the heap take.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
