package protocol

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write fixtures and codes into docs/protocol.md")

const document = "../../docs/protocol.md"

var (
	fixtureBlock = regexp.MustCompile("(?s)<!-- fixture: (\\S+) -->\n```json\n(.*?)```")
	codesTable   = regexp.MustCompile(`(?s)<!-- codes -->\n\| code \| retry \|\n\|---\|---\|\n((?:\|[^\n]*\n)*)`)
)

func TestDocumentContainsEveryFixture(t *testing.T) {
	doc := readDocument(t)
	shown := map[string]bool{}
	for _, m := range fixtureBlock.FindAllStringSubmatch(doc, -1) {
		shown[m[1]] = true
		if want := readFixture(t, m[1]); m[2] != want {
			t.Errorf("%s differs in %s; run go test ./internal/protocol -update", m[1], document)
		}
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[filepath.Base(f)] {
			t.Errorf("%s is not in %s", f, document)
		}
	}
}

func TestDocumentListsEveryCode(t *testing.T) {
	m := codesTable.FindStringSubmatch(readDocument(t))
	if m == nil || m[1] != codeRows() {
		t.Errorf("codes differ in %s; run go test ./internal/protocol -update", document)
	}
}

func codeRows() string {
	var b strings.Builder
	for _, c := range codes {
		b.WriteString("| `" + string(c.code) + "` | " + string(c.retry) + " |\n")
	}
	return b.String()
}

func readDocument(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(raw)
	if *update {
		doc = fixtureBlock.ReplaceAllStringFunc(doc, func(block string) string {
			name := fixtureBlock.FindStringSubmatch(block)[1]
			return "<!-- fixture: " + name + " -->\n```json\n" + readFixture(t, name) + "```"
		})
		doc = codesTable.ReplaceAllLiteralString(doc, "<!-- codes -->\n| code | retry |\n|---|---|\n"+codeRows())
		if err := os.WriteFile(document, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return doc
}

func readFixture(t testing.TB, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
