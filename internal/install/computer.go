package install

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/hostmanifest"
)

// diagnoseComputer returns findings about the computer: Linux inside Windows, and
// running browsers that keep their profile in another folder.
func (m Machine) diagnoseComputer(places []hostmanifest.Place) []Finding {
	var findings []Finding
	if m.System != "linux" {
		return nil
	}
	if kernel, err := os.ReadFile(m.Roots.Expand("$ROOT/proc/sys/kernel/osrelease")); err == nil && strings.Contains(strings.ToLower(string(kernel)), "microsoft") {
		findings = append(findings, Finding{
			State: "wsl", OK: true,
			Says: "This is Linux inside Windows (WSL): browsers of Windows cannot start this program.",
			Do:   "To use Pulltab in them, install it in Windows too.",
		})
	}
	for _, p := range places {
		for _, dir := range m.otherProfiles(p) {
			own := p
			own.Dir = filepath.Join(dir, "NativeMessagingHosts")
			if exists(own.File()) {
				continue
			}
			findings = append(findings, Finding{
				Browser: p.Browser, Packaging: string(p.Packaging), State: "elsewhere", File: own.File(),
				Says: fmt.Sprintf("%s runs with its profile in %s, where Pulltab is not registered.", p.Name(), dir),
				Do:   fmt.Sprintf("Run: pulltab install --browser %s --dir '%s'", p.Browser, own.Dir),
			})
		}
	}
	return findings
}

// otherProfiles returns the folders that running processes of p's browser, one of
// Chromium's family, got with --user-data-dir.
func (m Machine) otherProfiles(p hostmanifest.Place) []string {
	if p.Family != hostmanifest.Chromium || p.Packaging != hostmanifest.Native {
		return nil
	}
	files, err := filepath.Glob(m.Roots.Expand("$ROOT/proc") + "/[0-9]*/cmdline")
	if err != nil {
		return nil
	}
	var dirs []string
	for _, file := range files {
		text, err := os.ReadFile(file) // of other users' processes too; their folders are not readable
		if err != nil {
			continue
		}
		args := strings.Split(string(text), "\x00")
		if !m.runs(p, args[0]) || slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--type=") }) {
			continue
		}
		for _, a := range args[1:] {
			dir, ok := strings.CutPrefix(a, "--user-data-dir=")
			if ok && filepath.IsAbs(dir) && !slices.Contains(dirs, dir) && exists(dir) && dir != m.Roots.Expand(p.Present[0]) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// runs reports whether program is one of p's browser.
func (m Machine) runs(p hostmanifest.Place, program string) bool {
	for _, s := range p.Signs {
		switch s.Kind {
		case hostmanifest.File:
			if strings.HasPrefix(program, m.Roots.Expand(s.Name)+"/") {
				return true
			}
		case hostmanifest.Path:
			if filepath.Base(program) == s.Name {
				return true
			}
		}
	}
	return false
}

// denial explains why the kernel of Linux refuses to start a program whose mode
// allows it, and names the remedy; without an explanation it returns "".
func (m Machine) denial(path, detail string) (why, remedy string) {
	if m.System != "linux" || !strings.Contains(detail, "permission denied") {
		return "", ""
	}
	if mountedNoexec(path) {
		return "its file system is mounted without permission to run programs (noexec)", "Move the program to another folder, for example ~/.local/bin, and run there: pulltab install"
	}
	if enforce, err := os.ReadFile(m.Roots.Expand("$ROOT/sys/fs/selinux/enforce")); err == nil && strings.TrimSpace(string(enforce)) == "1" {
		return "SELinux forbids it", "Run: restorecon -v '" + path + "'; the denial is listed by: sudo ausearch -m avc -ts recent"
	}
	if exists(m.Roots.Expand("$ROOT/sys/kernel/security/apparmor")) {
		return "AppArmor may forbid it", "Look for the denial: sudo dmesg | grep apparmor"
	}
	return "", ""
}
