package install

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/hostmanifest"
)

// maxProfile is the size limit of a file of a profile, in bytes.
const maxProfile = 64 << 20

// addExtension completes the finding of a host that works by whether the
// extension is there to start it.
func (d diagnosis) addExtension(f *Finding, policy hostmanifest.Policy) {
	ids := hostmanifest.Released(d.place.Family)
	if known, err := d.Folders.DevelopmentCallers(); err == nil {
		ids = append(ids, known...)
	}
	state, other := d.extension(ids)
	f.Extension = state
	name := d.place.Name()
	problem := func(state, says, do string) { f.OK, f.State, f.Says, f.Do = false, state, says, do }
	switch {
	case state != "enabled" && policy.ForbidsExtension(ids):
		problem("policy", name+" may not have the Pulltab extension: the administrator of this computer forbids it.", "Ask the administrator to allow "+ids[0]+", or use another browser.")
	case state == "disabled":
		problem("extension-off", name+" has the Pulltab extension, but it is switched off.", "Switch it on in the browser's list of extensions.")
	case state == "other":
		problem("wrong-id", name+" has a Pulltab extension with the id "+other+", which the registration does not allow.", "Run: pulltab install --browser "+d.place.Browser+" --extension-id "+other)
	case state == "unknown" && f.Do == "":
		f.Do = "It has no profile yet; start it, and add the Pulltab extension."
	case state == "absent":
		problem("no-extension", name+" can start Pulltab, but does not have the extension.", "Add the Pulltab extension to this browser; the README says how.")
	}
}

// extension looks for the extension in the browser's profiles. It returns
// "unknown" without a profile, and with "other" the id of a Pulltab extension that
// is not one of ids.
func (d diagnosis) extension(ids []string) (state, other string) {
	state = "unknown"
	better := func(s string) {
		order := []string{"unknown", "absent", "other", "disabled", "enabled"}
		if slices.Index(order, s) > slices.Index(order, state) {
			state = s
		}
	}
	for _, file := range d.profileFiles() {
		for id, e := range readExtensions(d.place.Family, file) {
			switch {
			case slices.Contains(ids, id) && e.on:
				better("enabled")
			case slices.Contains(ids, id):
				better("disabled")
			case e.pulltab && !d.manifest.Allows(id):
				other = id
				better("other")
			}
		}
		better("absent")
	}
	return state, other
}

// profileFiles returns the files that list the extensions of each profile.
func (d diagnosis) profileFiles() []string {
	names := []string{"Preferences", "Secure Preferences"}
	if d.place.Family == hostmanifest.Gecko {
		names = []string{"extensions.json"}
	}
	var files []string
	for _, dir := range d.place.Present {
		root := d.Roots.Expand(dir)
		if root == "" {
			continue
		}
		for _, name := range names {
			for _, depth := range []string{"", "*", "*/*", "*/*/*"} {
				found, err := filepath.Glob(filepath.Join(globEscape(root), depth, name))
				if err == nil {
					files = append(files, found...)
				}
			}
		}
	}
	return files
}

// globEscape makes Glob take a path literally. Windows has no escape; its paths
// contain no pattern but in brackets, which then match nothing.
func globEscape(path string) string {
	if filepath.Separator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// listed is an extension in a profile.
type listed struct {
	on      bool
	pulltab bool // by its name
}

// readExtensions returns the extensions of a profile, by id; none if the file
// cannot be read.
func readExtensions(family hostmanifest.Family, file string) map[string]listed {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxProfile))
	if err != nil {
		return nil
	}
	if family == hostmanifest.Gecko {
		return geckoExtensions(text)
	}
	return chromiumExtensions(text)
}

func geckoExtensions(text []byte) map[string]listed {
	var profile struct {
		Addons []struct {
			ID            string
			Active        bool
			DefaultLocale struct{ Name string }
		}
	}
	if json.Unmarshal(text, &profile) != nil {
		return nil
	}
	found := map[string]listed{}
	for _, a := range profile.Addons {
		found[a.ID] = listed{a.Active, strings.HasPrefix(a.DefaultLocale.Name, "Pulltab")}
	}
	return found
}

func chromiumExtensions(text []byte) map[string]listed {
	var profile struct {
		Extensions struct {
			Settings map[string]struct {
				State   *int            `json:"state"`
				Reasons json.RawMessage `json:"disable_reasons"` // a number, in newer versions a list
				Path    string          `json:"path"`            // absolute if it is unpacked
			}
		}
	}
	if json.Unmarshal(text, &profile) != nil {
		return nil
	}
	found := map[string]listed{}
	for id, e := range profile.Extensions.Settings {
		reasons := string(e.Reasons)
		on := (e.State == nil || *e.State == 1) && slices.Contains([]string{"", "0", "[]", "null"}, reasons)
		found[id] = listed{on, filepath.IsAbs(e.Path) && isPulltab(e.Path)}
	}
	return found
}

// isPulltab reports whether the unpacked extension in dir is Pulltab.
func isPulltab(dir string) bool {
	text, err := readRegistration(filepath.Join(dir, "manifest.json"))
	var manifest struct {
		Name string `json:"short_name"`
	}
	return err == nil && json.Unmarshal(text, &manifest) == nil && manifest.Name == "Pulltab"
}
