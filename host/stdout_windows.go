package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// takeStdout returns standard output for frames only. Whatever else asks for
// it from now on gets standard error, which may be no file at all.
func takeStdout() (*os.File, error) {
	private, err := windows.GetStdHandle(windows.STD_OUTPUT_HANDLE)
	if err != nil {
		return nil, fmt.Errorf("keep standard output: %w", err)
	}
	stderr, err := windows.GetStdHandle(windows.STD_ERROR_HANDLE)
	if err != nil {
		stderr = 0
	}
	if err := windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, stderr); err != nil {
		return nil, fmt.Errorf("point standard output at standard error: %w", err)
	}
	os.Stdout = os.Stderr
	return os.NewFile(uintptr(private), "frames"), nil
}
