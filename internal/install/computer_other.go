//go:build !linux && !darwin

package install

import "io/fs"

func mountedNoexec(string) bool { return false }

// Owns reports true: Windows has no owner in the sense of Unix.
func Owns(fs.FileInfo) bool { return true }

// Quarantined reports false: only macOS quarantines programs.
func Quarantined(string) bool { return false }
