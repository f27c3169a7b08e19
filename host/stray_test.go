package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// In native mode, stray output breaks the connection. Therefore only main.go and
// the files that set up the streams access the standard streams; all other code
// writes to the writers passed to it.
func TestOnlyMainAccessesTheStandardStreams(t *testing.T) {
	mayUse := map[string][]string{ // files of host
		"os.Stdout": {"main.go", "stdout_windows.go"},
		"os.Stdin":  {"main.go", "serve.go"},
		"os.Stderr": {"main.go", "log.go", "stdout_windows.go"},
		"os.Exit":   {"main.go"},
	}
	never := []string{"fmt.Print", "fmt.Println", "fmt.Printf", "print", "println", "log.Print", "log.Println", "log.Printf", "log.Fatal", "log.Fatalf"}
	files := 0
	for _, root := range []string{".", "../internal"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files++
			positions := token.NewFileSet()
			file, err := parser.ParseFile(positions, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				name := ""
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok {
						name = x.Name + "." + n.Sel.Name
					}
				case *ast.CallExpr:
					if f, ok := n.Fun.(*ast.Ident); ok {
						name = f.Name
					}
				}
				allowed, limited := mayUse[name]
				if slices.Contains(never, name) || limited && (root != "." || !slices.Contains(allowed, path)) {
					t.Errorf("%s uses %s", positions.Position(n.Pos()), name)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 40 {
		t.Errorf("only %d files read", files)
	}
}
