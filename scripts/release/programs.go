package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// profile is what the compiler optimises by, as in the Makefile.
const profile = "host/pulltab.pgo"

// programFile is the built program of a target.
func (r *release) programFile(t target) string {
	return filepath.Join(r.work, t.String(), t.program())
}

// programs builds the program of each target: static, without paths of this
// computer and without a symbol table. A copy with symbols reads crash reports.
func (r *release) programs() error {
	if r.reuse {
		return nil
	}
	for _, t := range r.targets {
		env := []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch}
		for _, symbols := range []bool{false, true} {
			flags, to := "-s -w -buildid= -X main.commit="+r.commit, r.programFile(t)
			if symbols {
				flags, to = strings.TrimPrefix(flags, "-s -w "), filepath.Join(r.work, "symbols", "pulltab-"+t.String())
			}
			if _, err := r.command(r.root, env, "go", "build", "-buildvcs=false", "-pgo", profile, "-ldflags", flags, "-o", to, "./host"); err != nil {
				return err
			}
		}
	}
	return nil
}

// documents writes the manual page and the completion scripts with a program for
// this computer.
func (r *release) documents() error {
	own := filepath.Join(r.work, "own")
	if _, err := r.command(r.root, []string{"CGO_ENABLED=0"}, "go", "build", "-buildvcs=false", "-pgo", profile, "-ldflags", "-s -w", "-o", own, "./host"); err != nil {
		return err
	}
	for name, args := range map[string][]string{
		"pulltab.1": {"man"}, "pulltab.bash": {"completion", "bash"}, "pulltab.zsh": {"completion", "zsh"}, "pulltab.fish": {"completion", "fish"},
	} {
		text, err := r.command(r.work, nil, own, args...)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.work, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// archiveName is the file that a person downloads.
func (r *release) archiveName(t target) string {
	extension := ".tar.gz"
	if t.os == "windows" {
		extension = ".zip"
	}
	return fmt.Sprintf("pulltab-%s-%s%s", r.version, t, extension)
}

// archives packs each program with its licences, and on Windows the script that
// installs it.
func (r *release) archives() error {
	for _, t := range r.targets {
		list := []entry{{t.program(), 0o755, r.programFile(t), nil}}
		for _, name := range []string{"LICENSE", "THIRD_PARTY_LICENSES", "README.md"} {
			list = append(list, entry{name, 0o644, filepath.Join(r.root, name), nil})
		}
		write := writeTar
		if t.os == "windows" {
			write = writeZip
			list = append(list, entry{"install.ps1", 0o644, filepath.Join(r.root, "scripts/release/install.ps1"), nil})
		} else {
			for _, name := range []string{"pulltab.1", "pulltab.bash", "pulltab.zsh", "pulltab.fish"} {
				list = append(list, entry{name, 0o644, filepath.Join(r.work, name), nil})
			}
		}
		if err := write(filepath.Join(r.out, r.archiveName(t)), list, r.time); err != nil {
			return err
		}
	}
	return nil
}
