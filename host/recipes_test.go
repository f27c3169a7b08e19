package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A process that lives long sees what the user wrote since the last page.
func TestTheUsersRecipesCountFromTheNextPageOn(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	file := recipesPath()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	found := func() string {
		set := currentRecipes()
		r, _ := set.Find("https://harbour.example/tides")
		if r == nil {
			return set.Problem
		}
		return r.Name
	}
	if name := found(); name != "" {
		t.Fatalf("without a file: %s", name)
	}
	for _, c := range []struct{ text, want string }{
		{"recipes:\n  - {name: one, match: [harbour.example/**], remove: [b]}\n", "one"},
		{"recipes:\n  - {name: two, match: [harbour.example/**], remove: [b]}\n", "two"},
		{"recipes:\n  - {name: two, match: [other.example/**], remove: [b]}\n", ""},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if name := found(); name != c.want {
			t.Errorf("%q: recipe %q, want %q", c.text, name, c.want)
		}
	}
}
