package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/config"
	"pulltab/internal/hostmanifest"
)

// Machine describes the computer on which the host is registered.
type Machine struct {
	System   string // a GOOS
	Roots    hostmanifest.Roots
	Folders  config.Folders
	Program  string // absolute path of this program
	Version  string // of this program
	Registry Registry
}

// Registry stores registrations on Windows: default values of keys below
// HKEY_CURRENT_USER. It is nil on other systems.
type Registry interface {
	Get(key string) (value string, found bool, err error)
	Set(key, value string) error
	Delete(key string) error // a missing key is no error
}

// errTemporary means that the program's file will be deleted.
var errTemporary = errors.New("go run deletes this program after it has run; build it with make build and install from there")

// CheckProgram rejects a program that go run has built, since it deletes that.
func (m Machine) CheckProgram() error {
	if strings.Contains(m.Program, string(filepath.Separator)+"go-build") {
		return errTemporary
	}
	return nil
}

// present reports whether p's browser is installed.
func (m Machine) present(p hostmanifest.Place) bool {
	for _, dir := range p.Present {
		path := m.Roots.Expand(dir)
		if info, err := os.Stat(path); path != "" && err == nil && info.IsDir() {
			return true
		}
	}
	return false
}

// UnknownBrowserError means that no browser has the name given.
type UnknownBrowserError struct {
	Name  string
	Known []string
}

// Error lists the known names.
func (e *UnknownBrowserError) Error() string {
	return fmt.Sprintf("unknown browser %q; known are %s", e.Name, strings.Join(e.Known, ", "))
}

// Choose returns the installed browsers with the names given, or all installed
// browsers. It fails with an *UnknownBrowserError for an unknown name.
func (m Machine) Choose(names []string) ([]hostmanifest.Place, error) {
	var found []hostmanifest.Place
	known := hostmanifest.Places(m.System)
	for _, p := range known {
		if m.present(p) && (len(names) == 0 || slices.Contains(names, p.Browser)) {
			found = append(found, p)
		}
	}
	for _, name := range names {
		hasName := func(p hostmanifest.Place) bool { return p.Browser == name }
		switch {
		case !slices.ContainsFunc(known, hasName):
			return nil, &UnknownBrowserError{name, browserNames(known)}
		case !slices.ContainsFunc(found, hasName):
			return nil, fmt.Errorf("%s is not installed on this computer; specify its folder with --dir", name)
		}
	}
	return found, nil
}

func browserNames(places []hostmanifest.Place) []string {
	var names []string
	for _, p := range places {
		if !slices.Contains(names, p.Browser) {
			names = append(names, p.Browser)
		}
	}
	return names
}
