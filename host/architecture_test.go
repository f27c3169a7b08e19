package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// architecture is the document whose tables say which imports are allowed.
const architecture = "../docs/architecture.md"

// table returns the cells of the first table below a heading of the
// architecture document, without the header and without backticks.
func table(t *testing.T, heading string) [][]string {
	t.Helper()
	text, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n"+heading+"\n")
	var rows [][]string
	for line := range strings.Lines(section) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if len(rows) > 0 {
				break
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(strings.ReplaceAll(cells[i], "`", ""))
		}
		rows = append(rows, cells)
	}
	if len(rows) < 3 {
		t.Fatalf("no table below %q", heading)
	}
	return rows[2:]
}

// names splits a cell that lists packages. A dash means none.
func names(cell string) []string {
	if cell == "–" {
		return nil
	}
	return strings.Split(cell, ", ")
}

// imports returns the import paths of each package outside its tests. The key
// is host, or the path below internal.
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
			if found[name] == nil {
				found[name] = []string{}
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

// The table of packages lists every package with exactly the internal packages
// that it imports; host may import all.
func TestPackageTableListsTheImports(t *testing.T) {
	used := imports(t)
	listed := map[string]bool{}
	for _, row := range table(t, "## Packages") {
		name := strings.TrimPrefix(row[0], "internal/")
		listed[name] = true
		if used[name] == nil {
			t.Errorf("%s is in the table and does not exist", name)
			continue
		}
		if row[2] == "all" && name == "host" {
			continue
		}
		allowed := names(row[2])
		for _, a := range allowed {
			if !slices.Contains(used[name], "pulltab/internal/"+a) {
				t.Errorf("the table allows %s to import %s, which it does not", name, a)
			}
		}
		for _, imported := range used[name] {
			if internal, is := strings.CutPrefix(imported, "pulltab/internal/"); is && !slices.Contains(allowed, internal) {
				t.Errorf("%s imports %s, which the table does not allow", name, internal)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if !listed[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
}

// Only translate converts between the messages and the pipeline's values.
func TestProtocolAndPipelineDoNotDependOnEachOther(t *testing.T) {
	used := imports(t)
	for name, other := range map[string]string{"protocol": "pipeline", "pipeline": "protocol"} {
		if slices.Contains(used[name], "pulltab/internal/"+other) {
			t.Errorf("%s imports %s", name, other)
		}
	}
}

// guarded are the packages of the standard library whose users the table of
// libraries lists: they open connections or start programs.
var guarded = []string{"net", "net/http", "net/http/httptest", "os/exec"}

// The table of libraries lists every third-party library, and the guarded
// packages of the standard library, with exactly the packages that import them.
// "any" marks a library that every package may use; at least one must.
func TestLibraryTableListsTheUsers(t *testing.T) {
	rows := table(t, "## Libraries")
	users := map[string]map[string]bool{} // by row
	for _, row := range rows {
		users[row[0]] = map[string]bool{}
	}
	for name, list := range imports(t) {
		for _, imported := range list {
			thirdParty := strings.Contains(strings.SplitN(imported, "/", 2)[0], ".")
			if !thirdParty && !slices.Contains(guarded, imported) {
				continue
			}
			library := ""
			for _, row := range rows {
				if imported == row[0] || thirdParty && strings.HasPrefix(imported, row[0]+"/") {
					library = row[0]
				}
			}
			if library == "" {
				t.Errorf("%s imports %s, which is not in the table", name, imported)
				continue
			}
			users[library][name] = true
		}
	}
	for _, row := range rows {
		library, by := row[0], slices.Sorted(maps.Keys(users[row[0]]))
		allowed := slices.Sorted(slices.Values(names(row[1])))
		if row[1] == "any" {
			allowed = by
		}
		if len(by) == 0 {
			t.Errorf("%s is in the table, but nothing imports it", library)
		} else if !slices.Equal(by, allowed) {
			t.Errorf("%s is imported by %v, the table says %v", library, by, allowed)
		}
	}
}
