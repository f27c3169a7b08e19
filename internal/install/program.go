package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// versioned reports whether a package manager gives the program another path in
// each version, and removes the old one: Homebrew, Nix, Guix, Scoop, winget, mise
// and asdf.
func versioned(program string) bool {
	parts := pathParts(program)
	for i, part := range parts {
		next := func(n int) string {
			if i+n < len(parts) {
				return parts[i+n]
			}
			return ""
		}
		switch {
		case part == "Cellar", part == "store" && i > 0 && (parts[i-1] == "nix" || parts[i-1] == "gnu"):
			return true
		case strings.EqualFold(part, "scoop") && next(1) == "apps" && next(3) != "" && next(3) != "current":
			return true
		case strings.EqualFold(part, "WinGet") && next(1) == "Packages":
			return true
		case part == "installs" && i > 0 && slices.Contains([]string{"mise", ".asdf", "asdf"}, parts[i-1]):
			return true
		}
	}
	return false
}

func pathParts(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
}

// StableProgram returns the path by which program stays reachable when it is
// upgraded: a link of its package manager if its own path belongs to one version,
// else program. path are the folders of PATH.
func StableProgram(program string, path []string) string {
	if !versioned(program) {
		return program
	}
	own, err := os.Stat(program)
	if err != nil {
		return program
	}
	for _, candidate := range stableCandidates(program, path) {
		info, err := os.Stat(candidate)
		if err == nil && os.SameFile(info, own) && filepath.IsAbs(candidate) && !versioned(candidate) {
			return candidate
		}
	}
	return program
}

// stableCandidates returns the links that package managers make: Scoop's folder
// "current", Homebrew's prefix/bin, and programs in PATH.
func stableCandidates(program string, path []string) []string {
	var candidates []string
	separator := string(filepath.Separator)
	if before, after, ok := strings.Cut(program, separator+"apps"+separator); ok {
		if parts := strings.SplitN(after, separator, 3); len(parts) == 3 {
			candidates = append(candidates, filepath.Join(before, "apps", parts[0], "current", parts[2]))
		}
	}
	if prefix, _, ok := strings.Cut(program, separator+"Cellar"+separator); ok {
		candidates = append(candidates, filepath.Join(prefix, "bin", filepath.Base(program)))
	}
	for _, dir := range path {
		candidates = append(candidates, filepath.Join(dir, filepath.Base(program)))
	}
	return candidates
}

// Versioned reports whether the registered path belongs to one version of the
// program.
func (m Machine) Versioned() bool { return versioned(m.Program) }

// packaged are folders whose files belong to a package manager.
var packaged = []string{"/usr/bin/", "/bin/", "/usr/sbin/", "/nix/", "/gnu/", "/snap/", "/opt/homebrew/", "/home/linuxbrew/"}

// RemoveProgram deletes this program, and returns the path to which it was moved, or
// "": Windows moves a running program but does not delete it. It fails for a program that
// belongs to a package.
func (m Machine) RemoveProgram() (left string, err error) {
	for _, dir := range packaged {
		if strings.HasPrefix(m.Program, m.Roots.System+dir) {
			return "", &PackagedError{m.Program}
		}
	}
	if m.Versioned() || slices.Contains(pathParts(m.Program), "scoop") {
		return "", &PackagedError{m.Program}
	}
	if m.System == "windows" {
		left = filepath.Join(os.TempDir(), "pulltab-removed.exe")
		return left, os.Rename(m.Program, left)
	}
	return "", os.Remove(m.Program)
}

// PackagedError means that the program belongs to a package, which removes it.
type PackagedError struct{ Program string }

// Error names the remedy.
func (e *PackagedError) Error() string {
	return e.Program + " belongs to a package; remove it with the program that installed it, for example: apt remove pulltab"
}
