package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the import table of docs/architecture.md: which packages of
// ours each package may import. host may import all of them.
var mayImport = map[string][]string{
	"blocks":       {"page"},
	"chattest":     {},
	"bench":        {"page", "metadata", "blocks", "engine", "markdown", "judge", "pipeline"},
	"engine":       {"page", "blocks"},
	"frontmatter":  {"metadata"},
	"hostmanifest": {},
	"judge":        {"page", "engine", "blocks", "markdown"},
	"markdown":     {"page"},
	"metadata":     {"page"},
	"nativemsg":    {},
	"page":         {},
	"pipeline":     {"page", "metadata", "blocks", "engine", "markdown", "judge", "frontmatter", "sites", "recipe", "tokens"},
	"protocol":     {},
	"sites":        {"page", "metadata"},
	"recipe":       {"page", "metadata"},
	"store":        {},
	"summarize":    {"tokens", "store"},
	"tokens":       {},
	"torture":      {},
}

// everywhere are the libraries that more than one package may use.
var everywhere = []string{
	"golang.org/x/net/html",
	"golang.org/x/net/publicsuffix",
	"golang.org/x/text",
	"github.com/PuerkitoBio/goquery",
	"github.com/andybalholm/cascadia", // the selectors of goquery
	"github.com/rs/zerolog",
	"go.yaml.in/yaml/v3",
}

// networked may open connections or start programs.
var networked = map[string][]string{
	"net":               {"summarize"},
	"net/http":          {"summarize", "chattest"},
	"net/http/httptest": {"chattest"},
	"os/exec":           {"host"}, // doctor starts the registered host, keyCommand prints a key
}

// imports returns what each package of ours imports outside tests, by the
// package's name.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, root := range []string{".", "../internal"} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || strings.Contains(file, "testdata") {
				return err
			}
			name := "host"
			if root != "." {
				name = filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), filepath.FromSlash("../internal/")))
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range parsed.Imports {
				imported, err := strconv.Unquote(i.Path.Value)
				if err != nil {
					return err
				}
				found[name] = append(found[name], imported)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found["host"]) == 0 || len(found["page"]) == 0 {
		t.Fatal("no packages found")
	}
	return found
}

func TestPackagesImportOnlyWhatTheTableAllows(t *testing.T) {
	for name, list := range imports(t) {
		if name == "host" {
			continue
		}
		allowed, known := mayImport[name]
		if !known {
			t.Errorf("internal/%s is not in the table", name)
		}
		for _, imported := range list {
			if ours, is := strings.CutPrefix(imported, "pulltab/internal/"); is && !slices.Contains(allowed, ours) {
				t.Errorf("internal/%s may not import internal/%s", name, ours)
			}
		}
	}
}

func TestEachLibraryStaysBehindOnePackage(t *testing.T) {
	users := map[string]map[string]bool{} // by library
	for name, list := range imports(t) {
		for _, imported := range list {
			if strings.HasPrefix(imported, "pulltab/") || !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
				continue
			}
			if slices.ContainsFunc(everywhere, func(e string) bool { return imported == e || strings.HasPrefix(imported, e+"/") }) {
				continue
			}
			parts := strings.Split(imported, "/")
			library := strings.Join(parts[:min(3, len(parts))], "/")
			if users[library] == nil {
				users[library] = map[string]bool{}
			}
			users[library][name] = true
		}
	}
	for library, by := range users {
		if len(by) > 1 {
			t.Errorf("%s is imported by %v", library, slices.Sorted(maps.Keys(by)))
		}
	}
}

func TestOnlyNamedPackagesMayReachOut(t *testing.T) {
	for name, list := range imports(t) {
		for _, imported := range list {
			if allowed, guarded := networked[imported]; guarded && !slices.Contains(allowed, name) {
				t.Errorf("%s imports %s", name, imported)
			}
		}
	}
}

// speaker is the one file that speaks to the network.
const speaker = "../internal/summarize/provider.go"

func TestOneFileSpeaksToTheNetwork(t *testing.T) {
	files, err := filepath.Glob("../internal/summarize/*.go")
	if err != nil || !slices.Contains(files, filepath.FromSlash(speaker)) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range parsed.Imports {
			dials := i.Path.Value == `"net"` || i.Path.Value == `"net/http"`
			if dials && file != filepath.FromSlash(speaker) && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s imports %s", file, i.Path.Value)
			}
		}
	}
}

// fetchers are the libraries that bring a function to fetch pages along, and
// those functions. None of it may end up in the program.
var fetchers = map[string]string{
	"codeberg.org/readeck/go-readability/v2":  "FromURL",
	"github.com/go-shiori/go-readability":     "FromURL",
	"github.com/markusmobius/go-domdistiller": "ApplyForURL",
}

// The program never fetches a page and serves nobody: no library beyond the
// known ones imports net/http, and the linker leaves nothing of theirs that
// could make a request, nor anything that could answer one. What is left is
// reached from one file of ours (above), which the user must configure (below).
func TestTheProgramCannotFetch(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", "-f", `{{$p := .ImportPath}}{{if not .Standard}}{{range .Imports}}{{if eq . "net/http"}}{{$p}}{{"\n"}}{{end}}{{end}}{{end}}`, ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for importer := range strings.FieldsSeq(string(list)) {
		if fetchers[importer] == "" && importer != "pulltab/internal/summarize" {
			t.Errorf("%s imports net/http", importer)
		}
	}
	symbols, err := exec.Command("go", "tool", "nm", program(t)).Output()
	if err != nil {
		t.Fatalf("go tool nm: %v", err)
	}
	if !bytes.Contains(symbols, []byte(" T main.main")) {
		t.Fatal("the program has no symbols to look at")
	}
	calls := []string{" T net/http.(*Server).", " T net.Dial\n", " T net.Listen"}
	for library, function := range fetchers {
		calls = append(calls, " T "+library+"."+function)
	}
	for line := range bytes.Lines(symbols) {
		for _, call := range calls {
			if bytes.Contains(line, []byte(call)) {
				t.Errorf("the program holds%s", bytes.TrimSpace(line[bytes.IndexByte(line, 'T')+1:]))
			}
		}
	}
}
