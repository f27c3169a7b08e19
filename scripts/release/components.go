package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// component is a library in the form of CycloneDX 1.6.
type component struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Purl     string    `json:"purl"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licenses []licence `json:"licenses"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type licence struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

// components writes the list of components of the program, which the program
// itself names, with the licences in the module cache.
func (r *release) components() error {
	info, err := buildinfo.ReadFile(r.programFile(r.targets[0]))
	if err != nil {
		return err
	}
	list := []component{r.library("std", strings.TrimPrefix(info.GoVersion, "go"), "", "BSD-3-Clause")}
	for _, module := range info.Deps {
		if module.Replace != nil { // by a folder of third_party, written for this program
			list = append(list, r.library(module.Path, r.version, "", "MIT"))
			continue
		}
		dir, err := r.command(r.root, nil, "go", "list", "-m", "-f", "{{.Dir}}", module.Path)
		if err != nil {
			return err
		}
		id, err := licenceOf(strings.TrimSpace(string(dir)))
		if err != nil {
			return err
		}
		list = append(list, r.library(module.Path, module.Version, module.Sum, id))
	}
	text, err := r.bill(list)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, "pulltab-"+r.version+".cdx.json"), text, 0o644)
}

// library describes a module; sum is that of go.sum.
func (r *release) library(path, version, sum, id string) component {
	c := component{Type: "library", Name: path, Version: version, Purl: "pkg:golang/" + path + "@" + version}
	if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:")); err == nil && len(raw) == 32 {
		c.Hashes = []hash{{"SHA-256", hex.EncodeToString(raw)}}
	}
	c.Licenses = make([]licence, 1)
	c.Licenses[0].License.ID = id
	return c
}

// bill returns the whole document. It has no serial number and no time, so that
// equal sources give equal bytes.
func (r *release) bill(list []component) ([]byte, error) {
	own := r.library("pulltab", r.version, "", "MIT")
	own.Type, own.Purl = "application", "pkg:generic/pulltab@"+r.version
	document := struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   any         `json:"metadata"`
		Components []component `json:"components"`
	}{"CycloneDX", "1.6", 1, map[string]any{"component": own}, list}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(document)
	return b.Bytes(), err
}

// licenceOf returns the SPDX identifier of the licence in a module's folder.
func licenceOf(dir string) (string, error) {
	for _, name := range []string{"LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "COPYING"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			if id := identify(string(text)); id != "" {
				return id, nil
			}
			return "", fmt.Errorf("the licence in %s is unknown", dir)
		}
	}
	return "", fmt.Errorf("%s has no licence", dir)
}

// identify recognises the licences that the program's libraries have.
func identify(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	switch {
	case strings.Contains(words, "Apache License Version 2.0"), strings.Contains(words, "Apache License, Version 2.0"):
		return "Apache-2.0"
	case strings.Contains(words, "Mozilla Public License"):
		return "MPL-2.0"
	case strings.Contains(words, "Redistribution and use in source and binary forms") && strings.Contains(words, "endorse or promote"):
		return "BSD-3-Clause"
	case strings.Contains(words, "Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	case strings.Contains(words, "Permission is hereby granted, free of charge"):
		return "MIT"
	case strings.Contains(words, "Permission to use, copy, modify, and/or distribute this software"):
		return "ISC"
	}
	return ""
}
