package main

import (
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestCommandsInAgentInstructionsWork(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's a folder")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "pulltab")
	if err := os.Link(program(t), path); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("testdata/pages/tide-gauge.html")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "page.html", string(page))
	write(t, dir, "page.md", "The gauge stands on the pier.\n")
	write(t, dir, "pages.jsonl", `{"id":"1","url":"https://example.com/","html":"<p>Bread is baked from flour, water and salt.</p>"}`+"\n")
	printed := string(output(t, exec.Command(path, "agents"), ""))
	commands := regexp.MustCompile(`(?m)^    (.+)$`).FindAllStringSubmatch(printed, -1)
	if len(commands) != 8 {
		t.Fatalf("%d commands in\n%s", len(commands), printed)
	}
	for _, c := range commands {
		if strings.Contains(c[1], "summarize") {
			continue // needs a model; its own tests run it
		}
		shell := exec.Command("sh", "-c", c[1])
		shell.Dir = dir
		shell.Env = append(os.Environ(), envData+"="+dir)
		if out, err := shell.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c[1], err, out)
		}
	}
	for name := range strings.SplitSeq("convert query read cite summarize check mcp", " ") {
		if !strings.Contains(printed, shellQuoted(path)+" "+name) {
			t.Errorf("%s is not shown", name)
		}
	}
}

func TestCommandsInHelpPageWork(t *testing.T) {
	text, err := os.ReadFile("../extension/src/options/options.html")
	if err != nil {
		t.Fatal(err)
	}
	_, agents, _ := strings.Cut(string(text), `<h2 id="agents"`)
	commands := regexp.MustCompile(`<code>pulltab (.+?)</code>`).FindAllStringSubmatch(agents, -1)
	if len(commands) < 3 || commands[0][1] != "agents" {
		t.Fatalf("%q", commands)
	}
	gauge, err := os.ReadFile("testdata/pages/tide-gauge.html")
	if err != nil {
		t.Fatal(err)
	}
	dir, path := t.TempDir(), program(t)
	write(t, dir, "page.html", string(gauge))
	printed := string(output(t, exec.Command(path, "agents"), ""))
	for _, c := range commands {
		shell := exec.Command("sh", "-c", shellQuoted(path)+" "+html.UnescapeString(c[1]))
		shell.Dir = dir
		shell.Env = append(os.Environ(), envData+"="+dir)
		if out, err := shell.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c[1], err, out)
		}
		if name, _, _ := strings.Cut(c[1], " "); name != "agents" && !strings.Contains(printed, shellQuoted(path)+" "+name) {
			t.Errorf("pulltab agents does not know %s", name)
		}
	}
}
