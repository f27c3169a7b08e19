package main

import (
	"context"
	"errors"
	"fmt"

	"pulltab/internal/install"
)

// doctorCommand diagnoses and repairs the registrations.
type doctorCommand struct {
	Browser []string `placeholder:"NAME" help:"Only this browser; may be repeated."`
	Fix     bool     `help:"Repair Pulltab's own files. Sandbox permissions are never changed."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (doctorCommand) Help() string {
	return `Starts the host as each installed browser would and prints the problem, if any,
and its remedy.

Examples:

  pulltab doctor

  pulltab doctor --fix`
}

// errProblem means that a problem remains.
var errProblem = errors.New("not every browser can start Pulltab")

// Run diagnoses each installed browser.
func (c doctorCommand) Run(std streams) error {
	m, err := thisMachine()
	if err != nil {
		return err
	}
	places, err := m.Choose(c.Browser)
	if err != nil {
		return err
	}
	if c.Fix {
		if err := m.CheckProgram(); err != nil {
			return err
		}
	}
	findings, err := m.Diagnose(context.Background(), places, c.Fix)
	if err != nil {
		return err
	}
	if c.JSON {
		err = writeJSON(std.out, findings)
	} else {
		err = writeFindings(std, findings)
	}
	if err != nil {
		return err
	}
	if len(findings) == 0 {
		return errors.New("no browser was found; specify a folder with pulltab install --browser and --dir")
	}
	for _, f := range findings {
		if !f.OK && f.State != "impossible" {
			return errProblem
		}
	}
	return nil
}

// writeFindings writes a sentence and a remedy for each browser.
func writeFindings(std streams, findings []install.Finding) error {
	for _, f := range findings {
		mark := "✗"
		if f.OK {
			mark = "✓"
		}
		line := mark + " " + f.Says
		if f.Fixed {
			line += " (repaired)"
		}
		if f.Do != "" {
			line += "\n  " + f.Do
		}
		if _, err := fmt.Fprintln(std.out, line); err != nil {
			return err
		}
	}
	return nil
}
