//go:build unix

package install

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/hostmanifest"
)

// Cases that the trackers of other products with native messaging name most.

func TestMachineWithBraveAlone(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		m := bareComputer(t, system)
		for _, p := range hostmanifest.Places(system) {
			if p.Browser == "brave" && p.Packaging == hostmanifest.Native {
				plant(t, m, p.Signs[0])
			}
		}
		p := places(t, m)
		if len(p) != 1 || p[0].Browser != "brave" {
			t.Fatalf("%s: %v", system, p)
		}
		installAt(t, m, p[0])
		if f := m.diagnose(t.Context(), p[0], works); !f.OK || f.Extension != "unknown" {
			t.Errorf("%s: %+v", system, f)
		}
		// Chromium's code for Windows reads Google's key in all builds but Google's too.
		if r, ok := m.Registry.(fakeRegistry); ok && r[`HKCU\Software\Google\Chrome\NativeMessagingHosts\io.pulltab.host`] != m.fileOf(p[0]) {
			t.Errorf("%v", r)
		}
	}
}

func TestVersionPathThatDisappears(t *testing.T) {
	m := computer(t, "linux", ".var", "snap")
	p := places(t, m, "chromium")[0]
	old := m
	old.Program = filepath.Join(t.TempDir(), "Cellar/pulltab/1/bin/pulltab")
	mustWrite(t, old.Program, "", 0o755)
	installAt(t, old, p)
	os.Remove(old.Program)
	f := m.diagnose(t.Context(), p, works)
	if f.State != "program-missing" || !strings.Contains(f.Says, old.Program) || !f.fixable {
		t.Errorf("%+v", f)
	}
	if fixed, err := m.diagnoseAll(t.Context(), []hostmanifest.Place{p}, true, works); err != nil || !fixed[0].OK || !fixed[0].Fixed {
		t.Errorf("%+v, %v", fixed, err)
	}
}

func TestTwoHostsAndOneExtension(t *testing.T) {
	m := computer(t, "linux", ".var", "snap")
	p := places(t, m, "chromium")[0]
	other := m
	other.Program = filepath.Join(t.TempDir(), "pulltab")
	mustWrite(t, other.Program, "", 0o755)
	installAt(t, other, p)
	if f := m.diagnose(t.Context(), p, works); !f.OK || f.Program != other.Program || !strings.Contains(f.Says, other.Program) || f.Do == "" {
		t.Errorf("%+v", f)
	}
	m.Version = "0.2.0"
	if f := m.diagnose(t.Context(), p, works); f.State != "outdated" || !strings.Contains(f.Says, other.Program) || !f.fixable {
		t.Errorf("%+v", f)
	}
	// The manifest of another product under our name.
	mustWrite(t, m.fileOf(p), `{"name":"org.other.host","type":"stdio","path":"/bin/true","allowed_origins":[]}`, 0o644)
	if f := m.diagnose(t.Context(), p, works); f.State != "refused" || !strings.Contains(f.Says, "org.other.host") {
		t.Errorf("%+v", f)
	}
}

func TestProfileFolderElsewhere(t *testing.T) {
	m := bareComputer(t, "linux")
	m.Roots.Config = filepath.Join(t.TempDir(), "xdg") // XDG_CONFIG_HOME
	mustMkdir(t, filepath.Join(m.Roots.Config, "chromium"))
	p := places(t, m)
	if len(p) != 1 || p[0].Browser != "chromium" {
		t.Fatalf("%v", p)
	}
	installAt(t, m, p[0])
	if !strings.HasPrefix(m.fileOf(p[0]), m.Roots.Config) || !exists(m.fileOf(p[0])) {
		t.Error(m.fileOf(p[0]))
	}

	profile := filepath.Join(t.TempDir(), "other profile") // --user-data-dir
	mustMkdir(t, profile)
	process := func(pid string, args ...string) {
		mustWrite(t, m.Roots.Expand("$ROOT/proc/"+pid+"/cmdline"), strings.Join(args, "\x00")+"\x00", 0o644)
	}
	process("1", "/sbin/init")
	process("7", "/usr/bin/otherbrowser", "--user-data-dir=/tmp")
	process("8", m.Roots.Expand("$ROOT/usr/lib/chromium/chromium"), "--user-data-dir="+profile)
	process("9", m.Roots.Expand("$ROOT/usr/lib/chromium/chromium"), "--type=renderer", "--user-data-dir=/usr")
	found := m.diagnoseComputer(p)
	if len(found) != 1 || found[0].State != "elsewhere" || !strings.Contains(found[0].Do, "--dir '"+profile+"/NativeMessagingHosts'") {
		t.Fatalf("%+v", found)
	}
	mustWrite(t, filepath.Join(profile, "NativeMessagingHosts/io.pulltab.host.json"), "{}", 0o644)
	if found := m.diagnoseComputer(p); len(found) != 0 {
		t.Errorf("%+v", found)
	}
}

