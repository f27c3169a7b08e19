package main

import (
	"fmt"

	"pulltab/internal/blocks"
	"pulltab/internal/protocol"
)

// version of the program; the extension's manifest carries the same one.
const version = "0.1.0"

// commit is what the program was built from; the Makefile has the linker set
// it.
var commit string

// versionCommand prints the versions of everything that has one.
type versionCommand struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Help shows how it is used.
func (versionCommand) Help() string {
	return `Example:

  pulltab version --json`
}

// versions is what version --json prints.
type versions struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Protocol int    `json:"protocol"`
	Model    string `json:"model"`
}

// Run prints the versions.
func (c versionCommand) Run(std streams) error {
	v := versions{version, commit, protocol.Version, blocks.Version()}
	if c.JSON {
		text, err := compactJSON(v)
		if err != nil {
			return err
		}
		_, err = std.out.Write(text)
		return err
	}
	built := v.Commit
	if built == "" {
		built = "unknown"
	}
	_, err := fmt.Fprintf(std.out, "pulltab %s\ncommit %s\nprotocol %d\nmodel %s\n", v.Version, built, v.Protocol, v.Model)
	return err
}
