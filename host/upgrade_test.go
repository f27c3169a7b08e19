package main

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/config"
)

// earlier puts the database that 0.1.0 wrote into the data folder, and returns
// its path.
func earlier(t *testing.T) string {
	t.Helper()
	packed, err := os.Open("testdata/upgrade/pulltab.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv(envData, dir)
	return write(t, dir, "pulltab.db", string(text))
}

func TestDataOfAnEarlierVersionIsReadAndContinued(t *testing.T) {
	earlier(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"history"}, "2  20"},
		{[]string{"history", "search", "tide", "gauge"}, "How a tide gauge keeps time"},
		{[]string{"history", "show", "2"}, "since 1912"},
		{[]string{"history", "diff", "2"}, "1911"},
		{[]string{"replay"}, "0 worse"},
		{[]string{"stats"}, ""}, // its rows are deleted after 30 days
	} {
		if status, out, messages := pulltab("", c.args...); status != exitDone || !strings.Contains(out, c.want) {
			t.Errorf("%v: status %d, no %q in\n%s%s", c.args, status, c.want, out, messages)
		}
	}
	// Saving is still on: the next conversion is the third revision.
	page, err := os.ReadFile("testdata/pages/tide-gauge.html")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.ReplaceAll(string(page), "1911", "1913")
	if status, _, messages := pulltab(changed, "convert", "--url", "https://example.com/notes/tide-gauge"); status != exitDone {
		t.Fatal(messages)
	}
	if _, out, _ := pulltab("", "history", "show", "3"); !strings.Contains(out, "since 1913") {
		t.Errorf("the third revision:\n%s", out)
	}
}

func TestNewerDatabaseIsRefusedAndUnchanged(t *testing.T) {
	file := earlier(t)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 999"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"history"}, {"stats"}, {"history", "on"}, {"replay"}} {
		if status, _, messages := pulltab("", args...); status != exitFail || !strings.Contains(messages, "written by a newer Pulltab; update this program") {
			t.Errorf("%v: status %d, %s", args, status, messages)
		}
	}
	if status, out, _ := pulltab("<p>Bread is baked from flour, water and salt.</p>", "convert"); status != exitDone || !strings.Contains(out, "flour") {
		t.Errorf("a conversion fails with it: status %d, %s", status, out)
	}
	after, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file changed: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(file)); err != nil || len(entries) != 1 {
		t.Errorf("beside it: %v, %v", entries, err)
	}
}

func TestModelOfAnEarlierVersionIsRead(t *testing.T) {
	text, err := os.ReadFile("testdata/upgrade/model.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, config.ModelFile, string(text))
	f := config.Folders{Config: dir}
	model, err := f.Model()
	if err != nil || model.Model != "example-7b" || model.KeyEnv != "MODEL_KEY" || model.ChunkTokens != 3000 || !model.Cache || len(model.Allow) != 1 {
		t.Errorf("%+v, %v", model, err)
	}
	// This version writes every field of the earlier one.
	if err := f.WriteModel(model); err != nil {
		t.Fatal(err)
	}
	var was, is map[string]any
	written, err := os.ReadFile(filepath.Join(dir, config.ModelFile))
	if err != nil || json.Unmarshal(text, &was) != nil || json.Unmarshal(written, &is) != nil {
		t.Fatalf("%s, %v", written, err)
	}
	for field := range was {
		if _, ok := is[field]; !ok {
			t.Errorf("%s is lost", field)
		}
	}
}
