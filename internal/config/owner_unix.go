//go:build unix

package config

import (
	"io/fs"
	"os"
	"syscall"
)

// OnlyOwnerWrites reports whether only the current user or root can write to the
// file that info describes.
func OnlyOwnerWrites(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || info.Mode().Perm()&0o022 != 0 {
		return false
	}
	return int(stat.Uid) == os.Getuid() || stat.Uid == 0
}
