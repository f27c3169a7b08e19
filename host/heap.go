package main

import "runtime/metrics"

// maxHeap is the heap, in bytes, at which the host gives its work up and
// replaces itself, before the system would do so less politely.
const maxHeap = 1200 << 20

// heapInUse returns the bytes that objects on the heap take.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
