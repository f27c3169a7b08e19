package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// packaged are the formats of packages.
var packaged = []string{"deb", "rpm"}

// packages builds packages for Debian's and Fedora's families: the program with
// registrations for all users, and the extension for the browsers of the
// distribution. No script runs at installation, and no user's folder is touched.
func (r *release) packages() error {
	texts := map[string]string{
		"copyright":        copyright,
		"lintian":          overrides,
		"lintian-webext":   webextOverrides,
		"copyright-webext": copyright + "\nFiles: */vendor/uplot.*\nCopyright: 2022 Leon Sorokin\nLicense: MIT\n",
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(r.work, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	for _, name := range []string{"pulltab", "pulltab-webext"} {
		changes := fmt.Sprintf("%s (%s-1) unstable; urgency=medium\n\n  * Release %s; see CHANGELOG.md.\n\n -- %s  %s\n",
			name, r.version, r.version, maintainer, r.time.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
		if err := writeGzip(filepath.Join(r.work, "changelog-"+name+".gz"), []byte(changes)); err != nil {
			return err
		}
	}
	man, err := os.ReadFile(filepath.Join(r.work, "pulltab.1"))
	if err != nil {
		return err
	}
	if err := writeGzip(filepath.Join(r.work, "pulltab.1.gz"), man); err != nil {
		return err
	}
	for _, t := range r.targets {
		if t.os != "linux" {
			continue
		}
		if err := r.nfpm("pulltab-"+t.arch, programPackage, t); err != nil {
			return err
		}
	}
	return r.nfpm("pulltab-webext", webextPackage, target{"linux", "all"})
}

const maintainer = "Pulltab <packages@pulltab.io>"

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Pulltab

Files: *
Copyright: 2026 the Pulltab authors
License: MIT

License: MIT
 Permission is hereby granted, free of charge, to any person obtaining a copy of
 this software and associated documentation files (the "Software"), to deal in
 the Software without restriction, including without limitation the rights to
 use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
 of the Software, and to permit persons to whom the Software is furnished to do
 so, subject to the following conditions:
 .
 The above copyright notice and this permission notice shall be included in all
 copies or substantial portions of the Software.
 .
 THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 SOFTWARE.
Comment: the libraries of the program are listed in THIRD_PARTY_LICENSES.gz.
`

const overrides = `# Go programs are static by design; nothing is linked that the system could update.
pulltab: statically-linked-binary [usr/bin/pulltab]
# Google Chrome and Microsoft Edge look for registrations for all users nowhere else.
pulltab: dir-or-file-in-etc-opt [etc/opt/chrome/native-messaging-hosts/]
pulltab: dir-or-file-in-etc-opt [etc/opt/chrome/native-messaging-hosts/io.pulltab.host.json]
pulltab: dir-or-file-in-etc-opt [etc/opt/chrome/]
pulltab: dir-or-file-in-etc-opt [etc/opt/edge/native-messaging-hosts/]
pulltab: dir-or-file-in-etc-opt [etc/opt/edge/native-messaging-hosts/io.pulltab.host.json]
pulltab: dir-or-file-in-etc-opt [etc/opt/edge/]
`

const webextOverrides = `# Each family of browsers reads only its own form of the same extension.
pulltab-webext: duplicate-files *
`

const packageHead = `name: {{.Name}}
arch: {{.Arch}}
platform: linux
version: {{.Version}}
release: "1"
section: {{.Section}}
priority: optional
maintainer: ` + maintainer + `
homepage: https://pulltab.io
license: MIT
mtime: {{.Time}}
rpm:
  group: Applications/Internet
  compression: gzip
  buildhost: reproducible
deb:
  compression: xz
`

// programPackage registers with Google Chrome, Edge, and by the folder of
// Chromium with all its other relatives; in Fedora's family Firefox also looks into
// lib64.
const programPackage = packageHead + `description: |-
  Turns the page in the browser into Markdown
  Program that the Pulltab extension starts, and the command line.
  Everything is computed on this computer.
suggests:
  - pulltab-webext
contents:
  - {src: "{{.Program}}", dst: /usr/bin/pulltab, file_info: {mode: 0755}}
{{- range .Chromium}}
  - {src: "{{$.Root}}/manifests/host/chromium.json", dst: "{{.}}/io.pulltab.host.json", type: config, file_info: {mode: 0644}}
{{- end}}
{{- range .Gecko}}
  - {src: "{{$.Root}}/manifests/host/firefox.json", dst: "{{.}}/io.pulltab.host.json", file_info: {mode: 0644}}
{{- end}}
  - {src: "{{.Work}}/pulltab.1.gz", dst: /usr/share/man/man1/pulltab.1.gz, file_info: {mode: 0644}}
  - {src: "{{.Work}}/pulltab.bash", dst: /usr/share/bash-completion/completions/pulltab, file_info: {mode: 0644}}
  - {src: "{{.Work}}/pulltab.fish", dst: /usr/share/fish/vendor_completions.d/pulltab.fish, file_info: {mode: 0644}}
  - {src: "{{.Work}}/pulltab.zsh", dst: /usr/share/zsh/{{.Zsh}}/_pulltab, file_info: {mode: 0644}}
  - {src: "{{.Root}}/THIRD_PARTY_LICENSES", dst: /usr/share/doc/pulltab/THIRD_PARTY_LICENSES, packager: rpm, file_info: {mode: 0644}}
  - {src: "{{.Work}}/THIRD_PARTY_LICENSES.gz", dst: /usr/share/doc/pulltab/THIRD_PARTY_LICENSES.gz, packager: deb, file_info: {mode: 0644}}
  - {src: "{{.Work}}/copyright", dst: /usr/share/doc/pulltab/copyright, file_info: {mode: 0644}}
  - {src: "{{.Work}}/changelog-pulltab.gz", dst: /usr/share/doc/pulltab/changelog.Debian.gz, packager: deb, file_info: {mode: 0644}}
  - {src: "{{.Work}}/lintian", dst: /usr/share/lintian/overrides/pulltab, packager: deb, file_info: {mode: 0644}}
`

// webextPackage ships the extension where the distribution's own builds of both
// browsers look: Chromium's wrapper loads unpacked folders, Firefox reads unsigned
// packages from Mozilla's system folder. Google's and Mozilla's builds take
// neither.
const webextPackage = packageHead + `description: |-
  Extension of Pulltab for the browsers of this distribution
  Adds the Pulltab button to Chromium and Firefox ESR.
  Google Chrome and Mozilla's own Firefox need the stores' package.
depends:
  - pulltab
contents:
  - {src: "{{.Root}}/dist/chromium/", dst: /usr/share/chromium/extensions/pulltab, type: tree}
  - {src: "{{.Xpi}}", dst: "/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/pulltab@pulltab.io.xpi", file_info: {mode: 0644}}
  - {src: "{{.Work}}/copyright-webext", dst: /usr/share/doc/pulltab-webext/copyright, file_info: {mode: 0644}}
  - {src: "{{.Work}}/changelog-pulltab-webext.gz", dst: /usr/share/doc/pulltab-webext/changelog.Debian.gz, packager: deb, file_info: {mode: 0644}}
  - {src: "{{.Work}}/lintian-webext", dst: /usr/share/lintian/overrides/pulltab-webext, packager: deb, file_info: {mode: 0644}}
`

// nfpm builds the packages of one description.
func (r *release) nfpm(name, description string, t target) error {
	licences, err := os.ReadFile(filepath.Join(r.root, "THIRD_PARTY_LICENSES"))
	if err != nil {
		return err
	}
	if err := writeGzip(filepath.Join(r.work, "THIRD_PARTY_LICENSES.gz"), licences); err != nil {
		return err
	}
	for _, packager := range packaged {
		values := map[string]any{
			"Name": "pulltab", "Arch": t.arch, "Version": r.version, "Time": r.time.Format("2006-01-02T15:04:05Z"), "Section": "utils",
			"Program": r.programFile(t), "Root": r.root, "Work": r.work, "Xpi": r.xpi(), "Zsh": "vendor-completions",
			"Chromium": []string{"/etc/chromium/native-messaging-hosts", "/etc/opt/chrome/native-messaging-hosts", "/etc/opt/edge/native-messaging-hosts"},
			"Gecko":    []string{"/usr/lib/mozilla/native-messaging-hosts", "/usr/lib/librewolf/native-messaging-hosts"},
		}
		if t.arch == "all" {
			values["Name"], values["Section"] = "pulltab-webext", "web"
		}
		if packager == "rpm" {
			values["Zsh"] = "site-functions"
			values["Gecko"] = append(values["Gecko"].([]string), "/usr/lib64/mozilla/native-messaging-hosts", "/usr/lib64/librewolf/native-messaging-hosts")
		}
		var text strings.Builder
		if err := template.Must(template.New(name).Parse(description)).Execute(&text, values); err != nil {
			return err
		}
		config := filepath.Join(r.work, name+"."+packager+".yaml")
		if err := os.WriteFile(config, []byte(text.String()), 0o644); err != nil {
			return err
		}
		if _, err := r.command(filepath.Join(r.root, "scripts/release"), nil, "go", "tool", "nfpm", "package", "--config", config, "--packager", packager, "--target", r.out); err != nil {
			return err
		}
	}
	return nil
}
