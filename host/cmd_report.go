package main

import (
	"context"
	"fmt"
	"os"
)

// reportCommand writes a page whose extraction is bad, without its words.
type reportCommand struct {
	pageFlags
	Out string `default:"pulltab-report" placeholder:"DIR" help:"Folder to write; it must not be there yet."`
}

// Help shows how it is used.
func (reportCommand) Help() string {
	return `The folder gets the page with its shape but other words (page.html), and how both
were converted (report.json). Names of classes and ids stay: read both files
before you send them to anybody. Nothing is sent by this command.

Example:

  pulltab report page.html --out bad-extraction`
}

// Run writes the folder.
func (c reportCommand) Run(std streams) error {
	src, err := c.source(std.in)
	if err != nil {
		return err
	}
	files, _, err := reportFiles(context.Background(), src.HTML)
	if err != nil {
		return err
	}
	if err := os.Mkdir(c.Out, 0o700); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := fill(c.Out, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s: read page.html and report.json before you send them\n", c.Out)
	return err
}
