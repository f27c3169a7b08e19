package config

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxFile is the size limit of a configuration file, in bytes.
const maxFile = 64 << 10

// readFile returns the first maxFile bytes of a configuration file. It rejects a
// file that other users can write to, and anything but a regular file.
func readFile(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || !OnlyOwnerWrites(info) {
		return nil, fmt.Errorf("%s must be a regular file that only you can write to", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile))
}

// WriteFile replaces the file at path atomically: it writes a temporary file in
// the same folder, syncs it and renames it.
func WriteFile(path string, data []byte, mode fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".pulltab-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
