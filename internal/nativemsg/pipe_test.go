package nativemsg

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
)

// Sizes at which other hosts lose data: around a 4,096-byte buffer less the
// header, around the capacity of a pipe, and larger.
var pipeSizes = []int{1, 4092, 4093, 65532, 65536, 65537, 1 << 20, 20 << 20}

func TestFramesArriveCompleteThroughAPipe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		step int // bytes per write; 0: all at once
		max  int // longest frame of the case
	}{
		{"in one write", 0, 20 << 20},
		{"byte by byte", 1, 1 << 20},
		{"in writes of 4,096 bytes", 4096, 20 << 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				c.max = min(c.max, 1<<20)
				if c.step == 1 {
					c.max = 65537
				}
			}
			r, w := pipe(t)
			go func() {
				defer w.Close()
				for _, size := range pipeSizes {
					if size <= c.max {
						writeSteps(w, framed(pattern(size)), c.step)
					}
				}
			}()
			in := NewReader(r, 32<<20)
			for _, size := range pipeSizes {
				if size > c.max {
					continue
				}
				got, err := in.Next()
				if err != nil {
					t.Fatalf("%d bytes: %v", size, err)
				}
				if !bytes.Equal(got, pattern(size)) {
					t.Fatalf("%d bytes: %d came, or others", size, len(got))
				}
			}
			if _, err := in.Next(); err != io.EOF {
				t.Errorf("at the end: %v", err)
			}
		})
	}
}

func TestTwoFramesInOneWriteAreTwoFrames(t *testing.T) {
	in := NewReader(bytes.NewReader(append(framed([]byte("ab")), framed([]byte("cde"))...)), 100)
	for _, want := range []string{"ab", "cde"} {
		if got, err := in.Next(); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
}

func TestStreamsThatEndInsideAFrame(t *testing.T) {
	whole := framed([]byte("abcdef"))
	for cut := 1; cut < len(whole); cut++ {
		_, err := NewReader(bytes.NewReader(whole[:cut]), 100).Next()
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("after %d bytes: %v", cut, err)
		}
		_, err = NewReader(bytes.NewReader(whole[:cut]), 3).Next()
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("skipped, after %d bytes: %v", cut, err)
		}
	}
}

func TestLongFramesAreSkipped(t *testing.T) {
	var stream bytes.Buffer
	sizes := []int{101, 300, 70_000, MaxSkip}
	if testing.Short() {
		sizes[3] = 1 << 20
	}
	for _, size := range sizes {
		stream.Write(framed(pattern(size)))
		stream.Write(framed([]byte("next")))
	}
	in := NewReader(&stream, 100)
	for _, size := range sizes {
		var large *TooLarge
		if _, err := in.Next(); !errors.As(err, &large) || large.Size != size || !bytes.Equal(large.Head, pattern(size)[:min(size, headSize)]) {
			t.Fatalf("%d bytes: %v", size, err)
		}
		if got, err := in.Next(); err != nil || string(got) != "next" {
			t.Fatalf("after %d bytes: %q, %v", size, got, err)
		}
	}
}

func TestImpossibleLengthsEndTheStream(t *testing.T) {
	for _, size := range []uint32{MaxSkip + 1, 0x7FFFFFFF, 0xFFFFFFFF} {
		header := order.AppendUint32(nil, size)
		if _, err := NewReader(bytes.NewReader(header), 100).Next(); !errors.Is(err, ErrDesync) {
			t.Errorf("%#x: %v", size, err)
		}
	}
}

func TestEmptyFramesAreIgnored(t *testing.T) {
	stream := append(framed(nil), framed(nil)...)
	in := NewReader(bytes.NewReader(append(stream, framed([]byte("x"))...)), 100)
	if got, err := in.Next(); err != nil || string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}
}

// A length that is announced but not sent costs no memory.
func TestMemoryGrowsWithTheBytesReceived(t *testing.T) {
	stream := append(order.AppendUint32(nil, 60<<20), "short"...)
	in := NewReader(bytes.NewReader(stream), MaxSkip)
	if _, err := in.Next(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	const runs = 10
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		_, _ = NewReader(bytes.NewReader(stream), MaxSkip).Next()
	}
	runtime.ReadMemStats(&after)
	if allocated := (after.TotalAlloc - before.TotalAlloc) / runs; allocated > 4*readStep {
		t.Errorf("%d bytes allocated for 5 that came", allocated)
	}
}

// For any stream, reading ends, no frame exceeds the limit, and a frame after
// whole frames is read.
func FuzzFrame(f *testing.F) {
	f.Add([]byte{}, []byte("x"))
	f.Add(framed([]byte(`{"t":"ping"}`)), []byte("x"))
	f.Add([]byte{0, 0, 0, 0, 255, 255, 255, 255}, []byte("x"))
	f.Add(framed(pattern(200)), []byte("x"))
	f.Add([]byte{1, 0}, []byte("x"))
	f.Fuzz(func(t *testing.T, stream, frame []byte) {
		const limit = 100
		in := NewReader(bytes.NewReader(stream), limit)
		whole := 0
		for {
			got, err := in.Next()
			var large *TooLarge
			if err != nil && !errors.As(err, &large) {
				break
			}
			if len(got) > limit {
				t.Fatalf("frame of %d bytes", len(got))
			}
			if whole++; whole > len(stream) {
				t.Fatal("more frames than bytes")
			}
		}
		if len(frame) == 0 || len(frame) > limit {
			return
		}
		in = NewReader(bytes.NewReader(append(framed(stream), framed(frame)...)), limit)
		var large *TooLarge
		if len(stream) > 0 {
			if got, err := in.Next(); !errors.As(err, &large) && !bytes.Equal(got, stream) {
				t.Fatalf("%q, %v", got, err)
			}
		}
		if got, err := in.Next(); err != nil || !bytes.Equal(got, frame) {
			t.Fatalf("%q, %v", got, err)
		}
	})
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

func writeSteps(w io.Writer, b []byte, step int) {
	if step == 0 {
		step = len(b)
	}
	for len(b) > 0 {
		n := min(step, len(b))
		if _, err := w.Write(b[:n]); err != nil {
			return
		}
		b = b[n:]
	}
}

// framed returns body as one frame.
func framed(body []byte) []byte {
	return append(order.AppendUint32(nil, uint32(len(body))), body...)
}

// pattern returns size pseudo-random bytes.
func pattern(size int) []byte {
	random := rand.New(rand.NewPCG(uint64(size), 1))
	b := make([]byte, 0, size+8)
	for len(b) < size {
		b = binary.LittleEndian.AppendUint64(b, random.Uint64())
	}
	return b[:size]
}
