package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// networkFile is the only file that may import net or net/http.
const networkFile = "../internal/summarize/provider.go"

func TestOneFileImportsTheNetwork(t *testing.T) {
	files, err := filepath.Glob("../internal/summarize/*.go")
	if err != nil || !slices.Contains(files, filepath.FromSlash(networkFile)) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range parsed.Imports {
			network := i.Path.Value == `"net"` || i.Path.Value == `"net/http"`
			if network && file != filepath.FromSlash(networkFile) && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s imports %s", file, i.Path.Value)
			}
		}
	}
}

// fetchers maps libraries that import net/http to their functions that fetch a
// page. The linker must remove these functions.
var fetchers = map[string]string{
	"codeberg.org/readeck/go-readability/v2":  "FromURL",
	"github.com/go-shiori/go-readability":     "FromURL",
	"github.com/markusmobius/go-domdistiller": "ApplyForURL",
	"github.com/PuerkitoBio/goquery":          "NewDocument\n", // not NewDocumentFromNode

	"github.com/modelcontextprotocol/go-sdk/mcp":     "NewStreamableHTTPHandler",
	"github.com/modelcontextprotocol/go-sdk/auth":    "RequireBearerToken",
	"github.com/modelcontextprotocol/go-sdk/oauthex": "GetAuthServerMeta",
	"golang.org/x/oauth2":                            "(*Config)",
	"golang.org/x/oauth2/internal":                   "RetrieveToken",
}

// The program contains no function that fetches a page or accepts a connection:
// only known packages import net/http, and the symbols of the built program
// include none of the libraries' fetching functions, no server and no listener.
func TestProgramContainsNoFetchFunction(t *testing.T) {
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
		t.Fatal("the program has no symbol table")
	}
	forbidden := []string{" T net/http.(*Server).", " T net.Dial\n", " T net.Listen\n", " T net.ListenTCP", " T net.ListenUDP", " T net.ListenIP", " T net.ListenPacket", " T net.(*ListenConfig).", " T github.com/modelcontextprotocol/go-sdk/mcp.(*Streamable", " T github.com/modelcontextprotocol/go-sdk/mcp.(*SSE"}
	for library, function := range fetchers {
		forbidden = append(forbidden, " T "+library+"."+function)
	}
	for line := range bytes.Lines(symbols) {
		for _, symbol := range forbidden {
			if bytes.Contains(line, []byte(symbol)) {
				t.Errorf("the program contains%s", bytes.TrimSpace(line[bytes.IndexByte(line, 'T')+1:]))
			}
		}
	}
}
