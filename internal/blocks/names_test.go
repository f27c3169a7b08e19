package blocks

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestASCIINamesSplitAsUnicodeNames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const letters = "abcXYZ-_ 19."
	for range 20_000 {
		s := make([]byte, random.IntN(30))
		for i := range s {
			s[i] = letters[random.IntN(len(letters))]
		}
		if a, b := appendNames(nil, string(s)), appendUnicodeNames(nil, string(s)); !slices.Equal(a, b) {
			t.Fatalf("%q: %q and %q", s, a, b)
		}
	}
	want := []string{"post", "body", "main", "überschrift"}
	if got := appendNames(nil, "postBody2 x main-Überschrift"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
