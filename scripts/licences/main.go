// Command licences prints the licences of all modules that the program contains
// on Linux, macOS or Windows, and of Go's standard library. Modules whose texts
// differ only in the copyright lines share one text. (make licences)
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const introduction = `Third-party licences

Pulltab is under the MIT licence, see LICENSE. The program contains the modules
below, each under its own licence. A text that several modules share is printed
once, after the modules and their copyright lines. "make licences" writes this
file.
`

const separator = "\n------------------------------------------------------------------------\n\n"

// text is one licence and the modules under it.
type text struct {
	body    string
	modules []string // with their copyright lines
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run() error {
	modules, err := modules()
	if err != nil {
		return err
	}
	var texts []*text
	byKey := map[string]*text{}
	add := func(module, licence string) {
		key, copyright := split(licence)
		t := byKey[key]
		if t == nil {
			t = &text{body: licence}
			if copyright != nil {
				t.body = without(licence)
			}
			byKey[key] = t
			texts = append(texts, t)
		}
		t.modules = append(t.modules, strings.Join(append([]string{module}, copyright...), "\n  "))
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		licence, err := read(modules[name])
		if err != nil {
			return err
		}
		if licence == "" {
			return fmt.Errorf("%s has no licence file", name)
		}
		add(name, licence)
	}
	root, version, err := toolchain()
	if err != nil {
		return err
	}
	licence, err := read(root)
	if err != nil {
		return err
	}
	add("The Go standard library, "+version, licence)

	out := bufio.NewWriter(os.Stdout)
	fmt.Fprint(out, introduction)
	for _, t := range texts {
		fmt.Fprintf(out, "%s%s\n\n%s\n", separator, strings.Join(t.modules, "\n"), strings.Trim(t.body, "\n"))
	}
	return out.Flush()
}

// modules returns the folders of all modules with a package in the program, by
// path and version. Our own stand-ins without a licence file are left out.
func modules() (map[string]string, error) {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}	{{.Dir}}	{{if and .Replace (not .Replace.Version)}}local{{end}}{{end}}{{end}}`
	found := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		command := exec.Command("go", "list", "-deps", "-f", format, "./host")
		command.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		command.Stderr = os.Stderr
		list, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for line := range bytes.Lines(list) {
			fields := strings.Split(strings.TrimSpace(string(line)), "\t")
			if len(fields) < 2 {
				continue
			}
			name, dir := fields[0], fields[1]
			if len(fields) > 2 {
				name = strings.Fields(name)[0] + " (reimplemented in third_party/" + filepath.Base(dir) + ")"
				if licence, err := read(dir); err != nil {
					return nil, err
				} else if licence == "" {
					continue
				}
			}
			found[name] = dir
		}
	}
	return found, nil
}

// toolchain returns Go's root folder and its version without the patch number.
func toolchain() (root, version string, err error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return "", "", fmt.Errorf("go env: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	parts := strings.Split(lines[1], ".")
	return lines[0], strings.Join(parts[:min(2, len(parts))], "."), nil
}

// read returns the licence files and notices of a folder, one after the other,
// or "" if it has none.
func read(dir string) (string, error) {
	var all strings.Builder
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "License*", "COPYING*", "NOTICE*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || info.IsDir() {
				continue
			}
			content, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			all.WriteString(strings.ReplaceAll(string(content), "\r", ""))
			all.WriteString("\n")
		}
	}
	return all.String(), nil
}

// maxShared is the number of lines up to which copyright lines are taken out of
// a text; longer ones are collections of licences and stay as they are.
const maxShared = 40

// split returns a key that is equal for texts that differ only in white space,
// in their title and in their copyright lines, and those lines.
func split(licence string) (key string, copyright []string) {
	if strings.Count(licence, "\n") > maxShared {
		return strings.Join(strings.Fields(licence), " "), nil
	}
	for line := range strings.Lines(licence) {
		if line = strings.TrimSpace(line); isCopyright(line) {
			copyright = append(copyright, line)
		}
	}
	return strings.Join(strings.Fields(without(licence)), " "), copyright
}

// without returns a text without its title and copyright lines.
func without(licence string) string {
	var rest strings.Builder
	for line := range strings.Lines(licence) {
		trimmed := strings.TrimSpace(line)
		if !isCopyright(trimmed) && !slices.Contains([]string{"MIT License", "The MIT License (MIT)", "The MIT License"}, trimmed) {
			rest.WriteString(line)
		}
	}
	return rest.String()
}

func isCopyright(line string) bool {
	return strings.HasPrefix(line, "Copyright ") || line == "All rights reserved."
}
