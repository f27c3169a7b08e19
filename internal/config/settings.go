package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"pulltab/internal/notefile"
	"pulltab/internal/notetemplate"
	"pulltab/internal/target"
)

// The files of the settings, in the configuration folder.
const (
	settingsFile = "config.yaml"
	lastGoodFile = ".config.yaml.good" // the last version without problems
)

// SettingsError means that the settings file cannot be used as it is.
type SettingsError struct {
	Path     string
	Problems []target.Problem
	LastGood bool // the last version without problems is used
}

func (e *SettingsError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s has errors", e.Path)
	if e.LastGood {
		b.WriteString("; the last version without errors is used")
	}
	for _, p := range e.Problems {
		fmt.Fprintf(&b, "\n  %v", p)
	}
	return b.String()
}

// SettingsPath returns the path of the settings, or "" without a configuration
// folder.
func (f Folders) SettingsPath() string {
	if f.Config == "" {
		return ""
	}
	return filepath.Join(f.Config, settingsFile)
}

// Settings reads the settings; without a file they are empty. If the file has
// problems, Settings returns the last version without any, and a *SettingsError.
func (f Folders) Settings() (target.Settings, error) {
	path := f.SettingsPath()
	if path == "" {
		return target.Settings{}, ErrNoConfig
	}
	text, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return target.Settings{}, nil
	}
	if err != nil {
		return target.Settings{}, err
	}
	settings, problems := f.parse(text)
	if len(problems) > 0 {
		failure := &SettingsError{Path: path, Problems: problems}
		good, err := readFile(filepath.Join(f.Config, lastGoodFile))
		if err != nil {
			return target.Settings{}, failure
		}
		settings, problems = f.parse(good)
		if len(problems) > 0 {
			return target.Settings{}, failure // of a newer version
		}
		failure.LastGood = true
		return settings, failure
	}
	f.keepGood(text)
	return settings, nil
}

func (f Folders) parse(text []byte) (target.Settings, []target.Problem) {
	if len(text) >= maxFile {
		return target.Settings{}, []target.Problem{{Line: 1, Text: fmt.Sprintf("the file has %d bytes or more", maxFile)}}
	}
	return target.Parse(text, f.Home)
}

// keepGood stores settings without problems. If it fails, the next problem of the
// file is reported without an earlier version.
func (f Folders) keepGood(text []byte) {
	path := filepath.Join(f.Config, lastGoodFile)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return
	}
	WriteFile(path, text, 0o600)
}

// AddTarget adds a target to the settings, which keep their comments. It fails if
// the alias exists.
func (f Folders) AddTarget(alias string, keys map[string]string, order []string) error {
	entry := &yaml.Node{Kind: yaml.MappingNode}
	for _, key := range order {
		if keys[key] != "" {
			entry.Content = append(entry.Content, text(key), text(keys[key]))
		}
	}
	return f.editSettings("targets", alias, entry)
}

// AddTemplate adds a template to the settings. It fails if the name exists.
func (f Folders) AddTemplate(name string, t notetemplate.Template) error {
	entry := &yaml.Node{Kind: yaml.MappingNode}
	for _, part := range []struct{ name, value string }{{"name", t.Name}, {"folder", t.Folder}, {"head", t.Head}, {"foot", t.Foot}} {
		if part.value != "" {
			entry.Content = append(entry.Content, text(part.name), text(part.value))
		}
	}
	if t.Frontmatter != nil {
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, p := range t.Frontmatter {
			field := text(p.Name)
			if p.Value != "" {
				field = &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{text(p.Name), text(p.Value)}}
			}
			list.Content = append(list.Content, field)
		}
		entry.Content = append(entry.Content, text("frontmatter"), list)
	}
	return f.editSettings("templates", name, entry)
}

// SetOptions replaces the options that all browsers share; the rest of the settings
// and their comments stay.
func (f Folders) SetOptions(options map[string]any) error {
	section := &yaml.Node{Kind: yaml.MappingNode}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		var value yaml.Node
		if err := value.Encode(options[name]); err != nil {
			return err
		}
		section.Content = append(section.Content, text(name), &value)
	}
	return f.edit(func(root *yaml.Node) error {
		*valueOf(root, "options") = *section
		return nil
	})
}

func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

// editSettings adds an entry to a section of the settings.
func (f Folders) editSettings(section, name string, entry *yaml.Node) error {
	return f.edit(func(root *yaml.Node) error {
		entries := valueOf(root, section)
		if valueIndex(entries, name) >= 0 {
			return fmt.Errorf("%s: there is one called %q already", section, name)
		}
		entries.Content = append(entries.Content, text(name), entry)
		return nil
	})
}

// edit changes the settings. Settings that have problems, before or after, are not
// changed.
func (f Folders) edit(change func(root *yaml.Node) error) error {
	if f.Config == "" {
		return ErrNoConfig
	}
	if err := os.MkdirAll(f.Config, 0o700); err != nil {
		return err
	}
	folder, err := notefile.Open(f.Config)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Edit(settingsFile, func(old []byte) ([]byte, error) {
		if _, problems := f.parse(old); len(problems) > 0 {
			return nil, &SettingsError{Path: f.SettingsPath(), Problems: problems}
		}
		changed, err := changeDocument(old, change)
		if err != nil {
			return nil, err
		}
		if _, problems := f.parse(changed); len(problems) > 0 {
			return nil, fmt.Errorf("%s: %s", problems[0].Key, problems[0].Text)
		}
		return changed, nil
	})
}

// changeDocument changes the mapping of valid settings.
func changeDocument(old []byte, change func(root *yaml.Node) error) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(old, &doc); err != nil {
		return nil, err
	}
	if doc.Kind == 0 {
		doc = yaml.Node{Kind: yaml.DocumentNode, HeadComment: strings.TrimSpace(string(old))}
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		doc.Content = []*yaml.Node{{Kind: yaml.MappingNode}}
	}
	if err := change(doc.Content[0]); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	err := errors.Join(e.Encode(&doc), e.Close())
	return b.Bytes(), err
}

// valueOf returns the mapping at a key of m, which it adds if necessary.
func valueOf(m *yaml.Node, key string) *yaml.Node {
	if i := valueIndex(m, key); i >= 0 {
		if m.Content[i].Kind != yaml.MappingNode {
			m.Content[i] = &yaml.Node{Kind: yaml.MappingNode}
		}
		return m.Content[i]
	}
	value := &yaml.Node{Kind: yaml.MappingNode}
	m.Content = append(m.Content, text(key), value)
	return value
}

func valueIndex(m *yaml.Node, key string) int {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return i + 1
		}
	}
	return -1
}
