package install

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"pulltab/internal/hostmanifest"
)

// sees reports whether a sign of an installed browser exists.
func (m Machine) sees(s hostmanifest.Sign) bool {
	switch s.Kind {
	case hostmanifest.File:
		path := m.Roots.Expand(s.Name)
		return path != "" && exists(path)
	case hostmanifest.Path:
		for _, dir := range m.Path {
			// A snap's program is a sign of the snap alone.
			if filepath.IsAbs(dir) && !strings.HasPrefix(dir, "/snap/") && isProgram(filepath.Join(dir, s.Name)) {
				return true
			}
		}
	case hostmanifest.Desktop:
		for _, dir := range m.Menus {
			if exists(filepath.Join(dir, "applications", s.Name+".desktop")) {
				return true
			}
		}
	case hostmanifest.Bundle:
		return exists(m.Roots.Expand("$ROOT/Applications/"+s.Name+".app")) || exists(m.Roots.Expand("$HOME/Applications/"+s.Name+".app"))
	case hostmanifest.Client:
		return m.hasKey(`Clients\StartMenuInternet`, func(key string) bool { return strings.HasPrefix(key, s.Name) })
	case hostmanifest.AppPath:
		return m.hasKey(`Microsoft\Windows\CurrentVersion\App Paths`, func(key string) bool { return strings.EqualFold(key, s.Name+".exe") })
	}
	return false
}

// hasKey reports whether a key below Software\parent, of either hive and in the
// view of programs of either word size, fits.
func (m Machine) hasKey(parent string, fits func(string) bool) bool {
	if m.Registry == nil {
		return false
	}
	for _, software := range []string{`HKCU\Software\`, `HKLM\Software\`, `HKLM\Software\WOW6432Node\`} {
		for _, key := range m.Registry.Subkeys(software + parent) {
			if fits(key) {
				return true
			}
		}
	}
	return false
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && executable(info)
}

// executable reports whether the file's mode lets it run; Windows has no such
// mode.
func executable(info fs.FileInfo) bool {
	return runtime.GOOS == "windows" || info.Mode()&0o111 != 0
}
