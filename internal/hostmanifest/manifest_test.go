package hostmanifest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write templates and goldens anew")

// The templates are what a packager or a read-only home needs: the same text
// with a placeholder for the program.
func TestTemplatesAreWhatInstallWrites(t *testing.T) {
	for _, family := range []Family{Chromium, Gecko} {
		golden(t, "../../manifests/host/"+string(family)+".json", New(family, "/usr/bin/pulltab").Text())
	}
}

func TestEveryPlaceIsAsTheGoldenSays(t *testing.T) {
	roots := map[string]Roots{
		"linux":   {Home: "/home/u", Config: "/home/u/.config"},
		"darwin":  {Home: "/Users/u", Config: "/Users/u/Library/Application Support"},
		"windows": {Home: `C:\Users\u`, Local: `C:\Users\u\AppData\Local`, Roaming: `C:\Users\u\AppData\Roaming`, Common: `C:\ProgramData`},
	}
	for system, roots := range roots {
		texts := map[Packaging]*strings.Builder{}
		for _, p := range Places(system) {
			b := texts[p.Packaging]
			if b == nil {
				b = &strings.Builder{}
				texts[p.Packaging] = b
			}
			fmt.Fprintf(b, "%s: %s, %s\n", p.Browser, p.Name(), p.Family)
			for _, dir := range p.Present {
				fmt.Fprintf(b, "  if     %s\n", roots.Expand(dir))
			}
			for _, s := range p.Signs {
				fmt.Fprintf(b, "  or     %s %s\n", s.Kind, roots.Expand(s.Name))
			}
			if p.Impossible != "" {
				fmt.Fprintf(b, "  never  %s\n", p.Impossible)
				continue
			}
			fmt.Fprintf(b, "  file   %s\n", roots.Expand(p.File()))
			for _, key := range p.RegistryKeys() {
				fmt.Fprintf(b, "  key    %s\n", key)
			}
			for _, shared := range p.ForAllUsers() {
				fmt.Fprintf(b, "  all    %s\n", roots.Expand(shared.File()))
			}
			for _, dir := range p.Policies {
				fmt.Fprintf(b, "  policy %s\n", roots.Expand(dir))
			}
			if p.PolicyKey != "" {
				fmt.Fprintf(b, "  policy %s\n", p.PolicyKey)
			}
			if p.Program != "" {
				fmt.Fprintf(b, "  copy   %s\n", roots.Expand(p.Program))
			}
		}
		for packaging, b := range texts {
			name := system
			if packaging != Native {
				name += "-" + string(packaging)
			}
			golden(t, filepath.Join("testdata", name+".txt"), []byte(b.String()))
		}
	}
}

// What both browsers check before they start a host.
func TestEveryManifestPassesTheBrowsersRules(t *testing.T) {
	chromiumName := regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+)*$`)
	firefoxName := regexp.MustCompile(`^\w+(\.\w+)*$`)
	if !chromiumName.MatchString(HostName) || !firefoxName.MatchString(HostName) {
		t.Error(HostName)
	}
	for _, family := range []Family{Chromium, Gecko} {
		m := New(family, "/opt/a b/pulltab", "abcdefghijklmnopabcdefghijklmnop", "dev@example.com")
		text := m.Text()
		if got, err := Read(family, text); err != nil || got.Path != "/opt/a b/pulltab" {
			t.Errorf("%s: %v", family, err)
		}
		var fields map[string]any
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatal(err)
		}
		_, origins := fields["allowed_origins"]
		_, extensions := fields["allowed_extensions"]
		if origins == extensions || origins != (family == Chromium) {
			t.Errorf("%s has the wrong lists: %s", family, text)
		}
		if strings.Contains(string(text), "*") {
			t.Errorf("%s has a wildcard", family)
		}
		for _, origin := range m.AllowedOrigins {
			if !regexp.MustCompile(`^chrome-extension://[a-p]{32}/$`).MatchString(origin) {
				t.Error(origin)
			}
		}
		if n := len(m.AllowedOrigins) + len(m.AllowedExtensions); n != 2 {
			t.Errorf("%s allows %d extensions, not its own kind of two", family, n)
		}
	}
}

func TestReadSaysWhatABrowserWouldRefuse(t *testing.T) {
	good := New(Gecko, "/x").Text()
	for name, c := range map[string]struct{ old, new, want string }{
		"not JSON":            {"{", "", "JSON"},
		"another name":        {HostName, "org.other", "name"},
		"another type":        {"stdio", "pipe", "type"},
		"no program":          {"/x", "", "program"},
		"both lists":          {`"type"`, `"allowed_origins": [], "type"`, "refuses"},
		"a stranger's id":     {FirefoxID, "stranger@example.com", "allow"},
		"the wrong list only": {"allowed_extensions", "allowed_origins", "refuses"},
	} {
		_, err := Read(Gecko, []byte(strings.ReplaceAll(string(good), c.old, c.new)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFamilyOfTellsIDsApart(t *testing.T) {
	for id, want := range map[string]Family{
		ChromiumID: Chromium, FirefoxID: Gecko, "{01234567-89ab-cdef-0123-456789abcdef}": Gecko,
		"": "", "abc": "", "*": "", "a@b@c": "", "x y@z": "", "*@x": "", ChromiumID + "a": "", strings.ToUpper(ChromiumID): "",
	} {
		if got := FamilyOf(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs:\n%s", path, got)
	}
}
