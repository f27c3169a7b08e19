package main

import (
	"fmt"

	"pulltab/internal/blocks"
	"pulltab/internal/protocol"
)

// version of the program. The extension's manifest must state the same version.
const version = "0.1.0"

// commit is the Git commit of the build. The linker sets it (see Makefile).
var commit string

// versionCommand prints the versions of program, protocol and model.
type versionCommand struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (versionCommand) Help() string {
	return `Example:

  pulltab version --json`
}

// versions is the output of version --json.
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
		return writeJSON(std.out, v)
	}
	built := v.Commit
	if built == "" {
		built = "unknown"
	}
	_, err := fmt.Fprintf(std.out, "pulltab %s\ncommit %s\nprotocol %d\nmodel %s\n", v.Version, built, v.Protocol, v.Model)
	return err
}
