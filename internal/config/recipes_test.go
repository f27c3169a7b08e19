package config

import (
	"os"
	"testing"
)

func TestRecipesAreReadAgainForEachPage(t *testing.T) {
	folders := Folders{Config: t.TempDir()}
	found := func() string {
		set := folders.Recipes()
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
		if err := os.WriteFile(folders.RecipesPath(), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if name := found(); name != c.want {
			t.Errorf("%q: recipe %q, want %q", c.text, name, c.want)
		}
	}
}
