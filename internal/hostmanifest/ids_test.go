package hostmanifest

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestIDsAreThoseOfTheExtension(t *testing.T) {
	raw, err := os.ReadFile("../../manifests/extension/ids.json")
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"host": HostName, "chromium": ChromiumID, "firefox": FirefoxID}
	for name, id := range want {
		if got[name] != id {
			t.Errorf("%s: %q in ids.json, %q here", name, got[name], id)
		}
	}
}

// Chromium derives the id from the key: the first 16 bytes of its SHA-256, a letter
// from a to p for each half byte.
func TestIDBelongsToTheKey(t *testing.T) {
	raw, err := os.ReadFile("../../manifests/extension/chromium.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct{ Key []byte }
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(manifest.Key)
	var id strings.Builder
	for _, b := range sum[:16] {
		id.WriteByte('a' + b>>4)
		id.WriteByte('a' + b&15)
	}
	if id.String() != ChromiumID && id.String() != StoreID {
		t.Errorf("the key's id is %s", &id)
	}
}

func TestReleasedIDsAreInEachRegistration(t *testing.T) {
	for _, family := range []Family{Chromium, Gecko} {
		for _, id := range Released(family) {
			if FamilyOf(id) != family || !New(family, "/x").Allows(id) {
				t.Errorf("%s: %s", family, id)
			}
		}
	}
}
