package blocks

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
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

func TestAForestSumsItsTrees(t *testing.T) {
	f := Forest{Base: 0.5, Roots: []int32{0, 5}, Nodes: []Node{
		{Feature: 1, Value: 2, Right: 2},  // x1 <= 2 ?
		{Feature: -1, Value: 1},           //   yes
		{Feature: 0, Value: -1, Right: 2}, //   no: x0 <= -1 ?
		{Feature: -1, Value: 10},          //     yes
		{Feature: -1, Value: 100},         //     no
		{Feature: -1, Value: 1000},        // always
	}}
	var rows []float32
	var alone []float64
	for _, c := range []struct {
		x    []float32
		want float64
	}{
		{[]float32{0, 2}, 1001.5},
		{[]float32{-1, 3}, 1010.5},
		{[]float32{0, 3}, 1100.5},
	} {
		if got := f.LogOdds(c.x); got != c.want {
			t.Errorf("%v: got %v, want %v", c.x, got, c.want)
		}
		rows = append(rows, c.x...)
		alone = append(alone, f.Probability(c.x))
	}
	if together := f.Probabilities(rows, 2); !slices.Equal(together, alone) {
		t.Errorf("together the rows have %v, alone %v", together, alone)
	}
	if !f.valid(2) {
		t.Error("a valid forest is refused")
	}
	if f.valid(1) {
		t.Error("a forest with a feature out of range is accepted")
	}
}
