package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/hostmanifest"
)

// callers are the extensions that may use this host: those compiled in, and
// those that the user's own configuration names for development.
type callers []string

// allow says whether caller, as a browser passes it, is one of them.
func (c callers) allow(caller string) bool {
	id := strings.TrimSuffix(strings.TrimPrefix(caller, chromiumScheme), "/")
	return slices.Contains(c, id)
}

// knownCallers returns the compiled-in extensions and those of the
// configuration in dir, which may be empty or missing. A configuration that
// others could have written is an error and adds nobody.
func knownCallers(dir string) (callers, error) {
	known := callers{hostmanifest.ChromiumID, hostmanifest.FirefoxID}
	if dir == "" {
		return known, nil
	}
	extra, err := readCallers(filepath.Join(dir, callersFile))
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return known, err
	}
	return append(known, extra...), nil
}

// callersFile holds further extension ids: {"extensions":["…"]}.
const callersFile = "host.json"

// maxCallersFile is far more than a list of ids needs, in bytes.
const maxCallersFile = 64 << 10

type callersConfig struct {
	Extensions []string `json:"extensions"`
}

func readCallers(path string) ([]string, error) {
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
	var config callersConfig
	if err := json.NewDecoder(io.LimitReader(f, maxCallersFile)).Decode(&config); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return config.Extensions, nil
}

// configDir returns where this program's configuration lives, or "" where the
// environment names no such place.
func configDir() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "pulltab")
}
