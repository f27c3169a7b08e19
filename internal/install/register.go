package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"pulltab/internal/config"
	"pulltab/internal/hostmanifest"
)

// Result is the result of registering or unregistering with one browser.
type Result struct {
	Browser   string `json:"browser"`
	Packaging string `json:"packaging,omitempty"`
	State     string `json:"state"` // registered, unchanged, removed, impossible or failed
	File      string `json:"file,omitempty"`
	Says      string `json:"says"`
}

// Registration is a registration that Install would write.
type Registration struct {
	Browser  string                `json:"browser"`
	File     string                `json:"file"`
	Keys     []string              `json:"keys,omitempty"`
	Manifest hostmanifest.Manifest `json:"manifest"`
}

// programOf returns the path of the program that p's browser starts.
func (m Machine) programOf(p hostmanifest.Place) string {
	if p.Program != "" {
		return m.Roots.Expand(p.Program)
	}
	return m.Program
}

// fileOf returns the path of p's registration.
func (m Machine) fileOf(p hostmanifest.Place) string { return m.Roots.Expand(p.File()) }

// Registrations returns the registrations that Install would write.
func (m Machine) Registrations(places []hostmanifest.Place, ids []string) []Registration {
	list := []Registration{}
	for _, p := range places {
		if p.Impossible == "" {
			list = append(list, Registration{p.Browser, m.fileOf(p), p.RegistryKeys(), hostmanifest.New(p.Family, m.programOf(p), ids...)})
		}
	}
	return list
}

// Install registers this program with the browsers at places, for the released
// extension and development builds with the ids given.
func (m Machine) Install(places []hostmanifest.Place, ids []string) ([]Result, error) {
	d, err := m.open()
	if err != nil {
		return nil, err
	}
	if !m.AllUsers {
		if ids, err = m.allowCallers(d, ids); err != nil {
			return nil, err
		}
	}
	var results []Result
	for _, p := range places {
		results = append(results, m.register(d, p, ids))
	}
	return results, d.save()
}

// Uninstall removes the registrations of places and, with all, everything else
// that Install has created. It returns those that existed.
func (m Machine) Uninstall(places []hostmanifest.Place, all bool) ([]Result, error) {
	d, err := m.open()
	if err != nil {
		return nil, err
	}
	var results []Result
	for _, p := range places {
		if r := m.unregister(d, p); r.State != "unchanged" {
			results = append(results, r)
		}
	}
	if all {
		return results, d.removeCreated()
	}
	return results, nil
}

// register registers this program with p's browser.
func (m Machine) register(d *files, p hostmanifest.Place, ids []string) Result {
	r := Result{Browser: p.Browser, Packaging: string(p.Packaging), File: m.fileOf(p)}
	if p.Impossible != "" {
		r.State, r.File, r.Says = "impossible", "", p.Impossible+". "+p.Instead
		return r
	}
	if by := m.registeredBy(p, ids); by != "" {
		r.State, r.Says = "unchanged", by
		return r
	}
	changed, err := m.writeRegistration(d, p, ids)
	switch {
	case err != nil:
		r.State, r.Says = "failed", err.Error()
		return r
	case changed:
		r.State, r.Says = "registered", "registered"
	default:
		r.State, r.Says = "unchanged", "already registered"
	}
	if p.Advice != "" {
		r.Says += ". " + p.Advice
	}
	return r
}

// writeRegistration writes p's registration and, in a sandbox, a copy of the
// program. It reports whether that changed anything.
func (m Machine) writeRegistration(d *files, p hostmanifest.Place, ids []string) (changed bool, err error) {
	file := m.fileOf(p)
	if file == "" {
		return false, errors.New("the folder for registrations is unknown")
	}
	if p.Program != "" {
		if changed, err = m.copyProgram(d, m.Roots.Expand(p.Program)); err != nil {
			return false, err
		}
	}
	written, err := d.write(file, hostmanifest.New(p.Family, m.programOf(p), ids...).Text(), 0o644)
	if err != nil {
		return false, err
	}
	changed = changed || written
	if m.Registry == nil {
		return changed, nil
	}
	for _, key := range p.RegistryKeys() {
		old, found, err := m.Registry.Get(key)
		if err != nil {
			return changed, err
		}
		if found && old == file {
			continue
		}
		if err := m.Registry.Set(key, file); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// registeredBy returns how another registration serves p's browser: a
// link, as Nix and Guix make them, or one for all users that names this program;
// "" if Install has to write one.
func (m Machine) registeredBy(p hostmanifest.Place, ids []string) string {
	file := m.fileOf(p)
	serves := func(file string) (hostmanifest.Manifest, bool) {
		text, err := readRegistration(file)
		if err != nil {
			return hostmanifest.Manifest{}, false
		}
		manifest, err := hostmanifest.Read(p.Family, text)
		return manifest, err == nil && isProgram(manifest.Path)
	}
	if isLink(file) || isLink(filepath.Dir(file)) {
		if manifest, ok := serves(file); ok {
			return "already registered by a link, for " + manifest.Path
		}
		return ""
	}
	if p.AllUsers || p.Program != "" || len(ids) > 0 || len(p.Keys) > 0 || exists(file) {
		return ""
	}
	for _, shared := range p.ForAllUsers() {
		if manifest, ok := serves(m.fileOf(shared)); ok && sameFile(manifest.Path, m.Program) {
			return "already registered for all users"
		}
	}
	return ""
}

// copyProgram copies this program into a sandbox.
func (m Machine) copyProgram(d *files, to string) (bool, error) {
	text, err := os.ReadFile(m.Program)
	if err != nil {
		return false, fmt.Errorf("read this program: %w", err)
	}
	return d.write(to, text, 0o755)
}

// unregister removes p's registration and, in a sandbox, the copy of the
// program.
func (m Machine) unregister(d *files, p hostmanifest.Place) Result {
	r := Result{Browser: p.Browser, Packaging: string(p.Packaging), File: m.fileOf(p)}
	removed, err := m.removeRegistration(d, p)
	switch {
	case err != nil:
		r.State, r.Says = "failed", err.Error()
	case removed:
		r.State, r.Says = "removed", "removed"
	default:
		r.State, r.Says = "unchanged", "was not registered"
	}
	return r
}

func (m Machine) removeRegistration(d *files, p hostmanifest.Place) (removed bool, err error) {
	for _, path := range []string{m.fileOf(p), m.Roots.Expand(p.Program)} {
		if path == "" {
			continue
		}
		existed, err := d.remove(path)
		if err != nil {
			return removed, err
		}
		removed = removed || existed
	}
	if m.Registry == nil {
		return removed, nil
	}
	for _, key := range p.RegistryKeys() {
		_, found, err := m.Registry.Get(key)
		if err != nil {
			return removed, err
		}
		if !found {
			continue
		}
		if err := m.Registry.Delete(key); err != nil {
			return removed, err
		}
		removed = true
	}
	return removed, nil
}

// allowCallers adds ids to the extensions that the host accepts, and returns all
// of them: registrations keep the ids of earlier installs.
func (m Machine) allowCallers(d *files, ids []string) ([]string, error) {
	if m.Folders.Config == "" {
		return nil, config.ErrNoConfig
	}
	known, err := m.Folders.DevelopmentCallers()
	if err != nil {
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
	text, err := config.EncodeCallers(known)
	if err != nil {
		return nil, err
	}
	_, err = d.write(filepath.Join(m.Folders.Config, config.CallersFile), text, 0o600)
	return known, err
}
