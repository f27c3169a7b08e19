package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pulltab/internal/config"
	"pulltab/internal/hostmanifest"
)

// Finding is the diagnosis of one browser: a sentence, and the remedy.
type Finding struct {
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

// prober starts a host: Machine.startHost, except in tests.
type prober func(ctx context.Context, program string, args []string) handshake

// Diagnose diagnoses the browsers at places. With fix it repairs registrations
// and diagnoses those browsers again.
func (m Machine) Diagnose(ctx context.Context, places []hostmanifest.Place, fix bool) ([]Finding, error) {
	return m.diagnoseAll(ctx, places, fix, m.startHost)
}

func (m Machine) diagnoseAll(ctx context.Context, places []hostmanifest.Place, fix bool, probe prober) ([]Finding, error) {
	findings := []Finding{}
	for _, p := range places {
		f := m.diagnose(ctx, p, probe)
		if fix && f.fixable {
			if _, err := m.Install([]hostmanifest.Place{p}, nil); err != nil {
				return nil, err
			}
			f = m.diagnose(ctx, p, probe)
			f.Fixed = f.OK
		}
		findings = append(findings, f)
	}
	return findings, nil
}

// diagnosis is the diagnosis of one browser.
type diagnosis struct {
	Machine
	place hostmanifest.Place
	file  string // the registration
}

// diagnose reads the registration of p's browser, checks the program, and starts
// it. It returns the first problem.
func (m Machine) diagnose(ctx context.Context, p hostmanifest.Place, probe prober) Finding {
	d := diagnosis{m, p, m.fileOf(p)}
	if p.Impossible != "" {
		d.file = ""
		return d.problem("impossible", p.Impossible+".", p.Instead)
	}
	if why := forbidden(p.Policy); why != "" {
		return d.problem("policy", p.Name()+" may not start Pulltab: "+why+".", "Ask the administrator to allow "+hostmanifest.HostName+", or use another browser.")
	}
	program, bad := d.registration()
	if bad == nil {
		bad = d.checkProgram(program)
	}
	if bad != nil {
		return *bad
	}
	ctx, cancel := context.WithTimeout(ctx, handshakeTimeout)
	defer cancel()
	return d.interpret(program, probe(ctx, program, browserArgs(m.System, p, d.file)))
}

// problem returns a finding with a remedy.
func (d diagnosis) problem(state, says, do string) Finding {
	return Finding{
		Browser: d.place.Browser, Packaging: string(d.place.Packaging), File: d.file,
		State: state, Says: says, Do: do, fixable: do == d.reinstall(),
	}
}

// reinstall is the remedy for a wrong registration.
func (d diagnosis) reinstall() string { return "Run: pulltab install --browser " + d.place.Browser }

// registration reads the registration as the browser does and returns the path
// of its program, or a finding.
func (d *diagnosis) registration() (program string, bad *Finding) {
	name := d.place.Name()
	wrong := func(state, says, do string) (string, *Finding) {
		f := d.problem(state, says, do)
		return "", &f
	}
	if d.place.Key != "" && d.Registry != nil {
		named, found, err := d.Registry.Get(d.place.Key)
		switch {
		case err != nil:
			return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of HKCU\\"+d.place.Key+".")
		case !found:
			return wrong("missing", name+" has no registration of Pulltab.", d.reinstall())
		}
		d.file = named
	}
	info, err := os.Lstat(d.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wrong("missing", name+" has no registration of Pulltab.", d.reinstall())
	case err != nil:
		return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of "+d.file+".")
	case !info.Mode().IsRegular():
		return wrong("unsafe", name+"'s registration is a symbolic link, which Pulltab does not follow.", "Remove "+d.file+" and run: pulltab install")
	case !config.OnlyOwnerWrites(info):
		return wrong("unsafe", name+"'s registration can be changed by other users.", "Run: chmod go-w '"+d.file+"'")
	}
	text, err := os.ReadFile(d.file)
	if err != nil {
		return wrong("unreadable", fmt.Sprintf("%s's registration cannot be read: %v.", name, err), "Check the permissions of "+d.file+".")
	}
	manifest, err := hostmanifest.Read(d.place.Family, text)
	switch {
	case err != nil:
		return wrong("refused", fmt.Sprintf("%s rejects the registration: %v.", name, err), d.reinstall())
	case filepath.IsAbs(manifest.Path):
		return manifest.Path, nil
	case d.System == "windows":
		return filepath.Join(filepath.Dir(d.file), manifest.Path), nil
	}
	return wrong("refused", name+" rejects the registration: the program's path is not absolute.", d.reinstall())
}

// checkProgram checks the file that the browser would start. It returns nil if
// the file is right.
func (d diagnosis) checkProgram(path string) *Finding {
	name := d.place.Name()
	info, err := os.Stat(path)
	var f Finding
	switch {
	case err != nil || info.IsDir():
		f = d.problem("program-missing", fmt.Sprintf("%s has a registration of Pulltab, but %s does not exist.", name, path), d.reinstall())
	case d.System != "windows" && info.Mode()&0o111 == 0:
		f = d.problem("program-missing", fmt.Sprintf("%s has a registration of Pulltab, but %s is not executable.", name, path), d.reinstall())
	case !config.OnlyOwnerWrites(info):
		f = d.problem("unsafe", fmt.Sprintf("The program that %s starts can be changed by other users.", name), "Run: chmod go-w '"+path+"'")
	case d.place.Program != "" && path != d.Roots.Expand(d.place.Program):
		f = d.problem("outside-sandbox", name+" cannot access the program from inside its sandbox.", d.reinstall())
	case d.place.Program != "" && !sameContent(path, d.Program):
		f = d.problem("outdated", name+" has another version of Pulltab in its sandbox.", d.reinstall())
	default:
		return nil
	}
	return &f
}

// interpret returns the finding for a handshake with the program at path.
func (d diagnosis) interpret(path string, h handshake) Finding {
	name, do := d.place.Name(), d.reinstall()
	switch h.state {
	case "works":
		if h.version != d.Version {
			return d.problem("outdated", fmt.Sprintf("%s starts Pulltab %s, but this is %s.", name, h.version, d.Version), do)
		}
		f := d.problem("works", fmt.Sprintf("%s starts Pulltab %s.", name, h.version), d.place.Advice)
		f.OK = true
		return f
	case "cannot-start":
		return d.problem(h.state, fmt.Sprintf("%s cannot be started: %s.", path, h.detail), do)
	case "stray-text":
		return d.problem(h.state, fmt.Sprintf("The program that %s starts prints “%s” instead of messages, so the browser closes the connection.", name, h.detail), do)
	case "stranger":
		return d.problem(h.state, fmt.Sprintf("The program that %s starts rejects this extension.", name), do)
	case "refused":
		return d.problem(h.state, fmt.Sprintf("The program that %s starts answers with %s.", name, h.detail), do)
	case "silent":
		return d.problem(h.state, fmt.Sprintf("The program that %s starts does not answer.", name), do)
	}
	if d.System == "darwin" && h.detail == "signal: killed" {
		do = "macOS has quarantined the program; run: xattr -d com.apple.quarantine '" + path + "'"
	}
	return d.problem("ended", fmt.Sprintf("The program that %s starts ends at once (%s).", name, h.detail), do)
}

// forbidden returns the reason why a policy in dir forbids the browser to start
// the host, or "".
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

// browserArgs returns the arguments with which p's browser starts a host.
func browserArgs(system string, p hostmanifest.Place, file string) []string {
	switch {
	case p.Family == hostmanifest.Gecko:
		return []string{file, hostmanifest.FirefoxID}
	case system == "windows":
		return []string{hostmanifest.Origin(hostmanifest.ChromiumID), "--parent-window=0"}
	}
	return []string{hostmanifest.Origin(hostmanifest.ChromiumID)}
}

// sameContent reports whether two files have the same content.
func sameContent(a, b string) bool {
	left, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	right, err := os.ReadFile(b)
	return err == nil && bytes.Equal(left, right)
}
