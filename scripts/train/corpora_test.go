package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pulltab/internal/bench"
)

// corporaDir returns a folder with a corpus of each form of truth, and a folder
// that is none.
func corporaDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"full/html/a.html":          "<p>The gauge reads low.",
		"full/truth.jsonl":          `{"id":"a","url":"https://a.example/","main_content":"The gauge reads low.","title":"Gauge"}`,
		"full/LICENSE":              "\nMIT License\n\nPermission\n",
		"snippets/html/b.html":      "<p>The gauge reads low.",
		"snippets/truth.jsonl":      `{"id":"b","url":"https://b.example/","with":["reads low"],"without":["Home"]}`,
		"typed/html/c.html":         "<p>The gauge reads low.",
		"typed/ground-truth/c.json": `{"url":"https://c.example/","ground_truth":{"main_content":"The gauge reads low."}}`,
		"pictures/labels.jsonl":     "{}",
		"notes.txt":                 "",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestEveryFolderWithPagesIsACorpusWithTheMetricOfItsTruth(t *testing.T) {
	dir := corporaDir(t)
	corpora, err := load(dir, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range corpora {
		got = append(got, c.Name+": "+c.Metric.Name())
	}
	want := []string{
		"full: " + bench.Shingles{}.Name(),
		"snippets: " + bench.Snippets{}.Name(),
		"typed: " + bench.Words{}.Name(),
	}
	if !slices.Equal(got, want) {
		t.Errorf("corpora %q, want %q", got, want)
	}
	some, err := load(dir, "typed,full", 0)
	if err != nil || len(some) != 2 || some[0].Name != "typed" || some[1].Name != "full" {
		t.Errorf("-only typed,full: %v, %v", some, err)
	}
	if _, err := load(dir, "pictures", 0); err == nil {
		t.Error("a folder without pages is accepted by name")
	}
}

func TestTheLicenceIsTheFirstLineOfItsFile(t *testing.T) {
	dir := corporaDir(t)
	for corpus, want := range map[string]string{"full": "MIT License", "snippets": "no LICENSE file"} {
		if got, err := licence(dir, corpus); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", corpus, got, err, want)
		}
	}
}
