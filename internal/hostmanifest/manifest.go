package hostmanifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Family is the form of registration that a browser reads. Firefox rejects a file
// that contains both kinds of allow-list.
type Family string

// The two families.
const (
	Chromium Family = "chromium"
	Gecko    Family = "firefox"
)

// Manifest is a registration, in the form of either family.
type Manifest struct {
	Name              string   `json:"name"`
	Description       string   `json:"description"`
	Path              string   `json:"path"`
	Type              string   `json:"type"`
	AllowedOrigins    []string `json:"allowed_origins,omitempty"`    // Chromium's family
	AllowedExtensions []string `json:"allowed_extensions,omitempty"` // Firefox's family
}

// New returns the registration of the program at path for the released extension
// and those of ids that belong to family.
func New(family Family, path string, ids ...string) Manifest {
	m := Manifest{
		Name:        HostName,
		Description: "Pulltab turns rendered web pages into Markdown, on this computer only",
		Path:        path,
		Type:        "stdio",
	}
	for _, id := range append(Released(family), ids...) {
		switch {
		case FamilyOf(id) != family:
		case family == Gecko:
			m.AllowedExtensions = append(m.AllowedExtensions, id)
		default:
			m.AllowedOrigins = append(m.AllowedOrigins, Origin(id))
		}
	}
	return m
}

// Allows reports whether the registration allows the extension with id.
func (m Manifest) Allows(id string) bool {
	return slices.Contains(m.AllowedExtensions, id) || slices.Contains(m.AllowedOrigins, Origin(id))
}

// Text returns the content of the file.
func (m Manifest) Text() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		panic(err) // strings only
	}
	return b.Bytes()
}

// Read parses a registration. It fails if a browser of family would reject it.
func Read(family Family, text []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return m, errors.New("it is not valid JSON")
	}
	switch {
	case m.Name != HostName:
		return m, fmt.Errorf("its name is %q, not %q", m.Name, HostName)
	case m.Type != "stdio":
		return m, fmt.Errorf("its type is %q, not \"stdio\"", m.Type)
	case m.Path == "":
		return m, errors.New("it names no program")
	case family == Gecko && m.AllowedOrigins != nil:
		return m, errors.New("it has the list of the other browser family, which Firefox refuses")
	case !slices.ContainsFunc(Released(family), m.Allows):
		return m, errors.New("it does not allow the Pulltab extension")
	}
	return m, nil
}

// ChromiumScheme begins an extension's origin in every Chromium browser,
// including Edge and Opera.
const ChromiumScheme = "chrome-extension://"

// Origin returns the form in which Chromium passes an extension's id to a host.
func Origin(id string) string { return ChromiumScheme + id + "/" }

// FamilyOf returns the family of an extension's id, or "" if it is not one. An id
// of Chromium is 32 letters from a to p, one of Firefox an address or a GUID in
// braces.
func FamilyOf(id string) Family {
	switch {
	case len(id) == 32 && strings.Trim(id, "abcdefghijklmnop") == "":
		return Chromium
	case len(id) <= 80 && strings.Count(id, "@") == 1 && !strings.ContainsAny(id, " /\\\"*"),
		len(id) == 38 && id[0] == '{' && id[37] == '}' && strings.Trim(strings.ToLower(id[1:37]), "0123456789abcdef-") == "":
		return Gecko
	}
	return ""
}
