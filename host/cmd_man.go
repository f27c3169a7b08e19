package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// manCommand prints the manual page. Packages install it.
type manCommand struct{}

// Help returns the text shown by --help.
func (manCommand) Help() string {
	return `Example:

  pulltab man > pulltab.1`
}

// Run prints the page in the macros of man(7).
func (manCommand) Run(std streams, parsed *kong.Context) error {
	var b strings.Builder
	root := parsed.Model
	fmt.Fprintf(&b, ".TH PULLTAB 1 \"\" \"pulltab %s\" \"User Commands\"\n", version)
	fmt.Fprintf(&b, ".SH NAME\npulltab \\- %s\n", roff("turns rendered web pages into Markdown, on this computer"))
	b.WriteString(".SH SYNOPSIS\n.B pulltab\n.I command\n[\\fIoptions\\fR]\n")
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\nA browser starts the same program for the Pulltab extension, after\n.BR \"pulltab install\" .\n", roff(root.Help))
	b.WriteString(".SH COMMANDS\n")
	eachCommand(root.Node, "", func(path string, node *kong.Node) {
		if path != "" {
			writeManCommand(&b, path, node)
		}
	})
	b.WriteString(".SH FILES\n.B pulltab doctor\nprints the registrations;\n.B pulltab forget \\-\\-help\nthe stored data.\n")
	b.WriteString(".SH EXIT STATUS\n0 for success, 1 if the work failed, 2 for wrong usage.\n")
	_, err := std.out.Write([]byte(b.String()))
	return err
}

func writeManCommand(b *strings.Builder, path string, node *kong.Node) {
	summary := "pulltab" + path
	for _, p := range node.Positional {
		summary += " " + p.Summary()
	}
	fmt.Fprintf(b, ".SS \"%s\"\n%s\n", roff(summary), roff(node.Help))
	for _, f := range flagsOf(node) {
		name := "\\-\\-" + roff(f.Name)
		if !f.IsBool() {
			name += "=\\fI" + roff(f.FormatPlaceHolder()) + "\\fR"
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", name, roff(f.Help))
	}
	if node.Detail != "" {
		fmt.Fprintf(b, ".PP\n.nf\n%s\n.fi\n", roff(node.Detail))
	}
}

// roff escapes text: hyphens that are minus signs, backslashes, and lines that
// would begin with a control character.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
