package session

import (
	"encoding/json"
	"sync"

	"pulltab/internal/address"
	"pulltab/internal/protocol"
	"pulltab/internal/record"
)

// Limits of captures.
const (
	maxCaptures     = 4
	maxCaptureBytes = 32 << 20
)

// captures holds the last converted pages, so that a page that the user saves in
// the same session can be stored with its clip. It may be used concurrently.
type captures struct {
	mu    sync.Mutex
	pages []capturedPage // newest last
}

type capturedPage struct {
	address string
	data    []byte // from record.EncodeCapture
}

// add stores a page and drops the oldest ones beyond the limits.
func (c *captures) add(meta protocol.Meta, content protocol.Content, opts json.RawMessage) error {
	data, err := record.EncodeCapture(meta, content, opts)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages = append(c.pages, capturedPage{address.Clean(meta.URL), data})
	size := 0
	for _, p := range c.pages {
		size += len(p.data)
	}
	for len(c.pages) > 0 && (len(c.pages) > maxCaptures || size > maxCaptureBytes) {
		size -= len(c.pages[0].data)
		c.pages = c.pages[1:]
	}
	return nil
}

// latest returns the newest capture of an address, or nil.
// A result has the address without credentials.
func (c *captures) latest(full string) []byte {
	clean := address.Clean(full)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.pages) - 1; i >= 0; i-- {
		if c.pages[i].address == clean {
			return c.pages[i].data
		}
	}
	return nil
}
