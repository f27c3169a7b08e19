package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

func TestLineOverTheLimitIsSkipped(t *testing.T) {
	long := strings.Repeat("x", 200)
	r := bufio.NewReaderSize(strings.NewReader("one\n"+long+"\ntwo\r\n\n"+long+"\nthree"), 16)
	var got []string
	for {
		line, err := readLine(r, nil, 100)
		if errors.Is(err, io.EOF) {
			break
		}
		switch {
		case errors.Is(err, page.ErrTooLarge):
			got = append(got, "too large")
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, string(line))
		}
	}
	if want := "[one too large two  too large three]"; fmt.Sprint(got) != want {
		t.Errorf("lines %v, want %s", got, want)
	}
}

func TestPageOverTheLimitFailsItsLineOnly(t *testing.T) {
	small := `{"id":"small","html":"<p>A page of a few words that are all the content of it.</p>"}`
	in := strings.NewReader(small + "\n" + `{"id":"large","html":"` + strings.Repeat("x", page.MaxBytes+1) + "\"}\n" + small)
	var out bytes.Buffer
	if err := convertLines(in, &out, pipeline.DefaultOptions(), 2); err != nil {
		t.Fatal(err)
	}
	var codes []string
	for line := range strings.Lines(out.String()) {
		var answer struct {
			ID    string
			Error struct{ Code string }
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		codes = append(codes, answer.ID+" "+answer.Error.Code)
	}
	if got := strings.Join(codes, ", "); got != "small , large E_DOC_TOO_LARGE, small " {
		t.Errorf("answers: %s", got)
	}
}

// endless returns one line per call and counts the calls.
type endless struct{ given int }

func (s *endless) Read(p []byte) (int, error) {
	s.given++
	return copy(p, `{"html":"<p>A page of a few words that are all the content of it.</p>"}`+"\n"), nil
}

// stuck blocks each write until it is released, and then fails it.
type stuck struct{ release chan struct{} }

func (w stuck) Write([]byte) (int, error) {
	<-w.release
	return 0, errors.New("closed")
}

func TestSlowReaderDelaysReadingOfLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := &endless{}, stuck{make(chan struct{})}
		done := make(chan error, 1)
		go func() { done <- convertLines(in, out, pipeline.DefaultOptions(), 3) }()
		synctest.Wait() // until all goroutines block
		if in.given > 2*3+2 {
			t.Errorf("%d lines were read before the first answer was taken", in.given)
		}
		close(out.release)
		if err := <-done; err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("a failing writer gave %v", err)
		}
	})
}
