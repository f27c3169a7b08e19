package main

import "pulltab/internal/hostmanifest"

// uninstallCommand removes the registrations.
type uninstallCommand struct {
	Browser []string `placeholder:"NAME" help:"Only this browser; may be repeated."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (uninstallCommand) Help() string {
	return `Example:

  pulltab uninstall`
}

// Run removes registrations and prints a result for each browser.
func (c uninstallCommand) Run(std streams) error {
	m, err := thisMachine()
	if err != nil {
		return err
	}
	places := hostmanifest.Places(m.System)
	if len(c.Browser) > 0 {
		if places, err = m.Choose(c.Browser); err != nil {
			return err
		}
	}
	results, err := m.Uninstall(places, len(c.Browser) == 0)
	if err != nil {
		return err
	}
	if len(results) == 0 && !c.JSON {
		_, err := std.out.Write([]byte("there was no registration\n"))
		return err
	}
	return printResults(std, results, c.JSON)
}
