package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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

type callersConfig struct {
	Extensions []string `json:"extensions"`
}

func readCallers(path string) ([]string, error) {
	text, err := readConfig(path)
	if err != nil {
		return nil, err
	}
	var config callersConfig
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return config.Extensions, nil
}
