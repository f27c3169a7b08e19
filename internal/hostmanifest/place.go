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
// in capitals (Roots) and are written with slashes.
type Place struct {
	Browser   string    // name for --browser
	Title     string    // display name
	System    string    // linux, darwin or windows
	Packaging Packaging // of Linux only
	Family    Family

	Present   []string // folders with profiles, which exist once the browser was started
	Signs     []Sign   // of an installed program, started or not
	Dir       string   // folder of the registration
	Keys      []string // Windows: the keys below the hive whose default value is the file's path
	Shared    []string // folders of registrations for all users
	Policies  []string // folders of the administrator's policies
	PolicyKey string   // Windows: the key below either hive with the policies
	App       string   // Flatpak: the application's id
	Program   string   // Flatpak: path of the program's copy in the sandbox

	// AllUsers is a registration for all users (ForAllUsers).
	AllUsers bool

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

// RegistryKeys returns Keys with their hive.
func (p Place) RegistryKeys() []string {
	hive := `HKCU\`
	if p.AllUsers {
		hive = `HKLM\`
	}
	var keys []string
	for _, key := range p.Keys {
		keys = append(keys, hive+key)
	}
	return keys
}

// ForAllUsers returns the places of p's registration for all users. A browser in
// a sandbox has none.
func (p Place) ForAllUsers() []Place {
	var list []Place
	for _, dir := range p.Shared {
		shared := p
		shared.Dir, shared.AllUsers = dir, true
		list = append(list, shared)
	}
	return list
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
	Home    string // $HOME: the user's folder
	Config  string // $CONFIG: XDG_CONFIG_HOME or ~/.config on Linux, ~/Library/Application Support on macOS
	Local   string // $LOCAL: Windows' %LOCALAPPDATA%
	Roaming string // $ROAMING: Windows' %APPDATA%
	Common  string // $COMMON: Windows' %PROGRAMDATA%
	System  string // $ROOT: "" for the root folder; a folder in tests
}

// Expand replaces the root of path, or returns "" if that root is unknown. It
// returns a path without a root unchanged.
func (r Roots) Expand(path string) string {
	if !strings.HasPrefix(path, "$") {
		return path
	}
	root, rest, _ := strings.Cut(path, "/")
	if root == "$ROOT" {
		return r.System + "/" + rest
	}
	dir := map[string]string{"$HOME": r.Home, "$CONFIG": r.Config, "$LOCAL": r.Local, "$ROAMING": r.Roaming, "$COMMON": r.Common}[root]
	if dir == "" || rest == "" {
		return dir
	}
	separator := "/"
	if strings.Contains(dir, `\`) {
		separator = `\`
	}
	return dir + separator + strings.ReplaceAll(rest, "/", separator)
}
