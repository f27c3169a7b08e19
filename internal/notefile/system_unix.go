//go:build unix

package notefile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

// noLinks reports whether the file system has no hard links, as on USB sticks and
// some network folders.
func noLinks(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EMLINK)
}

// lockTime limits the wait for another program that writes to the folder.
const lockTime = 10 * time.Second

// lock keeps other processes of this program out of the folder until unlock. A file
// system without locks has none.
func (f *Folder) lock() (unlock func(), err error) {
	dir, err := f.root.Open(".")
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(lockTime); ; time.Sleep(5 * time.Millisecond) {
		err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return func() { dir.Close() }, nil
		}
		if time.Now().After(end) {
			dir.Close()
			return nil, &Error{Busy, errors.New("another program holds the folder")}
		}
	}
}

// syncFolder makes a new name in the folder durable.
func syncFolder(dir *os.File) error {
	err := dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil // the file system cannot
	}
	return err
}

// retry calls f.
func retry(f func() error) error { return f() }
