package install

import (
	"io/fs"
	"os"
	"syscall"
)

// noexec is ST_NOEXEC of statfs(2).
const noexec = 8

// mountedNoexec reports whether no program below path's file system may run.
func mountedNoexec(path string) bool {
	var s syscall.Statfs_t
	return syscall.Statfs(path, &s) == nil && s.Flags&noexec != 0
}

// Owns reports whether the current user owns the file.
func Owns(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

// Quarantined reports false: only macOS quarantines programs.
func Quarantined(string) bool { return false }