func TestManifestOwnedByRoot(t *testing.T) {
	m := computer(t, "linux", ".var", "snap")
	p := places(t, m, "firefox")[0]
	mustWrite(t, m.fileOf(p), "{}", 0o644)
	m.Owns = func(fs.FileInfo) bool { return false }
	f := m.diagnose(t.Context(), p, works)
	if f.State != "refused" || !strings.Contains(f.Do, "sudo rm '"+m.fileOf(p)+"'") || f.fixable {
		t.Errorf("%+v", f)
	}
}

func TestRoamingWindowsProfile(t *testing.T) {
	m := computer(t, "windows")
	p := places(t, m, "chrome")[0]
	installAt(t, m, p)
	os.RemoveAll(m.Roots.Local) // the registry roams, this folder does not
	f := m.diagnose(t.Context(), p, works)
	if f.State != "missing" || !strings.Contains(f.Says, "does not exist on this computer") || !f.fixable {
		t.Errorf("%+v", f)
	}
	if fixed, err := m.diagnoseAll(t.Context(), []hostmanifest.Place{p}, true, works); err != nil || !fixed[0].OK {
		t.Errorf("%+v, %v", fixed, err)
	}
}

func TestDoctorKnowsWhetherTheExtensionIsThere(t *testing.T) {
	const dev = "abcdefghijklmnopabcdefghijklmnop"
	unpacked := t.TempDir()
	mustWrite(t, filepath.Join(unpacked, "manifest.json"), `{"short_name":"Pulltab"}`, 0o644)
	for _, c := range []struct{ name, browser, file, text, state, extension string }{
		{"no profile", "chromium", "", "", "works", "unknown"},
		{"a profile without it", "chromium", "Default/Preferences", `{}`, "no-extension", "absent"},
		{"a damaged profile", "chromium", "Default/Preferences", `{`, "no-extension", "absent"},
		{"there", "chromium", "Profile 2/Secure Preferences", `{"extensions":{"settings":{"ID":{"state":1,"disable_reasons":[]}}}}`, "works", "enabled"},
		{"there, in a newer version's form", "chromium", "Default/Preferences", `{"extensions":{"settings":{"ID":{"location":8}}}}`, "works", "enabled"},
		{"off", "chromium", "Default/Preferences", `{"extensions":{"settings":{"ID":{"state":0,"disable_reasons":1}}}}`, "extension-off", "disabled"},
		{"off, in a newer version's form", "chromium", "Default/Preferences", `{"extensions":{"settings":{"ID":{"disable_reasons":[1]}}}}`, "extension-off", "disabled"},
		{"under another id", "chromium", "Default/Preferences", `{"extensions":{"settings":{"` + dev + `":{"state":1,"path":"` + unpacked + `"}}}}`, "wrong-id", "other"},
		{"another product", "chromium", "Default/Preferences", `{"extensions":{"settings":{"` + dev + `":{"state":1,"path":"/nowhere"}}}}`, "no-extension", "absent"},
		{"there", "firefox", "firefox/abc.default/extensions.json", `{"addons":[{"id":"ID","active":true}]}`, "works", "enabled"},
		{"off", "firefox", "firefox/abc.default/extensions.json", `{"addons":[{"id":"ID","active":false}]}`, "extension-off", "disabled"},
		{"not there", "firefox", "firefox/abc.default/extensions.json", `{"addons":[{"id":"a@b","active":true}]}`, "no-extension", "absent"},
	} {
		t.Run(c.browser+" "+c.name, func(t *testing.T) {
			m := computer(t, "linux", ".var", "snap")
			p := places(t, m, c.browser)[0]
			installAt(t, m, p)
			if c.file != "" {
				text := strings.ReplaceAll(c.text, "ID", hostmanifest.Released(p.Family)[0])
				mustWrite(t, filepath.Join(m.Roots.Expand(p.Present[0]), c.file), text, 0o600)
			}
			f := m.diagnose(t.Context(), p, works)
			if f.State != c.state || f.Extension != c.extension || f.OK != (c.state == "works") || !f.OK && f.Do == "" {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestDoctorTellsAPolicyAgainstTheExtension(t *testing.T) {
	for browser, policy := range map[string]string{
		"chromium": `{"ExtensionInstallBlocklist":["*"]}`,
		"firefox":  `{"policies":{"ExtensionSettings":{"*":{"installation_mode":"blocked"}}}}`,
	} {
		m := computer(t, "linux", ".var", "snap")
		p := places(t, m, browser)[0]
		installAt(t, m, p)
		mustWrite(t, filepath.Join(m.Roots.Expand(p.Policies[0]), "policies.json"), policy, 0o644)
		if f := m.diagnose(t.Context(), p, works); f.State != "policy" || !strings.Contains(f.Says, "extension") || f.OK {
			t.Errorf("%+v", f)
		}
	}
	m := computer(t, "windows")
	p := places(t, m, "edge")[0]
	installAt(t, m, p)
	m.Registry.Set(`HKLM\Software\Policies\Microsoft\Edge\NativeMessagingBlocklist\@1`, "*")
	if f := m.diagnose(t.Context(), p, works); f.State != "policy" || f.OK {
		t.Errorf("%+v", f)
	}
}

func TestDoctorTellsWhatTheSystemDoes(t *testing.T) {
	m := computer(t, "darwin")
	p := places(t, m, "chrome")[0]
	installAt(t, m, p)
	m.Quarantined = func(path string) bool { return path == m.Program }
	if f := m.diagnose(t.Context(), p, works); f.State != "quarantined" || !strings.Contains(f.Do, "xattr") {
		t.Errorf("%+v", f)
	}

	m = bareComputer(t, "linux")
	mustWrite(t, m.Roots.Expand("$ROOT/proc/sys/kernel/osrelease"), "5.15.0-microsoft-standard-WSL2\n", 0o644)
	if found := m.diagnoseComputer(nil); len(found) != 1 || found[0].State != "wsl" {
		t.Errorf("%+v", found)
	}

	denied := handshake{state: "cannot-start", detail: "fork/exec /x: permission denied"}
	d := diagnosis{Machine: m, place: hostmanifest.Places("linux")[0]}
	if f := d.interpret(m.Program, denied); f.State != "cannot-start" {
		t.Errorf("%+v", f)
	}
	mustMkdir(t, m.Roots.Expand("$ROOT/sys/kernel/security/apparmor"))
	if f := d.interpret(m.Program, denied); f.State != "denied" || !strings.Contains(f.Says, "AppArmor") {
		t.Errorf("%+v", f)
	}
	mustWrite(t, m.Roots.Expand("$ROOT/sys/fs/selinux/enforce"), "1", 0o644)
	if f := d.interpret(m.Program, denied); f.State != "denied" || !strings.Contains(f.Do, "restorecon") {
		t.Errorf("%+v", f)
	}
}

func TestTorBrowserIsRefusedWithAReason(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		m := computer(t, system)
		p := places(t, m, "tor")[0]
		if f := m.diagnose(t.Context(), p, works); f.State != "impossible" || f.fixable || !strings.Contains(f.Says, "Tor Browser") || f.Do == "" {
			t.Errorf("%+v", f)
		}
	}
}
