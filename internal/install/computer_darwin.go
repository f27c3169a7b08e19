package install

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func mountedNoexec(string) bool { return false }

// Owns reports whether the current user owns the file.
func Owns(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

// Quarantined reports whether macOS refuses to start the program because it was
// downloaded.
func Quarantined(path string) bool {
	size, err := unix.Getxattr(path, "com.apple.quarantine", nil)
	return err == nil && size > 0
}
