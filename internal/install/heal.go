package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pulltab/internal/config"
	"pulltab/internal/hostmanifest"
)

// Heal points registrations to this program whose program is gone, for example
// after an upgrade that moved it, and returns their files. It changes only files
// that the user's record lists; registrations for all users, links, files that
// others own, working registrations and those inside a sandbox stay as they are.
func (m Machine) Heal() ([]string, error) {
	m.AllUsers = false
	if m.Folders.Config == "" || m.CheckProgram() != nil || !isProgram(m.Program) {
		return nil, nil
	}
	d, err := openFiles(m.Folders.Config)
	if err != nil {
		return nil, err
	}
	var healed []string
	for _, file := range d.record.Created {
		manifest, stale := m.stale(file)
		if !stale {
			continue
		}
		manifest.Path = m.Program
		if _, err := d.write(file, manifest.Text(), 0o644); err != nil {
			return healed, err
		}
		healed = append(healed, file)
	}
	return healed, nil
}

// stale reports whether file is a registration whose program is gone, and returns
// it.
func (m Machine) stale(file string) (manifest hostmanifest.Manifest, stale bool) {
	name := filepath.Base(file)
	sandboxed := strings.Contains(filepath.ToSlash(file), "/.var/app/")
	if !strings.HasPrefix(name, hostmanifest.HostName) || !strings.HasSuffix(name, ".json") || sandboxed {
		return manifest, false
	}
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || !config.OnlyOwnerWrites(info) {
		return manifest, false
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return manifest, false
	}
	for _, family := range []hostmanifest.Family{hostmanifest.Chromium, hostmanifest.Gecko} {
		manifest, err = hostmanifest.Read(family, text)
		if err == nil {
			_, err = os.Stat(manifest.Path)
			return manifest, filepath.IsAbs(manifest.Path) && errors.Is(err, fs.ErrNotExist)
		}
	}
	return manifest, false
}
