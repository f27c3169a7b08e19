package main

import (
	"fmt"
	"runtime/debug"

	"pulltab/internal/protocol"
)

// version of the program; the extension's manifest carries the same one.
const version = "0.1.0"

// commit returns what the program was built from, or "" if the build does not
// know.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	return revision + changed
}

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
}

// Run prints the versions.
func (c versionCommand) Run(std streams) error {
	v := versions{version, commit(), protocol.Version}
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
	_, err := fmt.Fprintf(std.out, "pulltab %s\ncommit %s\nprotocol %d\n", v.Version, built, v.Protocol)
	return err
}
