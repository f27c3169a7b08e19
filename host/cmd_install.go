package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"pulltab/internal/hostmanifest"
)

// installCommand registers the program with browsers.
type installCommand struct {
	Browser     []string `placeholder:"NAME" help:"Only this browser; may be repeated. Without it, every browser on this computer."`
	ExtensionID []string `name:"extension-id" placeholder:"ID" help:"Allow one more extension, for development."`
	Print       bool     `help:"Print the registrations instead of writing them."`
	Dir         string   `placeholder:"DIR" help:"Write to this folder, in the form that --browser reads."`
	JSON        bool     `name:"json" help:"Print JSON."`
}

// Help shows how it is used.
func (installCommand) Help() string {
	return `Examples:

  pulltab install

  pulltab install --browser firefox --print

  pulltab install --browser firefox --dir tor-browser/Browser/TorBrowser/Data/Browser/.mozilla/native-messaging-hosts`
}

// Run registers, and says for each browser what it did.
func (c installCommand) Run(std streams) error {
	for _, id := range c.ExtensionID {
		if hostmanifest.FamilyOf(id) == "" {
			return usageError{fmt.Errorf("--extension-id: %q is not the id of an extension", id)}
		}
	}
	m, err := thisMachine()
	if err != nil {
		return err
	}
	places, err := c.places(m)
	if err != nil {
		return err
	}
	if c.Print {
		return printRegistrations(std.out, m, places, c.ExtensionID, c.JSON)
	}
	if err := m.stays(); err != nil {
		return err
	}
	results, err := m.install(places, c.ExtensionID)
	if err != nil {
		return err
	}
	return reportRegistered(std, results, c.JSON)
}

// places returns where to register.
func (c installCommand) places(m machine) ([]hostmanifest.Place, error) {
	if c.Dir == "" {
		return m.choose(c.Browser)
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return nil, err
	}
	for _, p := range hostmanifest.Places(m.system) {
		if len(c.Browser) == 1 && p.Browser == c.Browser[0] && p.Packaging == hostmanifest.Native {
			return []hostmanifest.Place{{Browser: p.Browser, Title: p.Title, System: "linux", Family: p.Family, Dir: dir}}, nil
		}
	}
	return nil, usageError{errors.New("--dir needs --browser with the name of one browser that reads the folder")}
}

// install registers with every place.
func (m machine) install(places []hostmanifest.Place, ids []string) ([]registered, error) {
	d, err := openDisk(m.config)
	if err != nil {
		return nil, err
	}
	ids, err = m.allowCallers(d, ids)
	if err != nil {
		return nil, err
	}
	var results []registered
	for _, p := range places {
		results = append(results, m.register(d, p, ids))
	}
	return results, d.save()
}

// printRegistrations writes what install would write.
func printRegistrations(to io.Writer, m machine, places []hostmanifest.Place, ids []string, asJSON bool) error {
	type printed struct {
		Browser  string                `json:"browser"`
		File     string                `json:"file"`
		Key      string                `json:"key,omitempty"`
		Manifest hostmanifest.Manifest `json:"manifest"`
	}
	list := []printed{}
	for _, p := range places {
		if p.Impossible == "" {
			list = append(list, printed{p.Browser, m.fileOf(p), p.Key, hostmanifest.New(p.Family, m.programFor(p), ids...)})
		}
	}
	if asJSON {
		return writeLine(to, list)
	}
	for _, p := range list {
		where := p.File
		if p.Key != "" {
			where += " named by HKCU\\" + p.Key
		}
		if _, err := fmt.Fprintf(to, "%s\n%s\n", where, p.Manifest.Text()); err != nil {
			return err
		}
	}
	return nil
}

// writeLine writes v as one line of JSON.
func writeLine(to io.Writer, v any) error {
	text, err := compactJSON(v)
	if err != nil {
		return err
	}
	_, err = to.Write(text)
	return err
}

// errSomeFailed ends a command that has told of each failure.
var errSomeFailed = errors.New("not everything worked")

// reportRegistered tells what happened, one browser a line.
func reportRegistered(std streams, results []registered, asJSON bool) error {
	if asJSON {
		if results == nil {
			results = []registered{}
		}
		if err := writeLine(std.out, results); err != nil {
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
		return errors.New("no browser was found; name a folder with --browser and --dir")
	}
	return nil
}
