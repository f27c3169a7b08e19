package install

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"pulltab/internal/config"
)

// maxRegistration is the size limit of a registration, in bytes.
const maxRegistration = 64 << 10

var (
	errNoFile   = errors.New("it is not a regular file")
	errWritable = errors.New("other users can change it")
)

// readRegistration reads the registration at path as a browser does, which follows
// links. It rejects a file that other users can change.
func readRegistration(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case !config.OnlyOwnerWrites(info):
		return nil, errWritable
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRegistration+1))
	if len(text) > maxRegistration {
		return nil, fmt.Errorf("it has more than %d bytes", maxRegistration)
	}
	return text, err
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// sameFile reports whether two paths lead to the same file.
func sameFile(a, b string) bool {
	left, err := os.Stat(a)
	if err != nil {
		return false
	}
	right, err := os.Stat(b)
	return err == nil && os.SameFile(left, right)
}
