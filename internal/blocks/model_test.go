package blocks

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// maxModel limits the model's share of the program, in bytes.
const maxModel = 1 << 20

func TestEmbeddedModelMatchesTheCodeAndIsSmall(t *testing.T) {
	m, err := ReadModel(modelFile)
	if err != nil {
		t.Fatal(err)
	}
	if len(modelFile) > maxModel {
		t.Errorf("model of %d bytes, more than %d", len(modelFile), maxModel)
	}
	if !bytes.Equal(m.Bytes(), modelFile) {
		t.Error("a model changes when it is read and written")
	}
}

func TestEveryModelHasItsOwnVersion(t *testing.T) {
	m, err := ReadModel(modelFile)
	if err != nil {
		t.Fatal(err)
	}
	m.FirstPass.Base++
	if other := VersionOf(m.Bytes()); other == Version() {
		t.Errorf("two different models have the version %s", other)
	}
}

func TestTheManifestNamesTheEmbeddedModel(t *testing.T) {
	data, err := os.ReadFile("model.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct{ Model string }
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Model != Version() {
		t.Errorf("the manifest names the model %s, not %s", manifest.Model, Version())
	}
}

func TestACorruptModelIsRefused(t *testing.T) {
	for at := 0; at < len(modelFile); at += 1 + len(modelFile)/97 {
		broken := bytes.Clone(modelFile)
		broken[at] ^= 1
		if _, err := ReadModel(broken); err == nil {
			t.Errorf("a model with byte %d changed is accepted", at)
		}
	}
	for _, n := range []int{0, 3, 8, len(modelFile) / 2, len(modelFile) - 1} {
		if _, err := ReadModel(modelFile[:n]); err == nil {
			t.Errorf("the first %d bytes of a model are accepted", n)
		}
	}
}
