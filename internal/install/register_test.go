//go:build unix

package install

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pulltab/internal/config"
	"pulltab/internal/hostmanifest"
)

// fakeRegistry is a registry in memory.
type fakeRegistry map[string]string

func (r fakeRegistry) Get(key string) (string, bool, error) { v, ok := r[key]; return v, ok, nil }
func (r fakeRegistry) Set(key, value string) error          { r[key] = value; return nil }
func (r fakeRegistry) Delete(key string) error              { delete(r, key); return nil }

func (r fakeRegistry) Subkeys(key string) []string {
	var names []string
	for k := range r {
		if rest, ok := strings.CutPrefix(k, key+`\`); ok {
			name, _, _ := strings.Cut(rest, `\`)
			names = append(names, name)
		}
	}
	return names
}

// Values returns the key itself and the values that a test stored as KEY\@NAME.
func (r fakeRegistry) Values(key string) map[string]string {
	values := map[string]string{}
	for k, v := range r {
		if name, ok := strings.CutPrefix(k, key+`\@`); ok {
			values[name] = v
		}
	}
	return values
}

// computer returns a machine with an empty disk on which all browsers of system
// are installed, except those whose folder contains an element of without.
func computer(t *testing.T, system string, without ...string) Machine {
	t.Helper()
	m := bareComputer(t, system)
	for _, p := range hostmanifest.Places(system) {
		for _, present := range p.Present {
			skip := false
			for _, w := range without {
				skip = skip || strings.Contains(present, w)
			}
			if !skip {
				mustMkdir(t, m.Roots.Expand(present))
			}
		}
	}
	return m
}

// bareComputer returns a machine with an empty disk and no browser.
func bareComputer(t *testing.T, system string) Machine {
	t.Helper()
	dir := t.TempDir()
	m := Machine{
		System: system,
		Roots: hostmanifest.Roots{
			Home: filepath.Join(dir, "home u"), Config: filepath.Join(dir, "home u/config"),
			Local: filepath.Join(dir, "home u/local"), Roaming: filepath.Join(dir, "home u/roaming"),
			Common: filepath.Join(dir, "common"), System: filepath.Join(dir, "root"),
		},
		Folders: config.Folders{Config: filepath.Join(dir, "home u/config/pulltab")},
		Program: filepath.Join(dir, "bin/pulltab"),
		Version: "0.1.0",
		Path:    []string{filepath.Join(dir, "path")},
		Menus:   []string{filepath.Join(dir, "menu")},
		Owns:    Owns,
	}
	if system == "windows" {
		m.Registry = fakeRegistry{}
	}
	mustWrite(t, m.Program, "#!/bin/sh\necho usage: not a host\n", 0o755)
	return m
}

func mustWrite(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	mustMkdir(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func mustMkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

// tree lists all files and folders below dir, with modes and content.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %v", strings.TrimPrefix(path, dir), info.Mode())
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %q", text)
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func places(t *testing.T, m Machine, browsers ...string) []hostmanifest.Place {
	t.Helper()
	found, err := m.Choose(browsers)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func mustInstall(t *testing.T, m Machine, ids ...string) []Result {
	t.Helper()
	results, err := m.Install(places(t, m), ids)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.State == "failed" {
			t.Errorf("%s %s: %s", r.Browser, r.Packaging, r.Says)
		}
	}
	return results
}

func TestUninstallRestoresTheDisk(t *testing.T) {
	const dev = "abcdefghijklmnopabcdefghijklmnop"
	for _, system := range []string{"linux", "darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			m := computer(t, system)
			// One browser has an empty folder for registrations already; uninstall must keep
			// it.
			mustMkdir(t, m.Roots.Expand(hostmanifest.Places(system)[0].Dir))
			before := tree(t, m.Roots.Home)
			mustInstall(t, m, dev)
			once := tree(t, m.Roots.Home)
			for _, r := range mustInstall(t, m, dev) {
				if r.State == "registered" {
					t.Errorf("%s was registered again", r.Browser)
				}
			}
			if again := tree(t, m.Roots.Home); again != once {
				t.Errorf("the second install changed the disk:\n%s\n%s", once, again)
			}
			if once == before {
				t.Fatal("install wrote nothing")
			}
			if _, err := m.Uninstall(hostmanifest.Places(system), true); err != nil {
				t.Fatal(err)
			}
			if after := tree(t, m.Roots.Home); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
			if r, ok := m.Registry.(fakeRegistry); ok && len(r) > 0 {
				t.Errorf("left in the registry: %v", r)
			}
		})
	}
}

func TestInstallWritesEachBrowsersForm(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		m := computer(t, system)
		mustInstall(t, m)
		for _, p := range hostmanifest.Places(system) {
			file := m.fileOf(p)
			for _, key := range p.RegistryKeys() {
				file, _, _ = m.Registry.Get(key)
			}
			if p.Impossible != "" {
				if _, err := os.Lstat(file); err == nil {
					t.Errorf("%s: written for a browser that cannot use it", p.Name())
				}
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Errorf("%s: %v", p.Name(), err)
				continue
			}
			manifest, err := hostmanifest.Read(p.Family, text)
			if err != nil || !filepath.IsAbs(manifest.Path) {
				t.Errorf("%s: %q, %v", p.Name(), manifest.Path, err)
			}
			if inside := strings.HasPrefix(manifest.Path, m.Roots.Expand("$HOME/.var/app/"+p.App)); inside != (p.Packaging == hostmanifest.Flatpak) {
				t.Errorf("%s starts %s", p.Name(), manifest.Path)
			}
			if program, err := os.Stat(manifest.Path); err != nil || program.Mode().Perm() != 0o755 {
				t.Errorf("%s: %v, %v", p.Name(), program, err)
			}
		}
	}
}

func TestInstallSkipsAbsentBrowsers(t *testing.T) {
	m := computer(t, "linux", "chromium", "mozilla", ".var", "snap")
	for _, r := range mustInstall(t, m) {
		if strings.Contains(r.File, "/chromium/") || strings.Contains(r.File, ".mozilla") && r.Browser != "zen" || strings.Contains(r.File, ".var") {
			t.Errorf("%s: %s", r.Browser, r.File)
		}
	}
	if _, err := m.Choose([]string{"chromium"}); err == nil || !strings.Contains(err.Error(), "not installed on this computer") {
		t.Error(err)
	}
	if _, err := m.Choose([]string{"netscape"}); err == nil || !strings.Contains(err.Error(), "firefox") {
		t.Error(err)
	}
}

func TestInstallIgnoresTheUmask(t *testing.T) {
	old := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(old) })
	for _, mask := range []int{0, 0o077} {
		syscall.Umask(mask)
		m := computer(t, "linux")
		for _, p := range hostmanifest.Places("linux") { // folders of the browsers
			for _, dir := range p.Present {
				os.Chmod(m.Roots.Expand(dir), 0o755)
			}
		}
		mustInstall(t, m)
		p := places(t, m, "chromium")[0]
		for path, want := range map[string]fs.FileMode{m.fileOf(p): 0o644, filepath.Dir(m.fileOf(p)): fs.ModeDir | 0o700} {
			if info, err := os.Stat(path); err != nil || info.Mode() != want {
				t.Errorf("mask %o: %s is %v, want %v", mask, path, info.Mode(), want)
			}
		}
	}
}

func TestInstallRejectsUnsafePathsAndUninstallKeepsThem(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, dir, file string){
		"a folder that is a link": func(t *testing.T, dir, _ string) {
			elsewhere := t.TempDir()
			if err := os.Symlink(elsewhere, dir); err != nil {
				t.Fatal(err)
			}
		},
		"a folder that is a link to another registration": func(t *testing.T, dir, file string) {
			elsewhere := dir + "-elsewhere"
			mustMkdir(t, elsewhere)
			if err := os.Symlink(elsewhere, dir); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(elsewhere, filepath.Base(file)), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		},
		"a folder that everybody can write to": func(t *testing.T, dir, _ string) {
			mustMkdir(t, dir)
			os.Chmod(dir, 0o777)
		},
		"a folder that the group can write to": func(t *testing.T, dir, _ string) {
			mustMkdir(t, dir)
			os.Chmod(dir, 0o775)
		},
		"a file that is a link": func(t *testing.T, dir, file string) {
			mustMkdir(t, dir)
			if err := os.Symlink(filepath.Join(dir, "target"), file); err != nil {
				t.Fatal(err)
			}
		},
		"a folder in its place": func(t *testing.T, _, file string) { mustMkdir(t, file) },
	} {
		t.Run(name, func(t *testing.T) {
			m := computer(t, "linux")
			p := places(t, m, "chromium")[:1]
			prepare(t, filepath.Dir(m.fileOf(p[0])), m.fileOf(p[0]))
			before := tree(t, m.Roots.Expand("$CONFIG/chromium"))
			results, err := m.Install(p, nil)
			if err != nil || len(results) != 1 || results[0].State != "failed" || results[0].Says == "" {
				t.Errorf("%v, %v", results, err)
			}
			if after := tree(t, m.Roots.Expand("$CONFIG/chromium")); after != before {
				t.Errorf("changed:\n%s", after)
			}
			if results, err := m.Uninstall(p, true); err != nil {
				t.Errorf("%v, %v", results, err)
			}
			if after := tree(t, m.Roots.Expand("$CONFIG/chromium")); after != before {
				t.Errorf("uninstall changed:\n%s", after)
			}
		})
	}
}

func TestDevelopmentIDsAreInManifestAndCallers(t *testing.T) {
	const chromiumDev, firefoxDev = "abcdefghijklmnopabcdefghijklmnop", "dev@example.com"
	m := computer(t, "linux")
	mustInstall(t, m, chromiumDev, firefoxDev)
	mustInstall(t, m) // without the ids; they must remain
	known, err := m.Folders.Callers()
	if err != nil || !known.Allow(hostmanifest.Origin(chromiumDev)) || !known.Allow(firefoxDev) {
		t.Errorf("%v, %v", known, err)
	}
	for browser, want := range map[string]string{"chromium": chromiumDev, "firefox": firefoxDev} {
		text, err := os.ReadFile(m.fileOf(places(t, m, browser)[0]))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %v", browser, text, err)
		}
	}
}

func TestProgramOfGoRunIsRejected(t *testing.T) {
	for path, want := range map[string]bool{"/tmp/go-build123/b001/exe/host": false, "/home/u/bin/pulltab": true} {
		if err := (Machine{Program: path}).CheckProgram(); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestRegistrationsWritesNothing(t *testing.T) {
	m := computer(t, "linux")
	before := tree(t, m.Roots.Home)
	list := m.Registrations(places(t, m), nil)
	if len(list) < 20 || list[0].Manifest.Name != hostmanifest.HostName || list[0].File == "" {
		t.Errorf("%d registrations, the first %+v", len(list), list)
	}
	if after := tree(t, m.Roots.Home); after != before {
		t.Error("the disk changed")
	}
}

func TestDamagedRecordNamesTheRemedy(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, recordFile)
	if err := os.WriteFile(path, []byte("{{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openFiles(dir); err == nil || !strings.Contains(err.Error(), path+" is damaged; delete it") {
		t.Errorf("error %v", err)
	}
}
