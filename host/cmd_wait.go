package main

import (
	"context"

	"pulltab/internal/bridge"
)

// waitCommand waits for something on a tab.
type waitCommand struct {
	Tab string `arg:"" help:"Id of the tab, as tabs prints it, or active."`
	For string `required:"" placeholder:"SELECTOR" help:"A CSS selector, or idle: no change for a second."`
}

// Help returns the text shown by --help.
func (waitCommand) Help() string {
	return `Ends when the tab has an element that the selector matches, or has not changed for a
second; after 20 seconds with an error.

Example:

  pulltab wait 5f0c.42 --for ".results li"`
}

// Run waits.
func (c waitCommand) Run(streams) error {
	_, err := askTab(context.Background(), c.Tab, bridge.Request{T: "wait", For: c.For})
	return err
}
