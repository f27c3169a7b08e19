package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// extension packs the extension for both stores. The Chrome Web Store refuses a
// package with a key, since it makes its own; the folder that the Debian package
// installs needs the key, which fixes its id.
func (r *release) extension() error {
	if _, err := r.command(filepath.Join(r.root, "extension"), nil, "node", "tools/pack.mjs"); err != nil {
		return err
	}
	folder := filepath.Join(r.root, "dist/chromium") // which a package takes with its times
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(path, r.time, r.time))
	})
	if err != nil {
		return err
	}
	packed := func(browser string) string {
		return filepath.Join(r.root, "dist", fmt.Sprintf("pulltab-%s-%s.zip", browser, r.version))
	}
	chromium, err := zipEntries(packed("chromium"))
	if err != nil {
		return err
	}
	if chromium, err = withoutKey(chromium); err != nil {
		return err
	}
	if err := writeZip(filepath.Join(r.out, fmt.Sprintf("pulltab-chromium-store-%s.zip", r.version)), chromium, r.time); err != nil {
		return err
	}
	text, err := os.ReadFile(packed("firefox"))
	if err != nil {
		return err
	}
	return os.WriteFile(r.xpi(), text, 0o644)
}

// xpi is the unsigned package for Firefox.
func (r *release) xpi() string {
	return filepath.Join(r.out, fmt.Sprintf("pulltab-firefox-%s.xpi", r.version))
}

// zipEntries returns the files of an archive, in its order.
func zipEntries(name string) ([]entry, error) {
	archive, err := zip.OpenReader(name)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	var list []entry
	for _, f := range archive.File {
		content, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(content)
		content.Close()
		if err != nil {
			return nil, err
		}
		list = append(list, entry{f.Name, 0o644, "", text})
	}
	return list, nil
}

// withoutKey removes the key from the extension's manifest and leaves the rest of
// its text as it is.
func withoutKey(list []entry) ([]entry, error) {
	found := false
	for i, e := range list {
		if e.name != "manifest.json" {
			continue
		}
		var lines [][]byte
		for _, line := range bytes.SplitAfter(e.text, []byte("\n")) {
			if bytes.HasPrefix(bytes.TrimSpace(line), []byte(`"key": "`)) {
				found = true
				continue
			}
			lines = append(lines, line)
		}
		list[i].text = bytes.Join(lines, nil)
		var manifest map[string]any
		if err := json.Unmarshal(list[i].text, &manifest); err != nil {
			return nil, err
		}
		if _, has := manifest["key"]; has {
			return nil, fmt.Errorf("the manifest still has a key")
		}
	}
	if !found {
		return nil, fmt.Errorf("the manifest has no key")
	}
	return list, nil
}
