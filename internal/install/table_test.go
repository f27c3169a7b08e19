//go:build unix

package install

import (
	"os"
	"path/filepath"
	"testing"

	"pulltab/internal/hostmanifest"
)

// plant makes a sign visible on a computer.
func plant(t *testing.T, m Machine, s hostmanifest.Sign) {
	t.Helper()
	switch s.Kind {
	case hostmanifest.File:
		mustMkdir(t, m.Roots.Expand(s.Name))
	case hostmanifest.Path:
		mustWrite(t, filepath.Join(m.Path[0], s.Name), "", 0o755)
	case hostmanifest.Desktop:
		mustWrite(t, filepath.Join(m.Menus[0], "applications", s.Name+".desktop"), "", 0o644)
	case hostmanifest.Bundle:
		mustMkdir(t, m.Roots.Expand("$HOME/Applications/"+s.Name+".app"))
	case hostmanifest.Client:
		m.Registry.Set(`HKLM\Software\WOW6432Node\Clients\StartMenuInternet\`+s.Name+`1A2B`, "")
	case hostmanifest.AppPath:
		m.Registry.Set(`HKCU\Software\Microsoft\Windows\CurrentVersion\App Paths\`+s.Name+`.exe`, "")
	default:
		t.Fatalf("a sign of unknown kind %q", s.Kind)
	}
}

// chosen returns p's place on m if its browser is found there.
func chosen(t *testing.T, m Machine, p hostmanifest.Place) bool {
	t.Helper()
	found, err := m.Choose(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.Browser == p.Browser && f.Packaging == p.Packaging {
			return true
		}
	}
	return false
}

// installAt registers with p's browser alone.
func installAt(t *testing.T, m Machine, p hostmanifest.Place) {
	t.Helper()
	results, err := m.Install([]hostmanifest.Place{p}, nil)
	if err != nil || len(results) != 1 || results[0].State == "failed" {
		t.Fatalf("%v, %v", results, err)
	}
}

// starts returns the program that p's browser would start.
func starts(t *testing.T, m Machine, p hostmanifest.Place) string {
	t.Helper()
	d := diagnosis{Machine: m, place: p, file: m.fileOf(p)}
	program, bad := d.registration()
	if bad != nil {
		t.Fatalf("%+v", bad)
	}
	return program
}

// states are the situations in which a browser and this program can be. Each gets
// a computer without any browser.
var states = map[string]func(t *testing.T, m Machine, p hostmanifest.Place){
	"never started": func(t *testing.T, _ Machine, p hostmanifest.Place) {
		if len(p.Signs) == 0 {
			t.Fatal("there is no sign of this browser before its first start")
		}
		for _, s := range p.Signs {
			m := bareComputer(t, p.System)
			plant(t, m, s)
			if !chosen(t, m, p) {
				t.Errorf("not found by %v", s)
				continue
			}
			installAt(t, m, p)
			if p.Impossible == "" && starts(t, m, p) != m.programOf(p) {
				t.Errorf("%v: starts %s", s, starts(t, m, p))
			}
		}
	},
	"started": func(t *testing.T, _ Machine, p hostmanifest.Place) {
		for _, dir := range p.Present {
			m := bareComputer(t, p.System)
			mustMkdir(t, m.Roots.Expand(dir))
			if !chosen(t, m, p) {
				t.Errorf("not found by %s", dir)
			}
			installAt(t, m, p)
			if p.Impossible == "" && starts(t, m, p) != m.programOf(p) {
				t.Errorf("%s: starts %s", dir, starts(t, m, p))
			}
		}
	},
	"moved": func(t *testing.T, m Machine, p hostmanifest.Place) {
		installAt(t, m, p)
		moved := m
		moved.Program = filepath.Join(filepath.Dir(m.Program), "new", "pulltab")
		mustMkdir(t, filepath.Dir(moved.Program))
		if err := os.Rename(m.Program, moved.Program); err != nil {
			t.Fatal(err)
		}
		healed, err := moved.Heal()
		if err != nil {
			t.Fatal(err)
		}
		if p.Impossible != "" {
			if len(healed) > 0 {
				t.Errorf("%v", healed)
			}
			return
		}
		// A sandbox has a copy of the program, which did not move.
		if want := moved.programOf(p); starts(t, moved, p) != want || (len(healed) == 0) != (p.Program != "") {
			t.Errorf("starts %s after %v, want %s", starts(t, moved, p), healed, want)
		}
	},
	"upgraded": func(t *testing.T, m Machine, p hostmanifest.Place) {
		prefix := filepath.Dir(filepath.Dir(m.Program))
		version := func(n string) string { return filepath.Join(prefix, "Cellar/pulltab", n, "bin/pulltab") }
		link := filepath.Join(prefix, "bin/pulltab")
		os.Remove(link)
		for _, n := range []string{"1", "2"} {
			mustWrite(t, version(n), "version "+n, 0o755)
			os.Remove(link)
			if err := os.Symlink(version(n), link); err != nil {
				t.Fatal(err)
			}
			if n == "2" {
				os.RemoveAll(filepath.Dir(filepath.Dir(version("1"))))
				if p.Impossible == "" && p.Program == "" && starts(t, m, p) != link {
					t.Errorf("starts %s before another install", starts(t, m, p))
				}
			}
			m.Program = StableProgram(version(n), m.Path)
			installAt(t, m, p)
		}
		if p.Impossible != "" {
			return
		}
		text, err := os.ReadFile(starts(t, m, p))
		if err != nil || string(text) != "version 2" {
			t.Errorf("starts %q, %v", text, err)
		}
	},
	"removed": func(t *testing.T, m Machine, p hostmanifest.Place) {
		before := tree(t, m.Roots.Home)
		installAt(t, m, p)
		if _, err := m.Uninstall(m.All(), true); err != nil {
			t.Fatal(err)
		}
		if after := tree(t, m.Roots.Home); after != before {
			t.Errorf("before:\n%s\nafter:\n%s", before, after)
		}
		if r, ok := m.Registry.(fakeRegistry); ok && len(r) > 0 {
			t.Errorf("left in the registry: %v", r)
		}
		if chosen(t, m, p) {
			t.Error("found although it is removed")
		}
	},
}

// The table comes from the list of places: a browser that is added there without a
// sign, a folder or a way back fails here.
func TestEveryPlaceInEveryState(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, p := range hostmanifest.Places(system) {
			for state, check := range states {
				t.Run(system+"/"+p.Browser+string(p.Packaging)+"/"+state, func(t *testing.T) {
					t.Parallel() // most of the time is spent in waiting for the disk
					m := bareComputer(t, system)
					mustMkdir(t, m.Roots.Home)
					check(t, m, p)
				})
			}
		}
	}
}

// A second version beside the first leaves a registration alone whose program
// works, and so do files that the record does not list.
func TestHealKeepsWhatIsNotStaleOrNotOurs(t *testing.T) {
	m := computer(t, "linux")
	p := places(t, m, "chromium")[:1]
	installAt(t, m, p[0])
	other := m
	other.Program = filepath.Join(t.TempDir(), "pulltab")
	mustWrite(t, other.Program, "", 0o755)
	stale := string(hostmanifest.New(hostmanifest.Chromium, "/nowhere/pulltab").Text())
	file := m.fileOf(p[0])
	for name, prepare := range map[string]func(){
		"a working one": func() {},
		"one that is not in the record": func() {
			mustWrite(t, filepath.Join(m.Roots.Config, "opera/NativeMessagingHosts/io.pulltab.host.json"), stale, 0o644)
		},
		"one that others can write": func() { mustWrite(t, file, stale, 0o666) },
		"a link": func() {
			os.Rename(file, file+"-target")
			mustWrite(t, file+"-target", stale, 0o644)
			os.Symlink(file+"-target", file)
		},
	} {
		os.Remove(file)
		os.Remove(file + "-target")
		installAt(t, m, p[0])
		prepare()
		before := tree(t, m.Roots.Home)
		healed, err := other.Heal()
		if err != nil || len(healed) > 0 || tree(t, m.Roots.Home) != before {
			t.Errorf("%s: %v, %v", name, healed, err)
		}
	}
	os.Remove(file)
	mustWrite(t, file, stale, 0o644)
	if healed, err := other.Heal(); err != nil || len(healed) != 1 || starts(t, other, p[0]) != other.Program {
		t.Errorf("stale: %v, %v", healed, err)
	}
}

func TestStableProgramPrefersTheLinkOfThePackageManager(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct{ program, link string }{
		{"opt/homebrew/Cellar/pulltab/1.2.3/bin/pulltab", "opt/homebrew/bin/pulltab"},
		{"nix/store/abc-pulltab-1/bin/pulltab", "path/pulltab"},
		{"gnu/store/abc-pulltab-1/bin/pulltab", "path/pulltab"},
		{"scoop/apps/pulltab/1.2.3/pulltab", "scoop/apps/pulltab/current/pulltab"},
		{"AppData/Local/Microsoft/WinGet/Packages/Pulltab_1/pulltab", "path/pulltab"},
		{"home/.local/bin/pulltab", ""},
	} {
		program, link := filepath.Join(root, c.program), filepath.Join(root, c.link)
		mustWrite(t, program, "", 0o755)
		want := program
		if c.link != "" {
			want = link
			mustMkdir(t, filepath.Dir(filepath.Dir(link)))
			if filepath.Base(filepath.Dir(link)) == "current" { // Scoop links the folder
				os.Symlink(filepath.Dir(program), filepath.Dir(link))
			} else {
				mustMkdir(t, filepath.Dir(link))
				os.Remove(link)
				os.Symlink(program, link)
			}
		}
		if got := StableProgram(program, []string{"relative", filepath.Join(root, "path")}); got != want {
			t.Errorf("%s: %s, want %s", c.program, got, want)
		}
		if got := (Machine{Program: program}).Versioned(); got != (c.link != "") {
			t.Errorf("%s: versioned %v", c.program, got)
		}
	}
}

func TestInstallForAllUsers(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		m := computer(t, system)
		m.AllUsers = true
		home := tree(t, m.Roots.Home)
		shared := places(t, m)
		results, err := m.Install(shared, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			if r.State != "registered" && r.State != "unchanged" && r.State != "impossible" {
				t.Errorf("%+v", r)
			}
			if shared[i].Impossible == "" && starts(t, m, shared[i]) != m.Program {
				t.Errorf("%s starts %s", r.Browser, starts(t, m, shared[i]))
			}
		}
		if tree(t, m.Roots.Home) != home {
			t.Errorf("%s: the user's folder changed", system)
		}
		user := m
		user.AllUsers = false
		if system != "windows" { // there a key of the user costs nothing and comes first
			results, err = user.Install(places(t, user, "firefox")[:1], nil)
			if err != nil || results[0].Says != "already registered for all users" || tree(t, m.Roots.Home) != home {
				t.Errorf("%v, %v", results, err)
			}
			if f := user.diagnose(t.Context(), places(t, user, "firefox")[0], works); !f.OK {
				t.Errorf("%+v", f)
			}
		}
		if _, err := m.Uninstall(m.All(), true); err != nil {
			t.Fatal(err)
		}
		for _, p := range shared {
			if exists(m.fileOf(p)) {
				t.Errorf("%s stays", m.fileOf(p))
			}
		}
		m.Program = filepath.Join(m.Roots.Home, "bin/pulltab")
		if err := m.CheckProgram(); err == nil {
			t.Error("a program in a user's folder was accepted")
		}
	}
}

func TestLinksOfAPackageManagerAreRegistrations(t *testing.T) {
	m := computer(t, "linux", ".var", "snap")
	store := t.TempDir()
	for name, link := range map[string]func(file, target string){
		"a linked file":   func(file, target string) { mustMkdir(t, filepath.Dir(file)); os.Symlink(target, file) },
		"a linked folder": func(file, target string) { os.Symlink(filepath.Dir(target), filepath.Dir(file)) },
	} {
		p := places(t, m, "firefox")[0]
		file := m.fileOf(p)
		os.RemoveAll(filepath.Dir(file))
		target := filepath.Join(store, filepath.Base(file))
		mustWrite(t, target, string(hostmanifest.New(p.Family, m.Program).Text()), 0o444)
		link(file, target)
		before := tree(t, m.Roots.Home)
		results, err := m.Install([]hostmanifest.Place{p}, nil)
		if err != nil || results[0].State != "unchanged" || tree(t, m.Roots.Home) != before {
			t.Errorf("%s: %v, %v", name, results, err)
		}
		if f := m.diagnose(t.Context(), p, works); !f.OK {
			t.Errorf("%s: %+v", name, f)
		}
		os.Chmod(target, 0o666)
		if f := m.diagnose(t.Context(), p, works); f.State != "unsafe" {
			t.Errorf("%s that others can change: %+v", name, f)
		}
	}
}

func TestRemoveProgramKeepsThatOfAPackage(t *testing.T) {
	m := bareComputer(t, "linux")
	if left, err := m.RemoveProgram(); err != nil || left != "" || exists(m.Program) {
		t.Errorf("%q, %v", left, err)
	}
	for _, program := range []string{"/usr/bin/pulltab", "/opt/homebrew/bin/pulltab", "/x/scoop/apps/pulltab/current/pulltab"} {
		m.Program = m.Roots.System + program
		mustWrite(t, m.Program, "", 0o755)
		if _, err := m.RemoveProgram(); err == nil || !exists(m.Program) {
			t.Errorf("%s: %v", program, err)
		}
	}
}
