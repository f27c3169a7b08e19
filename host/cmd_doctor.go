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
	return `Reads each installed browser's registration, starts the host as the browser
would, looks for the extension in its profiles, and prints the problem, if any,
and its remedy.

Examples:

  pulltab doctor

  pulltab doctor --fix`
}

// errProblem means that a problem remains.
var errProblem = errors.New("a browser cannot use Pulltab yet")

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
	return remaining(findings)
}

// remaining returns an error unless one browser can be used with Pulltab and no
// other has a problem. A browser without the extension is no problem then: not
// everyone wants it in all of them.
func remaining(findings []install.Finding) error {
	usable := false
	for _, f := range findings {
		switch {
		case f.OK:
			usable = usable || f.Browser != ""
		case f.State != "impossible" && f.State != "no-extension":
			return errProblem
		}
	}
	if !usable {
		return errProblem
	}
	return nil
}

// writeFindings writes a sentence and a remedy for each browser.
func writeFindings(std streams, findings []install.Finding) error {
	for _, f := range findings {
		mark := "✗"
		switch {
		case f.OK:
			mark = "✓"
		case f.State == "no-extension", f.State == "impossible":
			mark = "–"
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
