package forest

import (
	"bytes"
	"slices"
	"testing"
)

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
	if !f.Valid(2) {
		t.Error("a valid forest is refused")
	}
	if f.Valid(1) {
		t.Error("a forest with a feature out of range is accepted")
	}
}

func TestAForestIsReadAsItWasWritten(t *testing.T) {
	f := Forest{Base: 0.5, Roots: []int32{0}, Nodes: []Node{{Feature: 1, Value: 2, Right: 2}, {Feature: -1, Value: 1}, {Feature: -1, Value: 3}}}
	var b bytes.Buffer
	f.AppendTo(&b)
	got, err := Read(bytes.NewReader(b.Bytes()), 2)
	if err != nil || got.Base != f.Base || !slices.Equal(got.Roots, f.Roots) || !slices.Equal(got.Nodes, f.Nodes) {
		t.Errorf("got %v, %v", got, err)
	}
	for n := range b.Len() {
		if _, err := Read(bytes.NewReader(b.Bytes()[:n]), 2); err == nil {
			t.Errorf("the first %d bytes are accepted", n)
		}
	}
	if _, err := Read(bytes.NewReader(b.Bytes()), 1); err == nil {
		t.Error("a forest for other rows is accepted")
	}
}
