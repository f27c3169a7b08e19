package hostmanifest

import (
	"encoding/json"
	"os"
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
