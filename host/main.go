// Command pulltab is both the native-messaging host that browsers start and
// the command line that people use. It is the only part of the program that
// touches the arguments, the standard streams, the environment and the exit
// status.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"pulltab/internal/pipeline"
)

// Exit statuses of the command line.
const (
	exitDone  = 0
	exitFail  = 1 // the work failed
	exitUsage = 2 // wrong usage
)

// commands is the whole command line.
type commands struct {
	Convert   convertCommand   `cmd:"" help:"Turn a page into Markdown."`
	Compare   compareCommand   `cmd:"" help:"Show what every engine makes of a page, side by side."`
	Check     checkCommand     `cmd:"" help:"Show how far three different engines agree on a page."`
	Bench     benchCommand     `cmd:"" help:"Measure the engines on pages whose right text is known."`
	Query     queryCommand     `cmd:"" help:"Print only the sections of a page that answer a question."`
	Summarize summarizeCommand `cmd:"" help:"Summarise pages with a model that you name; nothing is sent before."`
	Stats     statsCommand     `cmd:"" help:"Show what the log says about a window of time."`
	History   historyCommand   `cmd:"" help:"Pages that you kept: list, search, show; switch their memory on or off."`
	Replay    replayCommand    `cmd:"" help:"Convert stored captures with this version and say what got better or worse."`
	Report    reportCommand    `cmd:"" help:"Write a page that came out badly to a folder, with other words, for you to read and send."`
	Forget    forgetCommand    `cmd:"" help:"Delete what is stored on this computer."`
	Recipes   recipesCommand   `cmd:"" help:"List the rules for single sites, or the one that an address gets."`
	Install   installCommand   `cmd:"" help:"Register this program with browsers."`
	Uninstall uninstallCommand `cmd:"" help:"Remove what install wrote."`
	Doctor    doctorCommand    `cmd:"" help:"Start the host as each browser would and say what is wrong."`
	Agents    agentsCommand    `cmd:"" help:"Print how an agent uses this program, with the paths of this computer."`
	Version   versionCommand   `cmd:"" help:"Print the versions of program and protocol."`
}

// streams are where a command reads and writes. Results go to out and nothing
// else does; messages go to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	if caller, native := nativeCaller(os.Args[1:]); native {
		os.Exit(serveNative(caller, convertPage, pipeline.EngineNames()))
	}
	easeCollector(1)
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// usageError is a mistake in how a command was called.
type usageError struct{ error }

// run executes one command and returns the exit status. Without arguments it
// prints the help.
func run(args []string, std streams) int {
	if len(args) == 0 {
		args = []string{"--help"}
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
		panic(err) // a mistake in the tags above
	}
	command, err := parser.Parse(args)
	switch {
	case status >= 0: // the help has been printed
		return status
	case err != nil:
		fmt.Fprintf(std.err, "pulltab: %v\nTry: pulltab --help\n", err)
		return exitUsage
	}
	return report(command.Run(std), std.err)
}

// report says what went wrong, if anything did, and returns the exit status.
func report(err error, to io.Writer) int {
	var option *pipeline.OptionError
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &option):
		fmt.Fprintf(to, "pulltab: %s%s\n", flagName(option.Option), option.Problem)
		return exitUsage
	case errors.As(err, &usage):
		fmt.Fprintf(to, "pulltab: %v\n", err)
		return exitUsage
	default:
		fmt.Fprintf(to, "pulltab: %v\n", err)
		return exitFail
	}
}
