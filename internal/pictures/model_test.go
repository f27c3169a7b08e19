package pictures

import "testing"

// maxModel limits the model's share of the program, in bytes.
const maxModel = 200_000

func TestEmbeddedModelMatchesTheCodeAndIsSmall(t *testing.T) {
	m, err := ReadModel(modelFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(m.Bytes()) != string(modelFile) || len(modelFile) > maxModel {
		t.Errorf("a model of %d bytes is written as one of %d", len(modelFile), len(m.Bytes()))
	}
	for _, n := range []int{0, 3, 8, len(modelFile) / 2, len(modelFile) - 1} {
		if _, err := ReadModel(modelFile[:n]); err == nil {
			t.Errorf("the first %d bytes of a model are accepted", n)
		}
	}
	broken := append([]byte(nil), modelFile...)
	broken[len(broken)/2] ^= 1
	if _, err := ReadModel(broken); err == nil {
		t.Error("a model with a byte changed is accepted")
	}
}
