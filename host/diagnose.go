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

// exam is one look at one browser.
type exam struct {
	machine
	place hostmanifest.Place
	file  string // the registration
}

// diagnose follows p's browser from its registration to a welcome and says
// where that ends.
func (m machine) diagnose(ctx context.Context, p hostmanifest.Place, probe prober) finding {
	e := exam{m, p, m.fileOf(p)}
	if p.Impossible != "" {
		e.file = ""
		return e.broken("impossible", p.Impossible+".", p.Instead)
	}
	if why := forbidden(p.Policy); why != "" {
		return e.broken("policy", p.Name()+" may not start Pulltab: "+why+".", "Ask the administrator to allow "+hostmanifest.HostName+", or use another browser.")
	}
	program, bad := e.registration()
	if bad == nil {
		bad = e.checkProgram(program)
	}
	if bad != nil {
		return *bad
	}
	patience, cancel := context.WithTimeout(ctx, shakePatience)
	defer cancel()
	return e.interpret(program, probe(patience, program, browserArgs(m.system, p, e.file)))
}

// broken is a finding that something is wrong.
func (e exam) broken(state, says, do string) finding {
	return finding{
		Browser: e.place.Browser, Packaging: string(e.place.Packaging), File: e.file,
		State: state, Says: says, Do: do, fixable: do == e.reinstall(),
	}
}

// reinstall is what helps where the registration is not what it should be.
func (e exam) reinstall() string { return "Run: pulltab install --browser " + e.place.Browser }

// registration reads the registration as the browser does and returns the
// program that it names, or what is wrong.
func (e *exam) registration() (program string, bad *finding) {
	name := e.place.Name()
	wrong := func(state, says, do string) (string, *finding) {
		f := e.broken(state, says, do)
		return "", &f
	}
	if e.place.Key != "" && e.registry != nil {
		named, found, err := e.registry.Get(e.place.Key)
		switch {
		case err != nil:
			return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of HKCU\\"+e.place.Key+".")
		case !found:
			return wrong("missing", name+" does not know Pulltab.", e.reinstall())
		}
		e.file = named
	}
	info, err := os.Lstat(e.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wrong("missing", name+" does not know Pulltab.", e.reinstall())
	case err != nil:
		return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of "+e.file+".")
	case !info.Mode().IsRegular():
		return wrong("unsafe", name+"'s registration is a link, which Pulltab does not follow.", "Remove "+e.file+" and run: pulltab install")
	case !onlyOwnerWrites(info):
		return wrong("unsafe", name+"'s registration can be changed by others.", "Run: chmod go-w '"+e.file+"'")
	}
	text, err := os.ReadFile(e.file)
	if err != nil {
		return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of "+e.file+".")
	}
	manifest, err := hostmanifest.Read(e.place.Family, text)
	switch {
	case err != nil:
		return wrong("refused", fmt.Sprintf("%s refuses the registration: %v.", name, err), e.reinstall())
	case filepath.IsAbs(manifest.Path):
		return manifest.Path, nil
	case e.system == "windows":
		return filepath.Join(filepath.Dir(e.file), manifest.Path), nil
	}
	return wrong("refused", name+" refuses the registration: the program's path is not absolute.", e.reinstall())
}

// checkProgram looks at the file that the browser would start, and returns what is
// wrong with it, if anything is.
func (e exam) checkProgram(path string) *finding {
	name := e.place.Name()
	info, err := os.Stat(path)
	var f finding
	switch {
	case err != nil || info.IsDir():
		f = e.broken("program-missing", fmt.Sprintf("%s knows Pulltab, but the program is not at %s.", name, path), e.reinstall())
	case e.system != "windows" && info.Mode()&0o111 == 0:
		f = e.broken("program-missing", fmt.Sprintf("%s knows Pulltab, but %s may not be executed.", name, path), e.reinstall())
	case !onlyOwnerWrites(info):
		f = e.broken("unsafe", fmt.Sprintf("The program that %s starts can be changed by others.", name), "Run: chmod go-w '"+path+"'")
	case e.place.Program != "" && path != e.roots.Expand(e.place.Program):
		f = e.broken("outside-sandbox", name+" cannot see the program from inside its sandbox.", e.reinstall())
	case e.place.Program != "" && !sameContent(path, e.program):
		f = e.broken("outdated", name+" has another version of Pulltab in its sandbox.", e.reinstall())
	default:
		return nil
	}
	return &f
}

// interpret turns a handshake with path into a finding.
func (e exam) interpret(path string, h handshake) finding {
	name, do := e.place.Name(), e.reinstall()
	switch h.state {
	case "works":
		if h.version != version {
			return e.broken("outdated", fmt.Sprintf("%s starts Pulltab %s, but this is %s.", name, h.version, version), do)
		}
		f := e.broken("works", fmt.Sprintf("%s starts Pulltab %s.", name, h.version), e.place.Advice)
		f.OK = true
		return f
	case "cannot-start":
		return e.broken(h.state, fmt.Sprintf("%s cannot be started: %s.", path, h.detail), do)
	case "stray-text":
		return e.broken(h.state, fmt.Sprintf("What %s starts prints “%s” where messages are due, so the browser closes the connection.", name, h.detail), do)
	case "stranger":
		return e.broken(h.state, fmt.Sprintf("The program that %s starts does not know this extension.", name), do)
	case "refused":
		return e.broken(h.state, fmt.Sprintf("The program that %s starts answers with %s.", name, h.detail), do)
	case "silent":
		return e.broken(h.state, fmt.Sprintf("What %s starts does not answer.", name), do)
	}
	if e.system == "darwin" && h.detail == "signal: killed" {
		do = "macOS holds the program back; run: xattr -d com.apple.quarantine '" + path + "'"
	}
	return e.broken("ended", fmt.Sprintf("What %s starts ends at once (%s).", name, h.detail), do)
}

// forbidden returns why one of the policies in dir keeps the browser from
// starting the host, or "".
func forbidden(dir string) string {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if dir == "" || err != nil {
		return ""
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if why := hostmanifest.Forbids(text); why != "" {
			return why
		}
	}
	return ""
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
