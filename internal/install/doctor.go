package install

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"pulltab/internal/config"
	"pulltab/internal/hostmanifest"
)

// Finding is the diagnosis of one browser: a sentence, and the remedy.
type Finding struct {
	Browser   string `json:"browser"` // "" for one about the computer
	Packaging string `json:"packaging,omitempty"`
	State     string `json:"state"`
	OK        bool   `json:"ok"`
	Says      string `json:"says"`
	Do        string `json:"do,omitempty"`
	File      string `json:"file,omitempty"`
	Program   string `json:"program,omitempty"`   // that the browser starts
	Extension string `json:"extension,omitempty"` // enabled, disabled, absent, other or unknown
	Fixed     bool   `json:"fixed,omitempty"`

	fixable bool // install repairs it
}

// prober starts a host: Machine.startHost, except in tests.
type prober func(ctx context.Context, program string, args []string) handshake

// Diagnose diagnoses the browsers at places, and the computer. With fix it repairs
// registrations and diagnoses those browsers again.
func (m Machine) Diagnose(ctx context.Context, places []hostmanifest.Place, fix bool) ([]Finding, error) {
	findings, err := m.diagnoseAll(ctx, places, fix, m.startHost)
	return append(findings, m.diagnoseComputer(places)...), err
}

func (m Machine) diagnoseAll(ctx context.Context, places []hostmanifest.Place, fix bool, probe prober) ([]Finding, error) {
	findings := []Finding{}
	for _, p := range places {
		f := m.diagnose(ctx, p, probe)
		if fix && f.fixable {
			if _, err := m.Install([]hostmanifest.Place{p}, nil); err != nil {
				return nil, err
			}
			before := f.State
			f = m.diagnose(ctx, p, probe)
			f.Fixed = f.State != before && !f.fixable
		}
		findings = append(findings, f)
	}
	return findings, nil
}

// diagnosis is the diagnosis of one browser.
type diagnosis struct {
	Machine
	place    hostmanifest.Place
	file     string // the registration
	manifest hostmanifest.Manifest
}

// diagnose reads the registration of p's browser, checks the program, starts it,
// and looks for the extension. It returns the first problem.
func (m Machine) diagnose(ctx context.Context, p hostmanifest.Place, probe prober) Finding {
	d := diagnosis{Machine: m, place: p, file: m.fileOf(p)}
	if p.Impossible != "" {
		d.file = ""
		return d.problem("impossible", p.Name()+" cannot be used with Pulltab: "+p.Impossible+".", p.Instead)
	}
	program, bad := d.registration()
	policy := m.policy(p)
	if why := policy.ForbidsHost(d.place.AllUsers); why != "" {
		return d.problem("policy", p.Name()+" may not start Pulltab: "+why+".", "Ask the administrator to allow "+hostmanifest.HostName+", or use another browser.")
	}
	if bad == nil {
		bad = d.checkProgram(program)
	}
	if bad != nil {
		return *bad
	}
	ctx, cancel := context.WithTimeout(ctx, handshakeTimeout)
	defer cancel()
	f := d.interpret(program, probe(ctx, program, browserArgs(m.System, p, d.file)))
	f.Program = program
	if f.OK {
		d.addExtension(&f, policy)
	}
	return f
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

// checkProgram checks the file that the browser would start. It returns nil if
// the file is right.
func (d diagnosis) checkProgram(path string) *Finding {
	name := d.place.Name()
	info, err := os.Stat(path)
	var f Finding
	switch {
	case err != nil || info.IsDir():
		f = d.problem("program-missing", fmt.Sprintf("%s has a registration of Pulltab, but %s does not exist.", name, path), d.reinstall())
	case d.System != "windows" && !executable(info):
		f = d.problem("program-missing", fmt.Sprintf("%s has a registration of Pulltab, but %s is not executable.", name, path), d.reinstall())
	case !config.OnlyOwnerWrites(info):
		f = d.problem("unsafe", fmt.Sprintf("The program that %s starts can be changed by other users.", name), "Run: chmod go-w '"+path+"'")
	case d.place.Program != "" && path != d.Roots.Expand(d.place.Program):
		f = d.problem("outside-sandbox", name+" cannot access the program from inside its sandbox.", d.reinstall())
	case d.place.Program != "" && !sameContent(path, d.Program):
		f = d.problem("outdated", name+" has another version of Pulltab in its sandbox.", d.reinstall())
	case d.Quarantined != nil && d.Quarantined(path):
		f = d.problem("quarantined", fmt.Sprintf("macOS has quarantined the program that %s starts, since it was downloaded.", name), "Run: xattr -d com.apple.quarantine '"+path+"'")
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
		return d.works(path, h.version)
	case "cannot-start":
		says := fmt.Sprintf("%s cannot be started: %s.", path, h.detail)
		if why, remedy := d.denial(path, h.detail); why != "" {
			return d.problem("denied", fmt.Sprintf("%s cannot be started: %s.", path, why), remedy)
		}
		return d.problem(h.state, says, do)
	case "stray-text":
		return d.problem(h.state, fmt.Sprintf("The program that %s starts prints “%s” instead of messages, so the browser closes the connection.", name, h.detail), do)
	case "stranger":
		return d.problem(h.state, fmt.Sprintf("The program that %s starts rejects this extension.", name), do)
	case "too-old":
		return d.problem("outdated", fmt.Sprintf("%s starts a Pulltab that is too old for this one (%s).", name, path), do)
	case "too-new":
		return d.problem("outdated", fmt.Sprintf("%s starts a Pulltab that is newer than this one (%s).", name, path), "Update this program, or run: pulltab install --browser "+d.place.Browser+" to go back to it")
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

// works returns the finding for a host that answered.
func (d diagnosis) works(path, version string) Finding {
	name := d.place.Name()
	another := d.place.Program == "" && !sameFile(path, d.Program)
	switch {
	case version != d.Version && another:
		return d.problem("outdated", fmt.Sprintf("%s starts Pulltab %s at %s, but this is %s at %s.", name, version, path, d.Version, d.Program), d.reinstall())
	case version != d.Version:
		return d.problem("outdated", fmt.Sprintf("%s starts Pulltab %s, but this is %s.", name, version, d.Version), d.reinstall())
	}
	f := d.problem("works", fmt.Sprintf("%s starts Pulltab %s.", name, version), d.place.Advice)
	if another {
		f.Says = fmt.Sprintf("%s starts Pulltab %s from another place: %s.", name, version, path)
		f.Do = "To use this program instead, run: pulltab install --browser " + d.place.Browser
	}
	f.OK = true
	return f
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

// policy returns the administrators' policies for p's browser, of several files
// the strictest.
func (m Machine) policy(p hostmanifest.Place) hostmanifest.Policy {
	var all hostmanifest.Policy
	for _, dir := range p.Policies {
		files, err := filepath.Glob(filepath.Join(m.Roots.Expand(dir), "*.json"))
		if err != nil {
			continue
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil {
				all.Add(hostmanifest.ReadPolicy(p.Family, text))
			}
		}
	}
	if m.Registry != nil && p.PolicyKey != "" {
		for _, hive := range []string{`HKLM\`, `HKCU\`} {
			all.Add(hostmanifest.RegistryPolicy(func(sub string) map[string]string { return m.Registry.Values(hive + p.PolicyKey + sub) }))
		}
	}
	return all
}
