package notefile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// Error numbers of Windows.
const (
	sharingViolation = syscall.Errno(32)
	handleDiskFull   = syscall.Errno(39)
	diskFull         = syscall.Errno(112)
	writeProtect     = syscall.Errno(19)
	invalidFunction  = syscall.Errno(1)
	notSupported     = syscall.Errno(50)
)

func isFull(err error) bool { return errors.Is(err, diskFull) || errors.Is(err, handleDiskFull) }

func isReadOnly(err error) bool { return errors.Is(err, writeProtect) }

func noLinks(err error) bool { return errors.Is(err, invalidFunction) || errors.Is(err, notSupported) }

// lock does nothing: new notes never replace a file, and an update compares the
// note right before it replaces it.
func (f *Folder) lock() (unlock func(), err error) { return func() {}, nil }

// syncFolder does nothing: NTFS keeps names in its journal.
func syncFolder(*os.File) error { return nil }

// retry repeats f for two seconds while another program has the file open.
func retry(f func() error) error {
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		err := f()
		if err == nil || time.Now().After(end) || !errors.Is(err, sharingViolation) && !errors.Is(err, syscall.ERROR_ACCESS_DENIED) {
			return err
		}
	}
}
