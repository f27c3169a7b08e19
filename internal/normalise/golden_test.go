package normalise_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

var update = flag.Bool("update", false, "rewrite the expected Markdown of the fixtures")

// golden renders each fixture testdata/GROUP-*.html as Markdown and compares it
// with the file of the same name that ends in .md. The rendering must be
// complete: no words, rows, formulas or other parts lost.
func golden(t *testing.T, group string) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", group+"-*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures of group %s: %v", group, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".html")
		t.Run(filepath.Base(name), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := parsed(t, page.Source{HTML: string(source), URL: "https://example.com/docs/page.html", Fragment: true})
			d, err := markdown.Render(t.Context(), p, page.All(p), markdown.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d.Prove(p, page.All(p), markdown.Options{}); d.Fidelity != 1 || len(d.Losses) != 0 {
				t.Errorf("fidelity %v, losses %v", d.Fidelity, d.Losses)
			}
			if *update {
				if err := os.WriteFile(name+".md", []byte(d.Markdown), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(name + ".md")
			if err != nil {
				t.Fatal(err)
			}
			if d.Markdown != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", d.Markdown, want)
			}
		})
	}
}

func parsed(t *testing.T, src page.Source) *page.Page {
	t.Helper()
	p, err := page.Parse(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestListingsOfEveryHighlighterKeepCodeAndLanguage(t *testing.T) { golden(t, "code") }
func TestFormulasOfEveryEngineBecomeTeX(t *testing.T)                { golden(t, "formula") }
func TestNotesOfEveryGeneratorBecomeFootnotes(t *testing.T)          { golden(t, "note") }
func TestBoxesOfEveryGeneratorBecomeCallouts(t *testing.T)           { golden(t, "callout") }
func TestParagraphsOfWordBecomeLists(t *testing.T)                   { golden(t, "list") }
func TestPlayersOfOtherNamesBecomeFrames(t *testing.T)               { golden(t, "embed") }
func TestImagesGetTheirBestAddress(t *testing.T)                     { golden(t, "image") }
func TestBlocksOfDocumentServicesBecomeElements(t *testing.T)        { golden(t, "document") }
func TestTablesByRoleBecomeTables(t *testing.T)                      { golden(t, "table") }
func TestScientificDocumentsStayWhole(t *testing.T)                  { golden(t, "science") }
func TestTextOfStyleSheetsIsText(t *testing.T)                       { golden(t, "style") }
