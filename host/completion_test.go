package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestBashCompletesCommandsAndFlags(t *testing.T) {
	_, script, _ := pulltab("", "completion", "bash")
	for line, want := range map[string][]string{
		"conv":                     {"convert"},
		"convert --title":          {"--title-heading"},
		"convert --no-title":       {"--no-title-heading"},
		"history se":               {"search"},
		"history search --j":       {"--json"},
		"install --browser x --sy": {"--system"},
	} {
		words := strings.Fields("pulltab " + line)
		run := exec.Command("bash", "--norc", "-c", script+`
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _pulltab; echo "${COMPREPLY[@]}"`, "bash")
		run.Args = append(run.Args, words...)
		run.Dir = t.TempDir() // without files, which would be offered too
		if out, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != strings.Join(want, " ") {
			t.Errorf("%s: %q, %v", line, out, err)
		}
	}
}

func TestEachShellAndTheManualNameEveryCommandAndFlag(t *testing.T) {
	var named []string
	for _, args := range [][]string{{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"man"}} {
		status, text, _ := pulltab("", args...)
		if status != exitDone {
			t.Fatalf("%v: status %d", args, status)
		}
		text = strings.ReplaceAll(text, `\-`, "-")
		for _, name := range commandNames() {
			if hidden := name == "completion" || name == "man"; !hidden && !regexp.MustCompile(`\b`+name+`\b`).MatchString(text) {
				t.Errorf("%v does not name %s", args, name)
			}
		}
		for _, flag := range []string{"comment-depth", "frontmatter-fields", "extension-id", "fix"} {
			if !strings.Contains(text, "-"+flag) && !strings.Contains(text, "-l "+flag) {
				t.Errorf("%v does not name --%s", args, flag)
			}
		}
		named = append(named, text)
	}
	if slices.Contains(named, "") {
		t.Error("an empty text")
	}
	if status, _, _ := pulltab("", "completion", "tcsh"); status != exitUsage {
		t.Errorf("an unknown shell: status %d", status)
	}
}

func TestManualHasNoStrayControlLines(t *testing.T) {
	_, text, _ := pulltab("", "man")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !regexp.MustCompile(`^\.(TH|SH|SS|TP|PP|B|BR|I|nf|fi)\b`).MatchString(line) {
			t.Errorf("%q", line)
		}
	}
}

func TestVersionAsAFlag(t *testing.T) {
	if status, out, _ := pulltab("", "--version"); status != exitDone || out != "pulltab "+version+"\n" {
		t.Errorf("status %d, %q", status, out)
	}
}
