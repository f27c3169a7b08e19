package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The README gives a reason for each permission that the extension asks for,
// and for no other.
func TestTheReadmeExplainsEveryPermission(t *testing.T) {
	var asked []string
	for _, file := range []string{"base.json", "chromium.json", "firefox.json"} {
		text, err := os.ReadFile("../manifests/extension/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Permissions []string `json:"permissions"`
		}
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		asked = append(asked, m.Permissions...)
	}
	var explained []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-zA-Z]+)`.* \\| .{10,} \\|$").FindAllStringSubmatch(readme(t), -1) {
		explained = append(explained, row[1])
	}
	slices.Sort(asked)
	slices.Sort(explained)
	if !slices.Equal(asked, explained) {
		t.Errorf("asked for %v, explained %v", asked, explained)
	}
}

// learned matches the lines that change with the model.
var learned = regexp.MustCompile(`(?m)^(source|confidence|coverage|words): .*$`)

func TestReadmeExampleIsProgramOutput(t *testing.T) {
	_, rest, _ := strings.Cut(readme(t), "$ pulltab convert tide-gauge.html --url https://example.com/notes/tide-gauge --no-timestamp\n")
	shown, _, found := strings.Cut(rest, "…\n```")
	if !found {
		t.Fatal("the README has no example")
	}
	printed := output(t, exec.Command(program(t), "convert", "--url", "https://example.com/notes/tide-gauge", "--no-timestamp"), gaugePage(t))
	if !strings.HasPrefix(learned.ReplaceAllString(string(printed), "$1"), learned.ReplaceAllString(shown, "$1")) {
		t.Errorf("README\n%s\nprogram\n%s", shown, printed)
	}
}

func TestEveryCommandHasAnExample(t *testing.T) {
	if !strings.Contains(readme(t), "Every command has `--help` with an example.") {
		t.Fatal("the README promises nothing of the kind")
	}
	for _, name := range commandNames() {
		if status, out, _ := pulltab("", name, "--help"); status != exitDone || !strings.Contains(out, "Example") {
			t.Errorf("%s: status %d, no example in\n%s", name, status, out)
		}
	}
}

// commandNames is every command of the command line.
func commandNames() (names []string) {
	for i := range reflect.TypeFor[commands]().NumField() {
		names = append(names, strings.ToLower(reflect.TypeFor[commands]().Field(i).Name))
	}
	return names
}
