//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// onlyOwnerWrites says whether nobody but this user or root can change the
// file behind info.
func onlyOwnerWrites(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || info.Mode().Perm()&0o022 != 0 {
		return false
	}
	return int(stat.Uid) == os.Getuid() || stat.Uid == 0
}
