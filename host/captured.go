package main

import (
	"encoding/json"
	"sync"

	"pulltab/internal/protocol"
)

// Limits of captured: enough for the pages that somebody has just looked at.
const (
	maxCaptured      = 4
	maxCapturedBytes = 32 << 20
)

// captured holds the last pages that were converted, until the reader keeps
// one: what a clip was made from can be stored with it only if both happen in
// one session. It may be used by several goroutines.
type captured struct {
	mu    sync.Mutex
	pages []capturedPage // newest last
}

type capturedPage struct {
	address string
	page    []byte // JSON of a capture
}

// capture is a page with the options that it was converted with.
type capture struct {
	protocol.FrameSource
	Opts json.RawMessage `json:"opts,omitempty"`
}

// add remembers a page and lets go of older ones beyond the limits.
func (c *captured) add(meta protocol.Meta, content protocol.Content, opts json.RawMessage) error {
	page, err := json.Marshal(capture{protocol.FrameSource{Meta: meta, Content: content}, opts})
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages = append(c.pages, capturedPage{meta.URL, page})
	size := 0
	for _, p := range c.pages {
		size += len(p.page)
	}
	for len(c.pages) > 0 && (len(c.pages) > maxCaptured || size > maxCapturedBytes) {
		size -= len(c.pages[0].page)
		c.pages = c.pages[1:]
	}
	return nil
}

// of returns the last page of an address, or nil.
func (c *captured) of(address string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.pages) - 1; i >= 0; i-- {
		if c.pages[i].address == address {
			return c.pages[i].page
		}
	}
	return nil
}
