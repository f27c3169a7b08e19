package main

import (
	"errors"
	"fmt"

	"pulltab/internal/install"
)

// uninstallCommand removes the registrations.
type uninstallCommand struct {
	Browser []string `placeholder:"NAME" help:"Only this browser; may be repeated."`
	System  bool     `help:"Remove the registrations for all users; needs an administrator."`
	Program bool     `help:"Delete this program too. Stored data stays; pulltab forget --all deletes it first."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (uninstallCommand) Help() string {
	return `Examples:

  pulltab uninstall

  pulltab forget --all && pulltab uninstall --program`
}

// Run removes registrations and prints a result for each browser.
func (c uninstallCommand) Run(std streams) error {
	if c.Program && len(c.Browser) > 0 {
		return usageError{errors.New("--program removes all registrations; it has no --browser")}
	}
	m, err := thisMachine()
	if err != nil {
		return err
	}
	m.AllUsers = c.System
	places := m.All()
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
		if _, err := fmt.Fprintln(std.out, "there was no registration"); err != nil {
			return err
		}
	} else if err := printResults(std, results, c.JSON); err != nil {
		return err
	}
	if c.Program {
		return removeProgram(std, m)
	}
	return nil
}

// removeProgram deletes the program, and prints the path to which a running one was moved.
func removeProgram(std streams, m install.Machine) error {
	left, err := m.RemoveProgram()
	switch {
	case err != nil:
		return err
	case left != "":
		_, err = fmt.Fprintf(std.err, "pulltab: the running program was moved to %s; delete it there\n", left)
	default:
		_, err = fmt.Fprintf(std.err, "pulltab: removed %s\n", m.Program)
	}
	return err
}
