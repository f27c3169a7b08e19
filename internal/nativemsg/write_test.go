package nativemsg

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
)

func TestFramesOfConcurrentSendersAreNotInterleaved(t *testing.T) {
	t.Parallel()
	r, w := pipe(t)
	out := NewWriter(w, 1<<20)
	const senders, each = 8, 200
	var wait sync.WaitGroup
	for s := range senders {
		wait.Go(func() {
			for i := range each {
				frame := []byte(fmt.Sprintf("%d:%d:", s, i) + strings.Repeat(string(rune('a'+s)), 5000))
				send := out.Send
				if s%2 == 0 {
					send = out.SendBulk
				}
				if err := send(frame); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() {
		wait.Wait()
		out.Close()
		<-out.Done()
		w.Close()
	}()
	next := make([]int, senders)
	in := NewReader(r, 1<<20)
	for {
		frame, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		var s, i int
		fmt.Sscanf(string(frame), "%d:%d:", &s, &i)
		if i != next[s] || !strings.HasSuffix(string(frame), strings.Repeat(string(rune('a'+s)), 5000)) {
			t.Fatalf("frame %d of sender %d where %d was due", i, s, next[s])
		}
		next[s]++
	}
	for s, n := range next {
		if n != each {
			t.Errorf("sender %d: %d of %d frames", s, n, each)
		}
	}
}

func TestShortFramesAreWrittenBeforeBulkFrames(t *testing.T) {
	r, w := io.Pipe()
	out := NewWriter(w, 100)
	bulk := make(chan error)
	go func() {
		for range 3 {
			bulk <- out.SendBulk([]byte("bulk"))
		}
	}()
	<-bulk // the writer has accepted the first frame and waits for the reader
	if err := out.Send([]byte("short")); err != nil {
		t.Fatal(err)
	}
	in := NewReader(r, 100)
	var got []string
	go func() {
		<-bulk
		<-bulk
		out.Close()
		<-out.Done()
		w.Close()
	}()
	for {
		frame, err := in.Next()
		if err != nil {
			break
		}
		got = append(got, string(frame))
	}
	if want := "bulk short bulk bulk"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestFramesOverTheLimitAreRejected(t *testing.T) {
	var b bytes.Buffer
	out := NewWriter(&b, 10)
	for _, send := range []func([]byte) error{out.Send, out.SendBulk} {
		if err := send(make([]byte, 11)); err == nil {
			t.Error("taken")
		}
	}
	if out.TrySend(make([]byte, 11)) {
		t.Error("taken")
	}
	out.Close()
	<-out.Done()
	if b.Len() != 0 {
		t.Errorf("%d bytes left", b.Len())
	}
}

func TestSendingFailsAfterTheStreamFailed(t *testing.T) {
	r, w := pipe(t)
	r.Close()
	out := NewWriter(w, 100)
	for range queueLength + 2 {
		if err := out.Send([]byte("x")); err != nil {
			break
		}
	}
	<-out.Done()
	if err := out.SendBulk([]byte("x")); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// If the browser does not read, senders wait, and TrySend drops frames.
func TestASlowReaderCostsBoundedMemory(t *testing.T) {
	_, w := io.Pipe()
	out := NewWriter(w, 100)
	taken := 0
	for range 10 * queueLength {
		if out.TrySend([]byte("x")) {
			taken++
		}
	}
	if taken > queueLength/2+2 {
		t.Errorf("%d frames queued", taken)
	}
	w.CloseWithError(io.ErrClosedPipe)
	<-out.Done()
}
