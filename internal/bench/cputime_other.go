//go:build !unix

package bench

import "time"

var start = time.Now()

// cpuTime returns the elapsed time since the start of the process, as the
// standard library has no CPU time on every system.
func cpuTime() time.Duration { return time.Since(start) }
