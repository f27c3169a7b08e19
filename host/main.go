package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"pulltab/internal/install"
	"pulltab/internal/pipeline"
	"pulltab/internal/session"
)

// Exit statuses of the command line.
const (
	exitDone  = 0
	exitFail  = 1 // the work failed
	exitUsage = 2 // wrong usage
)

// commands is the whole command line.
type commands struct {
	Convert   convertCommand   `cmd:"" help:"Convert a page to Markdown."`
	Save      saveCommand      `cmd:"" help:"Convert pages and write them to a folder of the settings."`
	Compare   compareCommand   `cmd:"" help:"Compare the results of all engines on a page."`
	Check     checkCommand     `cmd:"" help:"Measure the agreement of three engines on a page."`
	Corpus    corpusCommand    `cmd:"" help:"Describe what the conversion of many pages gives, as a data sheet."`
	Bench     benchCommand     `cmd:"" help:"Measure the engines on a labelled corpus."`
	Query     queryCommand     `cmd:"" help:"Print the sections of a page that answer a question."`
	Read      readCommand      `cmd:"" help:"Print parts of pages for a language model, within a token budget."`
	Tabs      tabsCommand      `cmd:"" help:"List the browser tabs that agents may read."`
	Wait      waitCommand      `cmd:"" help:"Wait for an element, or for no change, on a tab."`
	Cite      citeCommand      `cmd:"" help:"Hold a text against pages: sources of each sentence, and parts that no page has."`
	Summarize summarizeCommand `cmd:"" help:"Summarise pages with a model that you configure; nothing is sent before."`
	Stats     statsCommand     `cmd:"" help:"Show statistics of the log."`
	History   historyCommand   `cmd:"" help:"List, search and show saved pages; switch saving on or off."`
	Replay    replayCommand    `cmd:"" help:"Convert stored captures with this version and compare the results."`
	Report    reportCommand    `cmd:"" help:"Write an anonymised report of a bad result to a folder."`
	Forget    forgetCommand    `cmd:"" help:"Delete stored data."`
	Recipes   recipesCommand   `cmd:"" help:"List the per-site rules, or the one for an address."`
	Config    configCommand    `cmd:"" help:"Check the settings of saving; add targets and templates."`
	Install   installCommand   `cmd:"" help:"Register this program with browsers."`
	Uninstall uninstallCommand `cmd:"" help:"Remove the registrations."`
	Doctor    doctorCommand    `cmd:"" help:"Diagnose and repair the registrations."`
	MCP       mcpCommand       `cmd:"" name:"mcp" help:"Serve the Model Context Protocol on standard input and output."`
	Agents    agentsCommand    `cmd:"" help:"Print instructions for AI agents, with the paths of this computer."`
	Version   versionCommand   `cmd:"" help:"Print the versions of program, protocol and model."`

	Completion completionCommand `cmd:"" hidden:"" help:"Print a script that completes commands and flags."`
	Man        manCommand        `cmd:"" hidden:"" help:"Print the manual page."`
}

// streams are the standard streams of a command. Results go to out, messages to
// err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	if caller, native := nativeCaller(os.Args[1:]); native {
		os.Exit(serveNative(caller, session.Convert))
	}
	tuneCollector(1)
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// usageError is an error in the arguments of a command.
type usageError struct{ error }

// run executes one command and returns the exit status. Without arguments it
// prints the help.
func run(args []string, std streams) int {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintln(std.out, "pulltab "+version)
		return exitDone
	}
	status := -1
	parser, err := kong.New(&commands{},
		kong.Name("pulltab"),
		kong.Description("Pulltab turns rendered web pages into Markdown, on this computer."),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { status = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.ShortUsageOnError(),
		kong.WithHyphenPrefixedParameters(true), // --window "-7 days"
	)
	if err != nil {
		panic(err) // an error in the tags above
	}
	command, err := parser.Parse(args)
	switch {
	case status >= 0: // the help has been printed
		return status
	case err != nil:
		fmt.Fprintf(std.err, "pulltab: %v\nTry: pulltab --help\n", err)
		return exitUsage
	}
	return exitStatus(command.Run(std), std.err)
}

// exitStatus prints err, unless it is nil, and returns the exit status.
func exitStatus(err error, to io.Writer) int {
	var option *pipeline.OptionError
	var usage usageError
	var browser *install.UnknownBrowserError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &option):
		fmt.Fprintf(to, "pulltab: %s%s\n", flagPrefix(option.Option), option.Problem)
		return exitUsage
	case errors.As(err, &usage), errors.As(err, &browser):
		fmt.Fprintf(to, "pulltab: %v\n", err)
		return exitUsage
	default:
		fmt.Fprintf(to, "pulltab: %v\n", err)
		return exitFail
	}
}
