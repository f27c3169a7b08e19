//go:build !race

package main

import "golang.org/x/sys/unix"

// maxAddressSpace limits the address space of the process, in bytes. It is far
// above the heap limit of a session: a page of 20 MiB of dense markup needs 0.6
// GB of memory and 2.4 GB of address space.
const maxAddressSpace = 4 << 30

// limitMemory sets a limit at which the kernel refuses memory. A page that
// allocates faster than the session checks the heap then ends the process, and
// the computer does not swap. The race detector needs more address space.
func limitMemory() error {
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: maxAddressSpace, Max: maxAddressSpace})
}
