package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"pulltab/internal/hostmanifest"
)

// registered is what install or uninstall did about one browser.
type registered struct {
	Browser   string `json:"browser"`
	Packaging string `json:"packaging,omitempty"`
	State     string `json:"state"` // registered, unchanged, removed, impossible or failed
	File      string `json:"file,omitempty"`
	Says      string `json:"says"`
}

// program is the path that p's browser starts.
func (m machine) programFor(p hostmanifest.Place) string {
	if p.Program != "" {
		return m.roots.Expand(p.Program)
	}
	return m.program
}

// file is the path of p's registration.
func (m machine) fileOf(p hostmanifest.Place) string { return m.roots.Expand(p.File()) }

// register makes p's browser know this program, for our extension and those
// with the further ids.
func (m machine) register(d *disk, p hostmanifest.Place, ids []string) registered {
	r := registered{Browser: p.Browser, Packaging: string(p.Packaging), File: m.fileOf(p)}
	fail := func(err error) registered {
		r.State, r.Says = "failed", err.Error()
		return r
	}
	if p.Impossible != "" {
		r.State, r.File, r.Says = "impossible", "", p.Impossible+". "+p.Instead
		return r
	}
	if r.File == "" {
		return fail(errors.New("the folder for registrations is unknown"))
	}
	changed := false
	if p.Program != "" {
		copied, err := m.copyProgram(d, m.roots.Expand(p.Program))
		if err != nil {
			return fail(err)
		}
		changed = copied
	}
	wrote, err := d.write(r.File, hostmanifest.New(p.Family, m.programFor(p), ids...).Text(), 0o644)
	if err != nil {
		return fail(err)
	}
	changed = changed || wrote
	if p.Key != "" && m.registry != nil {
		old, found, err := m.registry.Get(p.Key)
		if err != nil {
			return fail(err)
		}
		if !found || old != r.File {
			changed = true
			if err := m.registry.Set(p.Key, r.File); err != nil {
				return fail(err)
			}
		}
	}
	r.State, r.Says = "unchanged", "already registered"
	if changed {
		r.State, r.Says = "registered", "registered"
	}
	if p.Advice != "" {
		r.Says += ". " + p.Advice
	}
	return r
}

// copyProgram puts this program where a sandbox can see it.
func (m machine) copyProgram(d *disk, to string) (bool, error) {
	text, err := os.ReadFile(m.program)
	if err != nil {
		return false, fmt.Errorf("read this program: %w", err)
	}
	return d.write(to, text, 0o755)
}

// unregister undoes register.
func (m machine) unregister(d *disk, p hostmanifest.Place) registered {
	r := registered{Browser: p.Browser, Packaging: string(p.Packaging), File: m.fileOf(p), State: "unchanged", Says: "was not registered"}
	var paths []string
	if r.File != "" {
		paths = append(paths, r.File)
	}
	if p.Program != "" {
		paths = append(paths, m.roots.Expand(p.Program))
	}
	gone := false
	for _, path := range paths {
		removed, err := d.remove(path)
		if err != nil {
			r.State, r.Says = "failed", err.Error()
			return r
		}
		gone = gone || removed
	}
	if p.Key != "" && m.registry != nil {
		_, found, err := m.registry.Get(p.Key)
		if err == nil && found {
			gone, err = true, m.registry.Delete(p.Key)
		}
		if err != nil {
			r.State, r.Says = "failed", err.Error()
			return r
		}
	}
	if gone {
		r.State, r.Says = "removed", "removed"
	}
	return r
}

// allowCallers adds ids to the configuration that the host reads, since it
// checks its caller itself, and returns all that are there: what was allowed
// once stays allowed when a registration is written anew.
func (m machine) allowCallers(d *disk, ids []string) ([]string, error) {
	path := filepath.Join(m.config, callersFile)
	known, err := readCallers(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	before := len(known)
	for _, id := range ids {
		if !slices.Contains(known, id) {
			known = append(known, id)
		}
	}
	if len(known) == before {
		return known, nil
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if err := e.Encode(callersConfig{known}); err != nil {
		return nil, err
	}
	_, err = d.write(path, text.Bytes(), 0o600)
	return known, err
}
