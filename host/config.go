package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// configDir returns where this program's configuration lives, or "" where the
// environment names no such place.
func configDir() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "pulltab")
}

// maxConfigFile is far more than any configuration needs, in bytes.
const maxConfigFile = 64 << 10

// readConfig returns the content of a configuration file. It refuses one that
// others could have written.
func readConfig(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || !onlyOwnerWrites(info) {
		return nil, fmt.Errorf("%s is not a plain file that only you can write", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxConfigFile))
}
