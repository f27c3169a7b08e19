package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestArchivesDependOnContentAlone(t *testing.T) {
	date := time.Unix(1_800_000_000, 0).UTC()
	list := []entry{{"pulltab", 0o755, "", []byte("program")}, {"LICENSE", 0o644, "", []byte("text")}}
	for name, write := range map[string]func(string, []entry, time.Time) error{"tar.gz": writeTar, "zip": writeZip} {
		var packed [2][]byte
		for i := range packed {
			file := filepath.Join(t.TempDir(), "archive")
			if err := write(file, list, date); err != nil {
				t.Fatal(err)
			}
			packed[i], _ = os.ReadFile(file)
		}
		if len(packed[0]) == 0 || !bytes.Equal(packed[0], packed[1]) {
			t.Errorf("%s: two archives differ", name)
		}
	}
	file := filepath.Join(t.TempDir(), "archive")
	if err := writeTar(file, list, date); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(file)
	unpacked, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(unpacked)
	for _, want := range list {
		header, err := archive.Next()
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(archive)
		if header.Name != want.name || header.Mode != int64(want.mode) || !bytes.Equal(content, want.text) || header.Uname != "" || !header.ModTime.Equal(date) {
			t.Errorf("%+v", header)
		}
	}
}

func TestTheStorePackageHasNoKeyAndKeepsTheRest(t *testing.T) {
	manifest := "{\n  \"name\": \"x\",\n  \"key\": \"MIIB\",\n  \"version\": \"1\"\n}\n"
	list, err := withoutKey([]entry{{"a.js", 0o644, "", []byte("a")}, {"manifest.json", 0o644, "", []byte(manifest)}})
	if err != nil || string(list[1].text) != "{\n  \"name\": \"x\",\n  \"version\": \"1\"\n}\n" || string(list[0].text) != "a" {
		t.Errorf("%s, %v", list[1].text, err)
	}
	for _, bad := range []string{"{}", "{\n  \"key\": \"a\"\n}{"} {
		if _, err := withoutKey([]entry{{"manifest.json", 0o644, "", []byte(bad)}}); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestManifestsNameEachArchiveWithItsSum(t *testing.T) {
	r := &release{version: "1.2.3"}
	values := manifestValues{Version: r.version, Base: "https://example.com/v1.2.3/", Description: "Turns pages into Markdown", Date: "2026-01-02", files: map[target]download{}}
	for i, target := range allTargets {
		values.files[target] = download{r.archiveName(target), strings.Repeat(string(rune('a'+i)), 64)}
	}
	dir := t.TempDir()
	if err := writeManifests(dir, values); err != nil {
		t.Fatal(err)
	}
	if err := checkManifests(dir); err != nil {
		t.Error(err)
	}
	systems := map[string][]string{"winget/Pulltab.Pulltab.installer.yaml": {"windows"}, "scoop/pulltab.json": {"windows"}, "homebrew/pulltab.rb": {"linux", "darwin"}, "nix/pulltab.nix": {"linux", "darwin"}, "aur/PKGBUILD": {"linux"}, "aur/.SRCINFO": {"linux"}}
	for _, file := range manifestFiles {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, wanted := range allTargets {
			for _, system := range systems[file] {
				// The sum follows the address of the same archive.
				d := values.files[wanted]
				if wanted.os == system && !regexp.MustCompile(`(?s)`+regexp.QuoteMeta(values.Base+d.Name)+`.{1,60}`+d.Sum).Match(text) {
					t.Errorf("%s does not name %s with its sum", file, d.Name)
				}
			}
		}
		if !strings.Contains(string(text), "1.2.3") || strings.Contains(string(text), "<no value>") {
			t.Errorf("%s:\n%s", file, text)
		}
	}
	text, _ := os.ReadFile(filepath.Join(dir, "scoop/pulltab.json"))
	if !json.Valid(text) {
		t.Errorf("%s", text)
	}
	delete(values.files, allTargets[0])
	if err := writeManifests(t.TempDir(), values); err == nil {
		t.Error("a manifest without an archive was written")
	}
}

func TestComponentsHaveALicence(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted,\nfree of charge, to any person":                            "MIT",
		"Redistribution and use in source and binary forms … used to endorse or promote products": "BSD-3-Clause",
		"Redistribution and use in source\n and binary forms":                                     "BSD-2-Clause",
		"Apache License\n   Version 2.0, January 2004":                                            "Apache-2.0",
		"All rights reserved.": "",
	} {
		if got := identify(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if _, err := licenceOf(t.TempDir()); err == nil {
		t.Error("a module without a licence was accepted")
	}
	if id, err := licenceOf("../.."); err != nil || id != "MIT" {
		t.Errorf("%q, %v", id, err)
	}
	r := &release{version: "1.2.3"}
	text, err := r.bill([]component{r.library("example.com/a", "v1", "h1:"+strings.Repeat("A", 43)+"=", "MIT")})
	if err != nil || !json.Valid(text) || !strings.Contains(string(text), strings.Repeat("0", 64)) || !strings.Contains(string(text), "pkg:golang/example.com/a@v1") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestProgramAndExtensionHaveOneVersion(t *testing.T) {
	if v, err := version("../.."); err != nil || !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(v) {
		t.Errorf("%q, %v", v, err)
	}
}

func TestRegistrationsOfThePackageForMacNameItsProgram(t *testing.T) {
	for _, family := range []string{"chromium", "firefox"} {
		text, err := os.ReadFile("../../manifests/host/" + family + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var manifest struct{ Path string }
		if err := json.Unmarshal(macProgram(text), &manifest); err != nil || manifest.Path != "/usr/local/bin/pulltab" {
			t.Errorf("%s: %q, %v", family, manifest.Path, err)
		}
	}
}
