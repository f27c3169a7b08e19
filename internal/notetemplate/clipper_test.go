package notetemplate_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/notetemplate"
)

var update = flag.Bool("update", false, "write the expected output")

// TestTemplatesOfWebClipperAreImported compares each imported template file, the
// note that it makes and the list of what does not map with the golden file.
func TestTemplatesOfWebClipperAreImported(t *testing.T) {
	files, err := filepath.Glob("testdata/clipper-*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			im, err := notetemplate.ImportClipper(data)
			if err != nil {
				t.Fatal(err)
			}
			note, err := im.Template.Render(gauge(), 200)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			fmt.Fprintf(&b, "template %s, clash %q, match %v\n", im.Name, im.Clash, im.Match)
			for _, u := range im.Unmapped {
				fmt.Fprintf(&b, "not mapped: %s\n", u)
			}
			fmt.Fprintf(&b, "file: %s/%s\n%s\n%s", note.Folder, note.Name, note.Frontmatter, note.Body)
			golden := strings.TrimSuffix(file, ".json") + ".md"
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || string(want) != b.String() {
				t.Errorf("got\n%s\nwant\n%s", b.String(), want)
			}
		})
	}
}

func TestOtherFilesAreNotImported(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON": "title: x", "another JSON": `{"name":"x"}`, "a list": `[]`, "too long": `{"noteNameFormat":"` + strings.Repeat("x", 300<<10) + `"}`,
	} {
		if _, err := notetemplate.ImportClipper([]byte(text)); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
