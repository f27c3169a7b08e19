package main

import (
	"context"
	"fmt"
	"os"

	"pulltab/internal/report"
)

// reportCommand writes an anonymised report of a bad result.
type reportCommand struct {
	pageFlags
	Out string `default:"pulltab-report" placeholder:"DIR" help:"Folder to create; it must not exist."`
}

// Help returns the text shown by --help.
func (reportCommand) Help() string {
	return `The folder contains the page with the same structure and other words (page.html),
and the figures of converting both (report.json). Class names and ids stay
unchanged: read both files before you send them. This command sends nothing.

Example:

  pulltab report page.html --out bad-extraction`
}

// Run writes the folder.
func (c reportCommand) Run(std streams) error {
	src, err := c.source(std.in)
	if err != nil {
		return err
	}
	files, _, err := report.New(context.Background(), src.HTML, report.Program{Version: version, Commit: commit})
	if err != nil {
		return err
	}
	if err := os.Mkdir(c.Out, 0o700); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := files.Write(c.Out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s: read page.html and report.json before you send them\n", c.Out)
	return err
}
