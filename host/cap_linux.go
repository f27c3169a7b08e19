//go:build !race

package main

import "golang.org/x/sys/unix"

// maxAddresses is the address space that the process may take, in bytes. The
// heap's own limits come long before: a page of 20 MiB of dense markup needs
// 0.6 GB of memory and 2.4 GB of addresses.
const maxAddresses = 4 << 30

// capMemory makes the system refuse memory to a page that allocates faster
// than the heap is watched, so that the process ends instead of the machine
// swapping. The race detector needs far more addresses.
func capMemory() error {
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: maxAddresses, Max: maxAddresses})
}
