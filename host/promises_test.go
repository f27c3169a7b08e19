package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// promises are the documents whose tables name tests in their last column, with
// the least number of rows of each.
var promises = map[string]int{"../docs/promises.md": 60, "../SECURITY.md": 15}

// goTests returns the Go tests of the product as package.Name, where package is
// the name of the folder.
func goTests(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	for _, root := range []string{".", "../internal"} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, "_test.go") {
				return err
			}
			name := filepath.Base(filepath.Dir(file))
			if root == "." {
				name = "host"
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range parsed.Decls {
				if f, is := d.(*ast.FuncDecl); is && f.Recv == nil && (strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Fuzz")) {
					tests[name+"."+f.Name.Name] = true
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return tests
}

// scriptTests returns the JavaScript tests as file: title. A title is the first
// argument of a call.
func scriptTests(t *testing.T) map[string]bool {
	t.Helper()
	title := regexp.MustCompile("(?s)\\b[a-zA-Z.]+\\(\\s*(?:'([^'\n]+)'|`([^`\n]+)`|\"([^\"\n]+)\"),")
	tests := map[string]bool{}
	err := filepath.WalkDir("../extension/test", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".mjs") {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range title.FindAllStringSubmatch(string(text), -1) {
			tests[filepath.Base(file)+": "+m[1]+m[2]+m[3]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests
}

func TestEveryPromiseNamesTestsThatExist(t *testing.T) {
	goTests, scriptTests := goTests(t), scriptTests(t)
	for document, least := range promises {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for line := range strings.Lines(string(text)) {
			cells := strings.Split(strings.TrimSpace(line), " | ")
			if !strings.HasPrefix(line, "| ") || len(cells) < 2 || strings.HasPrefix(line, "| promise |") || strings.HasPrefix(line, "| threat |") {
				continue
			}
			rows++
			last := strings.TrimSuffix(cells[len(cells)-1], " |")
			tests := slices.DeleteFunc(strings.Split(last, "<br>"), func(s string) bool { return s == "" })
			if len(tests) == 0 {
				t.Errorf("no test for the promise %q", cells[0])
			}
			for _, test := range tests {
				if name := strings.Trim(test, "`"); !goTests[name] && !scriptTests[name] {
					t.Errorf("%s: the test %s of %q does not exist", document, name, cells[0])
				}
			}
		}
		if rows < least {
			t.Errorf("%s has %d rows", document, rows)
		}
	}
}

// Relative links in the documents lead to existing files.
func TestDocumentLinksLeadToFiles(t *testing.T) {
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	more, err := filepath.Glob("../*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#: ]+)(?:#[^)]*)?\)|src="([^":]+)"`)
	found := 0
	for _, document := range append(documents, more...) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			found++
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), filepath.FromSlash(m[1]+m[2]))); err != nil {
				t.Errorf("%s: %v", document, err)
			}
		}
	}
	if found < 10 {
		t.Errorf("found %d links", found)
	}
}
