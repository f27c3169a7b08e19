package main

import (
	"context"
	"errors"
	"fmt"

	"pulltab/internal/hostmanifest"
)

// doctorCommand finds out why a browser cannot reach the program.
type doctorCommand struct {
	Browser []string `placeholder:"NAME" help:"Only this browser; may be repeated."`
	Fix     bool     `help:"Repair what is Pulltab's own; no sandbox is ever widened."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

// Help shows how it is used.
func (doctorCommand) Help() string {
	return `Examples:

  pulltab doctor

  pulltab doctor --fix`
}

// errUnwell ends a doctor who could not set everything right.
var errUnwell = errors.New("not every browser can start Pulltab")

// Run examines each browser on this computer.
func (c doctorCommand) Run(std streams) error {
	m, err := thisMachine()
	if err != nil {
		return err
	}
	places, err := m.choose(c.Browser)
	if err != nil {
		return err
	}
	if c.Fix {
		if err := m.stays(); err != nil {
			return err
		}
	}
	findings, err := m.examine(context.Background(), places, c.Fix, shake)
	if err != nil {
		return err
	}
	if c.JSON {
		err = writeLine(std.out, findings)
	} else {
		err = writeFindings(std, findings)
	}
	if err != nil {
		return err
	}
	if len(findings) == 0 {
		return errors.New("no browser was found; name a folder with pulltab install --browser and --dir")
	}
	for _, f := range findings {
		if !f.OK && f.State != "impossible" {
			return errUnwell
		}
	}
	return nil
}

// examine diagnoses every place, and with fix once more after a repair.
func (m machine) examine(ctx context.Context, places []hostmanifest.Place, fix bool, probe prober) ([]finding, error) {
	findings := []finding{}
	for _, p := range places {
		f := m.diagnose(ctx, p, probe)
		if fix && f.fixable {
			if _, err := m.install([]hostmanifest.Place{p}, nil); err != nil {
				return nil, err
			}
			f = m.diagnose(ctx, p, probe)
			f.Fixed = f.OK
		}
		findings = append(findings, f)
	}
	return findings, nil
}

// writeFindings writes one sentence and one action for each browser.
func writeFindings(std streams, findings []finding) error {
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
