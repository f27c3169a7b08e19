package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pulltab/internal/hostmanifest"
)

// finding is what doctor says of one browser: a sentence, and what helps.
type finding struct {
	Browser   string `json:"browser"`
	Packaging string `json:"packaging,omitempty"`
	State     string `json:"state"`
	OK        bool   `json:"ok"`
	Says      string `json:"says"`
	Do        string `json:"do,omitempty"`
	File      string `json:"file,omitempty"`
	Fixed     bool   `json:"fixed,omitempty"`

	fixable bool // install repairs it
}

// prober starts a host; shake outside tests.
type prober func(ctx context.Context, program string, args []string) handshake

// diagnose follows p's browser from its registration to a welcome and says
// where that ends.
func (m machine) diagnose(ctx context.Context, p hostmanifest.Place, probe prober) finding {
	f := finding{Browser: p.Browser, Packaging: string(p.Packaging), File: m.fileOf(p)}
	install := "Run: pulltab install --browser " + p.Browser
	broken := func(state, says, do string) finding {
		f.State, f.Says, f.Do, f.fixable = state, says, do, do == install
		return f
	}
	if p.Impossible != "" {
		f.File = ""
		return broken("impossible", p.Impossible+".", p.Instead)
	}
	if p.Key != "" && m.registry != nil {
		named, found, err := m.registry.Get(p.Key)
		switch {
		case err != nil:
			return broken("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", p.Name(), err), "Check the permissions of HKCU\\"+p.Key+".")
		case !found:
			return broken("missing", p.Name()+" does not know Pulltab.", install)
		}
		f.File = named
	}
	info, err := os.Lstat(f.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return broken("missing", p.Name()+" does not know Pulltab.", install)
	case err != nil:
		return broken("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", p.Name(), err), "Check the permissions of "+f.File+".")
	case !info.Mode().IsRegular():
		return broken("unsafe", p.Name()+"'s registration is a link, which Pulltab does not follow.", "Remove "+f.File+" and run: pulltab install")
	case !onlyOwnerWrites(info):
		return broken("unsafe", p.Name()+"'s registration can be changed by others.", "Run: chmod go-w '"+f.File+"'")
	}
	text, err := os.ReadFile(f.File)
	if err != nil {
		return broken("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", p.Name(), err), "Check the permissions of "+f.File+".")
	}
	manifest, err := hostmanifest.Read(p.Family, text)
	if err != nil {
		return broken("refused", fmt.Sprintf("%s refuses the registration: %v.", p.Name(), err), install)
	}
	program := manifest.Path
	if !filepath.IsAbs(program) {
		if m.system != "windows" {
			return broken("refused", p.Name()+" refuses the registration: the program's path is not absolute.", install)
		}
		program = filepath.Join(filepath.Dir(f.File), program)
	}
	if bad := m.checkProgram(p, program, broken, install); bad != nil {
		return *bad
	}
	patience, cancel := context.WithTimeout(ctx, shakePatience)
	defer cancel()
	h := probe(patience, program, browserArgs(m.system, p, f.File))
	return m.interpret(p, program, h, broken, install, f)
}

// checkProgram looks at the file that p's browser would start, and returns
// what is wrong with it, if anything is.
func (m machine) checkProgram(p hostmanifest.Place, program string, broken func(state, says, do string) finding, install string) *finding {
	info, err := os.Stat(program)
	var bad finding
	switch {
	case err != nil || info.IsDir():
		bad = broken("program-missing", fmt.Sprintf("%s knows Pulltab, but the program is not at %s.", p.Name(), program), install)
	case m.system != "windows" && info.Mode()&0o111 == 0:
		bad = broken("program-missing", fmt.Sprintf("%s knows Pulltab, but %s may not be executed.", p.Name(), program), install)
	case !onlyOwnerWrites(info):
		bad = broken("unsafe", fmt.Sprintf("The program that %s starts can be changed by others.", p.Name()), "Run: chmod go-w '"+program+"'")
	case p.Program != "" && program != m.roots.Expand(p.Program):
		bad = broken("outside-sandbox", p.Name()+" cannot see the program from inside its sandbox.", install)
	case p.Program != "" && !sameContent(program, m.program):
		bad = broken("outdated", p.Name()+" has another version of Pulltab in its sandbox.", install)
	default:
		return nil
	}
	return &bad
}

// interpret turns a handshake into a finding.
func (m machine) interpret(p hostmanifest.Place, program string, h handshake, broken func(state, says, do string) finding, install string, f finding) finding {
	switch h.state {
	case "works":
		if h.version != version {
			return broken("outdated", fmt.Sprintf("%s starts Pulltab %s, but this is %s.", p.Name(), h.version, version), install)
		}
		f.State, f.OK, f.Says = "works", true, fmt.Sprintf("%s starts Pulltab %s.", p.Name(), h.version)
		f.Do = p.Advice
		return f
	case "cannot-start":
		return broken(h.state, fmt.Sprintf("%s cannot be started: %s.", program, h.detail), install)
	case "stray-text":
		return broken(h.state, fmt.Sprintf("What %s starts prints “%s” where messages are due, so the browser closes the connection.", p.Name(), h.detail), install)
	case "stranger":
		return broken(h.state, fmt.Sprintf("The program that %s starts does not know this extension.", p.Name()), install)
	case "refused":
		return broken(h.state, fmt.Sprintf("The program that %s starts answers with %s.", p.Name(), h.detail), install)
	case "silent":
		return broken(h.state, fmt.Sprintf("What %s starts does not answer.", p.Name()), install)
	}
	do := install
	if m.system == "darwin" && h.detail == "signal: killed" {
		do = "macOS holds the program back; run: xattr -d com.apple.quarantine '" + program + "'"
	}
	return broken("ended", fmt.Sprintf("What %s starts ends at once (%s).", p.Name(), h.detail), do)
}

// browserArgs are the arguments with which p's browser starts a host.
func browserArgs(system string, p hostmanifest.Place, file string) []string {
	switch {
	case p.Family == hostmanifest.Gecko:
		return []string{file, hostmanifest.FirefoxID}
	case system == "windows":
		return []string{hostmanifest.Origin(hostmanifest.ChromiumID), "--parent-window=0"}
	}
	return []string{hostmanifest.Origin(hostmanifest.ChromiumID)}
}

// sameContent says whether two files hold the same bytes.
func sameContent(a, b string) bool {
	left, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	right, err := os.ReadFile(b)
	return err == nil && bytes.Equal(left, right)
}
