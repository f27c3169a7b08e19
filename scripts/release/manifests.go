package main

import (
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// manifestFiles are the manifests for package managers: a template, and the place
// below dist/release/manifests.
var manifestFiles = map[string]string{
	"winget.yaml":           "winget/Pulltab.Pulltab.yaml",
	"winget-installer.yaml": "winget/Pulltab.Pulltab.installer.yaml",
	"winget-locale.yaml":    "winget/Pulltab.Pulltab.locale.en-US.yaml",
	"homebrew.rb":           "homebrew/pulltab.rb",
	"PKGBUILD":              "aur/PKGBUILD",
	"SRCINFO":               "aur/.SRCINFO",
	"pulltab.nix":           "nix/pulltab.nix",
	"scoop.json":            "scoop/pulltab.json",
}

// manifestValues are the values of the templates.
type manifestValues struct {
	Version, Base, Description, Date string
	files                            map[target]download
}

type download struct{ Name, Sum string }

// File returns the archive of a target, such as "linux-amd64".
func (v manifestValues) File(name string) (download, error) {
	system, arch, _ := strings.Cut(name, "-")
	d, ok := v.files[target{system, arch}]
	if !ok {
		return d, fmt.Errorf("no archive for %s", name)
	}
	return d, nil
}

// manifests writes the manifests for package managers, if all targets were built,
// and checks their syntax with the programs that this computer has.
func (r *release) manifests() error {
	if len(r.targets) < len(allTargets) {
		return nil
	}
	values := manifestValues{Version: r.version, Base: r.base, Description: "Turns rendered web pages into Markdown", Date: r.time.Format("2006-01-02"), files: map[target]download{}}
	for _, t := range r.targets {
		sum, err := r.sum(r.archiveName(t))
		if err != nil {
			return err
		}
		values.files[t] = download{r.archiveName(t), sum}
	}
	dir := filepath.Join(r.out, "manifests")
	if err := writeManifests(dir, values); err != nil {
		return err
	}
	return checkManifests(dir)
}

func writeManifests(dir string, values manifestValues) error {
	for name, file := range manifestFiles {
		text, err := template.New(name).ParseFS(templates, "templates/"+name)
		if err != nil {
			return err
		}
		var b strings.Builder
		if err := text.Execute(&b, values); err != nil {
			return err
		}
		to := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, []byte(b.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// checks are commands that parse a manifest without running it.
var checks = [][]string{
	{"bash", "-n", "aur/PKGBUILD"},
	{"ruby", "-c", "homebrew/pulltab.rb"},
	{"nix-instantiate", "--parse", "nix/pulltab.nix"},
}

func checkManifests(dir string) error {
	for _, c := range checks {
		if _, err := exec.LookPath(c[0]); err != nil {
			fmt.Printf("%s is not checked: %s is missing\n", c[len(c)-1], c[0])
			continue
		}
		run := exec.Command(c[0], c[1:]...)
		run.Dir = dir
		if out, err := run.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(c, " "), err, out)
		}
	}
	return nil
}
