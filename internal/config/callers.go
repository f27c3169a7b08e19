package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/hostmanifest"
)

// Callers lists the ids of the extensions that may use this host.
type Callers []string

// Allow reports whether the list contains caller, in the form in which a browser
// passes it: an origin (Chromium) or an id (Firefox).
func (c Callers) Allow(caller string) bool {
	id := strings.TrimSuffix(strings.TrimPrefix(caller, hostmanifest.ChromiumScheme), "/")
	return slices.Contains(c, id)
}

// Callers returns the released extensions and those of CallersFile. With an
// error, it returns the released ones only.
func (f Folders) Callers() (Callers, error) {
	known := Callers(append(hostmanifest.Released(hostmanifest.Chromium), hostmanifest.Released(hostmanifest.Gecko)...))
	if f.Config == "" {
		return known, nil
	}
	more, err := f.DevelopmentCallers()
	return append(known, more...), err
}

// CallersFile, in the configuration folder, lists ids of development builds:
// {"extensions":["…"]}.
const CallersFile = "host.json"

type callersConfig struct {
	Extensions []string `json:"extensions"`
}

// DevelopmentCallers reads CallersFile. A missing file is empty.
func (f Folders) DevelopmentCallers() ([]string, error) {
	path := filepath.Join(f.Config, CallersFile)
	text, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var config callersConfig
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return config.Extensions, nil
}

// EncodeCallers returns the content of CallersFile.
func EncodeCallers(ids []string) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	err := e.Encode(callersConfig{ids})
	return text.Bytes(), err
}
