package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// takeStdout returns standard output, for frames only. The standard output handle
// and os.Stdout then refer to standard error, which may be invalid.
func takeStdout() (*os.File, error) {
	stderr, err := windows.GetStdHandle(windows.STD_ERROR_HANDLE)
	if err != nil {
		stderr = 0
	}
	if err := windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, stderr); err != nil {
		return nil, fmt.Errorf("point standard output at standard error: %w", err)
	}
	frames := os.Stdout
	os.Stdout = os.Stderr
	return frames, nil
}
