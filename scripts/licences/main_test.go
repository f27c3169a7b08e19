package main

import (
	"slices"
	"strings"
	"testing"
)

func TestTextsThatDifferOnlyInTheCopyrightLineAreShared(t *testing.T) {
	a, first := split("MIT License\n\nCopyright (c) 2019 A\n\nPermission is hereby granted\nto any person.\n")
	b, second := split("The MIT License (MIT)\n\nCopyright (c) 2020 B\n\nPermission is hereby\ngranted to any person.\n")
	if a != b {
		t.Errorf("keys %q and %q", a, b)
	}
	if !slices.Equal(first, []string{"Copyright (c) 2019 A"}) || !slices.Equal(second, []string{"Copyright (c) 2020 B"}) {
		t.Errorf("copyright lines %q and %q", first, second)
	}
	if c, _ := split("MIT License\n\nCopyright (c) 2019 A\n\nPermission is hereby denied.\n"); c == a {
		t.Error("different terms have the same key")
	}
}

func TestCollectionsOfLicencesKeepTheirCopyrightLines(t *testing.T) {
	text := "Copyright (c) 2019 A\n" + strings.Repeat("A line of terms.\n", maxShared)
	if key, copyright := split(text); copyright != nil || !strings.Contains(key, "2019 A") {
		t.Errorf("key %q, copyright lines %q", key, copyright)
	}
}
