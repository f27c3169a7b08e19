package protocol

import (
	"strings"
	"testing"
)

// A chunk of ordinary HTML. Decoding the chunks is most of the host's cost of
// an upload.
func BenchmarkDecodeChunk(b *testing.B) {
	s := strings.Repeat(`<p class="text">Some words with a <a href="/x">link</a>.</p>`, ChunkUnits/60)
	text, err := Marshal(s)
	if err != nil {
		b.Fatal(err)
	}
	frame := []byte(`{"t":"chunk","id":"c1","seq":1,"s":` + string(text) + `}`)
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		if _, failure := Decode(frame); failure != nil {
			b.Fatal(failure)
		}
	}
}
