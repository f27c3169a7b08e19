//go:build unix

package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// takeStdout returns standard output, for frames only. File descriptor 1 then
// refers to standard error, so that stray output cannot break the connection.
// os.Stdout stays unchanged: without a reference to it the runtime would close
// file descriptor 1, and the next file opened would get that number.
func takeStdout() (*os.File, error) {
	private, err := unix.FcntlInt(uintptr(unix.Stdout), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("keep standard output: %w", err)
	}
	if err := redirect(unix.Stderr, unix.Stdout); err != nil {
		return nil, fmt.Errorf("point standard output at standard error: %w", err)
	}
	return os.NewFile(uintptr(private), "frames"), nil
}
