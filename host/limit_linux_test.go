//go:build !race

package main

import "testing"

// A single huge allocation ends the host, not the machine.
func TestTheSystemLimitsMemory(t *testing.T) {
	p := launch(t, "hog", chromiumArgs, nil)
	p.Greet()
	p.SendFixture("convert", nil)
	for m := range p.Messages {
		t.Errorf("%v", m)
	}
	if status := p.wait(); status != 2 {
		t.Errorf("status %d\n%.500s", status, p.stderr)
	}
}
