package hostmanifest

import (
	"fmt"
	"strings"
)

// Packaging is the kind of package that a browser was installed from.
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
	Browser   string    // name for --browser
	Title     string    // display name
	System    string    // linux, darwin or windows
	Packaging Packaging // of Linux only
	Family    Family

	Present []string // the browser is installed if one of these folders exists
	Dir     string   // folder of the registration
	Key     string   // Windows: the key below HKEY_CURRENT_USER whose default value is the file's path
	Policy  string   // folder of the administrator's policies, "" if none is known
	App     string   // Flatpak: the application's id
	Program string   // Flatpak: path of the program's copy in the sandbox

	// Impossible is the reason why this browser cannot start a host, and Instead an
	// alternative; Advice is further information for the user.
	Impossible, Instead, Advice string
}

// File is the registration's path, before Expand.
func (p Place) File() string {
	if p.System == "windows" {
		return p.Dir + "/" + HostName + "." + string(p.Family) + ".json"
	}
	return p.Dir + "/" + HostName + ".json"
}

// Name returns the browser's name in messages.
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

// Expand replaces the root of path, or returns "" if that root is unknown. It
// returns a path without a root unchanged.
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
