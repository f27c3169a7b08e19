//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time of this process so far, in the program and in
// the kernel.
func Used() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err) // the arguments are constant
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
