//go:build !unix

package bench

import "time"

var start = time.Now()

// cpuTime returns the time since the process began: the nearest thing to
// processor time that every system has.
func cpuTime() time.Duration { return time.Since(start) }
