package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"pulltab/internal/page"
)

// source is a stream of documents. next returns io.EOF after the last one; any
// other error ends the run.
type source interface{ next() (item, error) }

// item is a document that has been read but not decoded. A worker calls read
// once.
type item interface{ read() (document, error) }

// document is one decoded document of a stream.
type document struct {
	id     json.RawMessage // any JSON value, returned unchanged; empty if there is none
	src    page.Source
	date   string   // of the capture, from an archive
	passed []member // further fields of the input, in its order
}

// member is a field of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// workers applies work to the items of in, jobs at the same time, and calls sink
// with each result: in the order of the items, or as they are ready. sink is
// called by one goroutine only. At most 2*jobs+2 items are held at once. With
// jobs below 1 there is one worker per processor.
func workers[T any](jobs int, ordered bool, in source, work func(context.Context, item) T, sink func(T) error) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	tuneCollector(jobs)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()

	type job struct {
		item   item
		result chan T
	}
	waiting := make(chan job)     // for the workers
	order := make(chan job, jobs) // for the sink, in input order
	ready := make(chan T)         // for the sink, in any order
	readErr := make(chan error, 1)
	go func() {
		defer close(order)
		defer close(waiting)
		for {
			i, err := in.next()
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				readErr <- err
				return
			}
			j := job{i, ready}
			if ordered {
				j.result = make(chan T, 1)
				select {
				case order <- j:
				case <-ctx.Done():
					return
				}
			}
			select {
			case waiting <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	var running sync.WaitGroup
	for range jobs {
		running.Go(func() {
			for j := range waiting {
				select {
				case j.result <- work(ctx, j.item):
				case <-ctx.Done():
				}
			}
		})
	}
	if ordered {
		for j := range order {
			if err := sink(<-j.result); err != nil {
				return err
			}
		}
	} else {
		go func() {
			running.Wait()
			close(ready)
		}()
		for r := range ready {
			if err := sink(r); err != nil {
				return err
			}
		}
	}
	if err := <-readErr; err != nil {
		return fmt.Errorf("read documents: %w", err)
	}
	return nil
}
