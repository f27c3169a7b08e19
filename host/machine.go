package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"pulltab/internal/hostmanifest"
)

// machine is what registration knows of the computer. Tests make their own.
type machine struct {
	system   string // a GOOS
	roots    hostmanifest.Roots
	config   string // this program's own folder, for host.json and installed.json
	program  string // absolute path of this program
	registry registry
}

// registry is where Windows keeps registrations: the default values of keys
// below HKEY_CURRENT_USER. It is nil on other systems.
type registry interface {
	Get(key string) (value string, found bool, err error)
	Set(key, value string) error
	Delete(key string) error // no error if there is none
}

// thisMachine describes the computer that the program runs on.
func thisMachine() (machine, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return machine{}, fmt.Errorf("find your home folder: %w", err)
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return machine{}, fmt.Errorf("find your configuration folder: %w", err)
	}
	program, err := os.Executable()
	if err != nil {
		return machine{}, fmt.Errorf("find this program: %w", err)
	}
	return machine{
		system:   runtime.GOOS,
		roots:    hostmanifest.Roots{Home: home, Config: config, Local: os.Getenv("LOCALAPPDATA"), Roaming: os.Getenv("APPDATA")},
		config:   configDir(),
		program:  program,
		registry: systemRegistry(),
	}, nil
}

// errNoStay says that the program is about to vanish.
var errNoStay = errors.New("this program was built for one run only; build it with make build and install from there")

// stays says whether the program's path is one to register: go run deletes
// what it built.
func (m machine) stays() error {
	if strings.Contains(m.program, string(filepath.Separator)+"go-build") {
		return errNoStay
	}
	return nil
}

// present says whether p's browser is on this computer.
func (m machine) present(p hostmanifest.Place) bool {
	for _, dir := range p.Present {
		path := m.roots.Expand(dir)
		if info, err := os.Stat(path); path != "" && err == nil && info.IsDir() {
			return true
		}
	}
	return false
}

// choose returns the places of the browsers named, or of all that are on this
// computer.
func (m machine) choose(browsers []string) ([]hostmanifest.Place, error) {
	var found []hostmanifest.Place
	known := hostmanifest.Places(m.system)
	for _, p := range known {
		if m.present(p) && (len(browsers) == 0 || slices.Contains(browsers, p.Browser)) {
			found = append(found, p)
		}
	}
	for _, name := range browsers {
		isNamed := func(p hostmanifest.Place) bool { return p.Browser == name }
		switch {
		case !slices.ContainsFunc(known, isNamed):
			return nil, usageError{fmt.Errorf("no browser is called %q; known are %s", name, strings.Join(browserNames(known), ", "))}
		case !slices.ContainsFunc(found, isNamed):
			return nil, fmt.Errorf("%s is not on this computer; --dir names a folder yourself", name)
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
