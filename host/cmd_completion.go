package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCommand prints a script with which a shell completes commands and
// flags. Packages install it.
type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh or fish."`
}

// Help returns the text shown by --help.
func (completionCommand) Help() string {
	return `Example:

  pulltab completion bash > ~/.local/share/bash-completion/completions/pulltab`
}

// Run prints the script.
func (c completionCommand) Run(std streams, parsed *kong.Context) error {
	root := parsed.Model.Node
	switch c.Shell {
	case "bash":
		return writeWords(std.out, bashCompletion, root)
	case "zsh":
		return writeWords(std.out, zshCompletion, root)
	case "fish":
		return writeFish(std.out, root)
	}
	return usageError{errors.New("the shell must be bash, zsh or fish")}
}

// The scripts of bash and zsh differ only around the list of words. A command
// ends the search for the words before the cursor; after it, files are offered
// unless a flag has begun.
const (
	bashCompletion = `# Completion of pulltab for bash.
_pulltab() {
  local cur=${COMP_WORDS[COMP_CWORD]} command='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${COMP_WORDS[i]}" in
%[1]s) command="$command ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command" in
%[2]s  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _pulltab pulltab
`
	zshCompletion = `#compdef pulltab
# Completion of pulltab for zsh.
_pulltab() {
  local command='' words='' i
  for ((i = 2; i < CURRENT; i++)); do
    case "$command ${words_so_far[i]}" in
%[1]s) command="$command ${words_so_far[i]}" ;;
    esac
  done
  case "$command" in
%[2]s  esac
  compadd -- ${=words}
  [[ $PREFIX == -* ]] || _files
}
local -a words_so_far
words_so_far=("${(@)words}")
_pulltab "$@"
`
)

// writeWords writes a script in which format has the known commands as patterns,
// and a case with the words that may follow each.
func writeWords(to io.Writer, format string, root *kong.Node) error {
	var known, cases strings.Builder
	eachCommand(root, "", func(path string, node *kong.Node) {
		if path != "" {
			if known.Len() > 0 {
				known.WriteString(" | \\\n")
			}
			fmt.Fprintf(&known, "    %s", singleQuoted(path))
		}
		fmt.Fprintf(&cases, "    %s) words=%s ;;\n", singleQuoted(path), singleQuoted(strings.Join(wordsOf(node), " ")))
	})
	_, err := fmt.Fprintf(to, format, &known, &cases)
	return err
}

// writeFish writes the script of fish, which shows the help of each word.
func writeFish(to io.Writer, root *kong.Node) error {
	var b strings.Builder
	b.WriteString("# Completion of pulltab for fish.\n")
	eachCommand(root, "", func(path string, node *kong.Node) {
		when := "__fish_use_subcommand"
		if path != "" {
			seen := strings.Fields(path)
			when = "__fish_seen_subcommand_from " + seen[len(seen)-1]
		}
		for _, child := range commandsOf(node) {
			fmt.Fprintf(&b, "complete -c pulltab -f -n %s -a %s -d %s\n", singleQuoted(when), child.Name, singleQuoted(child.Help))
		}
		for _, f := range flagsOf(node) {
			fmt.Fprintf(&b, "complete -c pulltab -n %s -l %s -d %s\n", singleQuoted(when), f.Name, singleQuoted(f.Help))
		}
	})
	_, err := io.WriteString(to, b.String())
	return err
}

// eachCommand calls f with node and all commands below it, each with its path:
// "" for the program, " history search" for a command of a command.
func eachCommand(node *kong.Node, path string, f func(path string, node *kong.Node)) {
	f(path, node)
	for _, child := range commandsOf(node) {
		eachCommand(child, path+" "+child.Name, f)
	}
}

// commandsOf returns the commands directly below node that help shows.
func commandsOf(node *kong.Node) []*kong.Node {
	var list []*kong.Node
	for _, child := range node.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			list = append(list, child)
		}
	}
	return list
}

// flagsOf returns the flags of node that help shows, but for --help.
func flagsOf(node *kong.Node) []*kong.Flag {
	var list []*kong.Flag
	for _, f := range node.Flags {
		if !f.Hidden && f.Name != "help" {
			list = append(list, f)
		}
	}
	return list
}

func wordsOf(node *kong.Node) []string {
	var words []string
	for _, child := range commandsOf(node) {
		words = append(words, child.Name)
	}
	for _, f := range flagsOf(node) {
		words = append(words, "--"+f.Name)
		if f.Tag != nil && f.Tag.Negatable != "" {
			words = append(words, "--no-"+f.Name)
		}
	}
	return append(words, "--help")
}

// singleQuoted quotes text for all three shells, also if it is empty.
func singleQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
