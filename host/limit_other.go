//go:build !linux || race

package main

// limitMemory does nothing: the limit is implemented for Linux only.
func limitMemory() error { return nil }
