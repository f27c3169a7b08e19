package frontmatter_test

import (
	"strings"
	"testing"

	"pulltab/internal/frontmatter"
)

func TestReadReturnsOnlyFieldsThatAPageMaySet(t *testing.T) {
	known, rest := frontmatter.Read(`---
title: "Tides"
author: [Mira Holm, Emil]
date: 2024-03-20
updated: 2024-03-21T10:00:00Z
description: Two scales
tags: pier, gauge
quality: 1
source: blocks
url: https://elsewhere.example/
---
# Tides
`)
	if rest != "# Tides\n" {
		t.Errorf("rest %q", rest)
	}
	if known.Title != "Tides" || strings.Join(known.Author, "+") != "Mira Holm+Emil" || known.Published != "2024-03-20" ||
		known.Modified != "2024-03-21T10:00:00Z" || known.Description != "Two scales" || strings.Join(known.Tags, "+") != "pier+gauge" {
		t.Errorf("got %+v", known)
	}
	if known.URL != "" || known.Canonical != "" || known.Site != "" {
		t.Errorf("took an address or a site: %+v", known)
	}
}

func TestReadIgnoresUnsafeBlocks(t *testing.T) {
	for name, md := range map[string]string{
		"anchors and aliases": "---\na: &a [x, x]\ntitle: *a\n---\ntext\n",
		"a type of its own":   "---\ntitle: !!binary aGk=\n---\ntext\n",
		"too long":            "---\ntitle: x\nb: " + strings.Repeat("y", 20_000) + "\n---\ntext\n",
		"no mapping":          "---\n- title\n---\ntext\n",
		"no YAML":             "---\ntitle: [\n---\ntext\n",
	} {
		known, rest := frontmatter.Read(md)
		if known.Title != "" || rest != "text\n" {
			t.Errorf("%s: title %q, rest %q", name, known.Title, rest)
		}
	}
	for _, md := range []string{"# Tides\n", "---\nno end\n", "", "---"} {
		if known, rest := frontmatter.Read(md); rest != md || known.Title != "" {
			t.Errorf("%q: title %q, rest %q", md, known.Title, rest)
		}
	}
}
