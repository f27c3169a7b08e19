package cputime

import (
	"time"

	"golang.org/x/sys/windows"
)

// Used returns the processor time of this process so far, in the program and in
// the kernel.
func Used() time.Duration {
	var created, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user); err != nil {
		panic(err) // the arguments are constant
	}
	steps := func(f windows.Filetime) time.Duration { // of 100 ns
		return time.Duration(uint64(f.HighDateTime)<<32 | uint64(f.LowDateTime))
	}
	return 100 * (steps(kernel) + steps(user))
}
