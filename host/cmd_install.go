package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"pulltab/internal/hostmanifest"
	"pulltab/internal/install"
)

// installCommand registers the program with browsers.
type installCommand struct {
	Browser     []string `placeholder:"NAME" help:"Only this browser; may be repeated. The default is all installed browsers."`
	ExtensionID []string `name:"extension-id" placeholder:"ID" help:"Also allow this extension, for development; may be repeated."`
	System      bool     `help:"Register for all users of this computer; needs an administrator."`
	Print       bool     `help:"Print the registrations instead of writing them."`
	Dir         string   `placeholder:"DIR" help:"Write to this folder, in the form that --browser requires."`
	JSON        bool     `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (installCommand) Help() string {
	return `Examples:

  pulltab install

  pulltab install --browser firefox --print

  sudo pulltab install --system

  pulltab install --browser chromium --dir PROFILE/NativeMessagingHosts`
}

// Run registers the program and prints a result for each browser.
func (c installCommand) Run(std streams) error {
	for _, id := range c.ExtensionID {
		if hostmanifest.FamilyOf(id) == "" {
			return usageError{fmt.Errorf("--extension-id: %q is not an extension id", id)}
		}
	}
	if c.System && (c.Dir != "" || len(c.ExtensionID) > 0) {
		return usageError{errors.New("--system has no --dir and no --extension-id")}
	}
	m, err := thisMachine()
	if err != nil {
		return err
	}
	m.AllUsers = c.System
	places, err := c.places(m)
	if err != nil {
		return err
	}
	if c.Print {
		return printRegistrations(std.out, m.Registrations(places, c.ExtensionID), c.JSON)
	}
	if err := m.CheckProgram(); err != nil {
		return err
	}
	results, err := m.Install(places, c.ExtensionID)
	if err != nil {
		return err
	}
	if m.Versioned() {
		fmt.Fprintf(std.err, "pulltab: %s belongs to this version; run pulltab install again after an upgrade\n", m.Program)
	}
	if sudoUser := os.Getenv("SUDO_USER"); sudoUser != "" && !c.System {
		fmt.Fprintf(std.err, "pulltab: registered for the administrator, not for %s; run pulltab install without sudo, or with --system for all users\n", sudoUser)
	}
	return printResults(std, results, c.JSON)
}

// places returns the browsers to register with.
func (c installCommand) places(m install.Machine) ([]hostmanifest.Place, error) {
	if c.Dir == "" {
		return m.Choose(c.Browser)
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return nil, err
	}
	if strings.Contains(dir, "TorBrowser") || strings.Contains(dir, "Tor Browser") || strings.Contains(dir, "tor-browser") {
		return nil, usageError{errors.New("no registration with Tor Browser: a program outside it, started by a page's extension, would make you recognisable; save the page and run: pulltab convert FILE")}
	}
	for _, p := range hostmanifest.Places(m.System) {
		if len(c.Browser) == 1 && p.Browser == c.Browser[0] && p.Packaging == hostmanifest.Native {
			return []hostmanifest.Place{{Browser: p.Browser, Title: p.Title, System: "linux", Family: p.Family, Dir: dir}}, nil
		}
	}
	return nil, usageError{errors.New("--dir requires --browser with the one browser that reads the folder")}
}

// printRegistrations writes the registrations that install would write.
func printRegistrations(to io.Writer, list []install.Registration, asJSON bool) error {
	if asJSON {
		return writeJSON(to, list)
	}
	for _, r := range list {
		where := r.File
		for _, key := range r.Keys {
			where += " named by " + key
		}
		if _, err := fmt.Fprintf(to, "%s\n%s\n", where, r.Manifest.Text()); err != nil {
			return err
		}
	}
	return nil
}

// errSomeFailed means that a browser failed; its line has the error.
var errSomeFailed = errors.New("some browsers failed")

// printResults writes one line for each browser. It returns an error if one has
// failed or if there is none.
func printResults(std streams, results []install.Result, asJSON bool) error {
	if asJSON {
		if results == nil {
			results = []install.Result{}
		}
		if err := writeJSON(std.out, results); err != nil {
			return err
		}
	}
	failed := false
	for _, r := range results {
		failed = failed || r.State == "failed"
		if asJSON {
			continue
		}
		name := r.Browser
		if r.Packaging != "" {
			name += " (" + r.Packaging + ")"
		}
		if _, err := fmt.Fprintf(std.out, "%s: %s\n", name, r.Says); err != nil {
			return err
		}
	}
	switch {
	case failed:
		return errSomeFailed
	case len(results) == 0:
		return errors.New("no browser was found; install one, or specify a folder with --browser and --dir")
	}
	return nil
}
