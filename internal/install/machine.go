package install

import (
	"errors"
	"fmt"
	"io/fs"
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
	Program  string // absolute path of this program, stable if possible (StableProgram)
	Version  string // of this program
	Registry Registry
	Path     []string // folders of PATH
	Menus    []string // Linux: folders with entries of the menu
	AllUsers bool     // registrations are for all users

	Owns        func(fs.FileInfo) bool // whether the user owns a file; nil for always
	Quarantined func(path string) bool // whether macOS refuses to start a program; nil for never
}

// Registry stores registrations on Windows: default values of keys, which begin
// with HKCU\ or HKLM\. It is nil on other systems.
type Registry interface {
	Get(key string) (value string, found bool, err error)
	Set(key, value string) error
	Delete(key string) error             // a missing key is no error
	Subkeys(key string) []string         // names; none if the key cannot be read
	Values(key string) map[string]string // texts, and numbers in decimal; none if the key cannot be read
}

// errTemporary means that the program's file will be deleted.
var errTemporary = errors.New("go run deletes this program after it has run; build it with make build and install from there")

// CheckProgram rejects a program that go run has built, since it deletes that,
// and for all users one in a user's folder, which others cannot start.
func (m Machine) CheckProgram() error {
	if strings.Contains(m.Program, string(filepath.Separator)+"go-build") {
		return errTemporary
	}
	if m.AllUsers && m.Roots.Home != "" && strings.HasPrefix(m.Program, m.Roots.Home+string(filepath.Separator)) {
		return fmt.Errorf("other users cannot start %s; copy the program to a folder for all users, and run that copy", m.Program)
	}
	return nil
}

// recordFolder is the folder of the install record.
func (m Machine) recordFolder() string {
	switch {
	case !m.AllUsers:
		return m.Folders.Config
	case m.System == "windows":
		return m.Roots.Expand("$COMMON/Pulltab")
	case m.System == "darwin":
		return m.Roots.Expand("$ROOT/Library/Application Support/Pulltab")
	}
	return m.Roots.Expand("$ROOT/var/lib/pulltab")
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
		if p.Installed(m.sees) && (len(names) == 0 || slices.Contains(names, p.Browser)) {
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
	return m.scoped(found), nil
}

// All returns every known browser's place.
func (m Machine) All() []hostmanifest.Place { return m.scoped(hostmanifest.Places(m.System)) }

// scoped returns the places for all users instead of those of places, if m is for
// all users.
func (m Machine) scoped(places []hostmanifest.Place) []hostmanifest.Place {
	if !m.AllUsers {
		return places
	}
	var shared []hostmanifest.Place
	for _, p := range places {
		shared = append(shared, p.ForAllUsers()...)
	}
	return shared
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
