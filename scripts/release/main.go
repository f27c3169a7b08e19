// Command release builds everything that a release consists of into dist/release:
// programs for six targets, archives, packages of distributions, the extension for
// both stores, manifests for package managers, a list of components and SHA-256
// sums. Equal sources give equal bytes. (make release; docs/releasing.md)
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// release is what all steps share.
type release struct {
	root    string // of the repository
	out     string // dist/release
	work    string // intermediate files
	version string
	commit  string
	time    time.Time // of all files
	base    string    // address of the folder from which the files are downloaded, with a slash at the end
	targets []target
	reuse   bool              // pack the programs of the last run, for example after they were signed
	sums    map[string]string // by file
}

// target is an operating system and an architecture, in Go's names.
type target struct{ os, arch string }

var allTargets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func (t target) String() string { return t.os + "-" + t.arch }

// program is the name of the program's file.
func (t target) program() string {
	if t.os == "windows" {
		return "pulltab.exe"
	}
	return "pulltab"
}

func main() {
	root := flag.String("root", "../..", "the `folder` of the repository")
	only := flag.String("targets", "", "build only these targets, for example linux-amd64,windows-amd64; manifests then stay out")
	base := flag.String("base", "https://pulltab.io/releases/", "address of the `folder` with a folder vVERSION of the files, for the manifests")
	reuse := flag.Bool("reuse", false, "pack the programs in build/release as they are, for example after they were signed")
	flag.Parse()
	r, err := open(*root, *only, *base)
	if err == nil {
		r.reuse = *reuse
		err = r.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// open reads version, commit and date of the repository at root.
func open(root, only, base string) (*release, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	r := &release{root: root, out: filepath.Join(root, "dist/release"), work: filepath.Join(root, "build/release"), sums: map[string]string{}}
	if r.version, err = version(root); err != nil {
		return nil, err
	}
	r.base = strings.TrimSuffix(base, "/") + "/v" + r.version + "/"
	r.commit = os.Getenv("COMMIT")
	if r.commit == "" {
		r.commit = git(root, "describe", "--always", "--dirty", "--abbrev=12")
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		seconds = git(root, "log", "-1", "--format=%ct")
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, errors.New("without git, SOURCE_DATE_EPOCH must be the time of the release in seconds")
	}
	r.time = time.Unix(unix, 0).UTC()
	for _, t := range allTargets {
		if only == "" || slices.Contains(strings.Split(only, ","), t.String()) {
			r.targets = append(r.targets, t)
		}
	}
	if len(r.targets) == 0 {
		return nil, fmt.Errorf("no target is named %s", only)
	}
	return r, nil
}

// version returns the version that program and extension state.
func version(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "host/cmd_version.go"))
	if err != nil {
		return "", err
	}
	found := regexp.MustCompile(`(?m)^const version = "([0-9.]+)"$`).FindSubmatch(text)
	if found == nil {
		return "", errors.New("host/cmd_version.go states no version")
	}
	var manifest struct{ Version string }
	if text, err = os.ReadFile(filepath.Join(root, "manifests/extension/base.json")); err != nil {
		return "", err
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return "", err
	}
	if manifest.Version != string(found[1]) {
		return "", fmt.Errorf("the program is %s, the extension %s", found[1], manifest.Version)
	}
	return manifest.Version, nil
}

// git returns the output of a command, or "" without a repository.
func git(root string, args ...string) string {
	out, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// run takes all steps, one after the other: two builds at once need twice the
// memory.
func (r *release) run() error {
	for _, dir := range []string{r.out, r.work} {
		if r.reuse && dir == r.work {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	steps := []struct {
		name string
		run  func() error
	}{
		{"programs", r.programs}, {"documents", r.documents}, {"archives", r.archives}, {"extension", r.extension},
		{"packages", r.packages}, {"layout for macOS", r.macLayout}, {"components", r.components}, {"manifests", r.manifests}, {"sums", r.writeSums},
	}
	for _, s := range steps {
		start := time.Now()
		if err := s.run(); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Printf("%-18s %4.0f s\n", s.name, time.Since(start).Seconds())
	}
	return r.list()
}

// command runs a program in dir with further environment variables, and returns
// its output; the error has what it printed.
func (r *release) command(dir string, env []string, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "SOURCE_DATE_EPOCH="+strconv.FormatInt(r.time.Unix(), 10), "TZ=UTC", "GOFLAGS=-trimpath"), env...)
	var printed bytes.Buffer
	c.Stderr = &printed
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, out, &printed)
	}
	return out, nil
}

// list prints the files with their sizes.
func (r *release) list() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.Mode().IsRegular() {
			fmt.Printf("%9.1f MB  %s\n", float64(info.Size())/1e6, e.Name())
		}
	}
	return nil
}
