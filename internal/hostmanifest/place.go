package hostmanifest

import (
	"fmt"
	"strings"
)

// Packaging is how a browser came onto the computer, as far as it decides
// where and whether it finds a host.
type Packaging string

// The packagings.
const (
	Native  Packaging = "" // an installer or the system's packages
	Flatpak Packaging = "flatpak"
	Snap    Packaging = "snap"
)

// Place is one browser on one system in one packaging. Paths begin with a root
// in capitals, $HOME, $CONFIG, $LOCAL or $ROAMING, and are written with slashes.
type Place struct {
	Browser   string    // the name that --browser takes
	Title     string    // the name that people know
	System    string    // linux, darwin or windows
	Packaging Packaging // of Linux only
	Family    Family

	Present []string // the browser is there if one of these folders is
	Dir     string   // where the file goes
	Key     string   // Windows: the key below HKEY_CURRENT_USER whose default value is the file's path
	Policy  string   // folder of the administrator's policies, "" if none is known
	App     string   // Flatpak: the application's id
	Program string   // Flatpak: where in the sandbox the program's copy goes

	// Impossible says why this browser cannot start a host at all, and Instead
	// what to do about it; Advice is what else people should know.
	Impossible, Instead, Advice string
}

// File is the registration's path, before Expand.
func (p Place) File() string {
	if p.System == "windows" {
		return p.Dir + "/" + HostName + "." + string(p.Family) + ".json"
	}
	return p.Dir + "/" + HostName + ".json"
}

// Name is how messages call the browser.
func (p Place) Name() string {
	if p.Packaging == Native {
		return p.Title
	}
	return fmt.Sprintf("%s (%s)", p.Title, p.Packaging)
}

// Roots are the folders that paths begin with.
type Roots struct {
	Home    string // the user's folder
	Config  string // XDG_CONFIG_HOME or ~/.config on Linux, ~/Library/Application Support on macOS
	Local   string // Windows: %LOCALAPPDATA%
	Roaming string // Windows: %APPDATA%
}

// Expand returns path with its root filled in, or "" if that root is unknown.
// A path without a root stays as it is.
func (r Roots) Expand(path string) string {
	if !strings.HasPrefix(path, "$") {
		return path
	}
	root, rest, _ := strings.Cut(path, "/")
	dir := map[string]string{"$HOME": r.Home, "$CONFIG": r.Config, "$LOCAL": r.Local, "$ROAMING": r.Roaming}[root]
	if dir == "" || rest == "" {
		return dir
	}
	separator := "/"
	if strings.Contains(dir, `\`) {
		separator = `\`
	}
	return dir + separator + strings.ReplaceAll(rest, "/", separator)
}
