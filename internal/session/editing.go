package session

import (
	"context"
	"fmt"
	"sync"
	"time"

	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
)

// Limits of the pages that stay in memory, so that the user can change their
// results. They are never written to disk.
const (
	maxEditable      = 4
	maxEditableBytes = 64 << 20
	editableTime     = 5 * time.Minute // since the last use
)

// editables holds the last converted pages. It may be used concurrently.
type editables struct {
	mu    sync.Mutex
	last  int
	pages []*editable // the last used one last
}

type editable struct {
	key    string
	page   *pipeline.Editable
	expiry *time.Timer
}

// add holds a page and returns its key, or "" if the page is too large. It drops
// the pages that were not used for longest beyond the limits.
func (e *editables) add(instance string, page *pipeline.Editable) string {
	if page.Size() > maxEditableBytes {
		return ""
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	key := fmt.Sprintf("%s-%d", instance, e.last)
	e.pages = append(e.pages, &editable{key, page, time.AfterFunc(editableTime, func() { e.drop(key) })})
	size := 0
	for _, p := range e.pages {
		size += p.page.Size()
	}
	for len(e.pages) > maxEditable || size > maxEditableBytes {
		size -= e.pages[0].page.Size()
		e.pages[0].expiry.Stop()
		e.pages = e.pages[1:]
	}
	return key
}

// get returns the page of a key, or nil, and extends its time.
func (e *editables) get(key string) *pipeline.Editable {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, p := range e.pages {
		if p.key == key {
			p.expiry.Reset(editableTime)
			e.pages = append(append(e.pages[:i:i], e.pages[i+1:]...), p)
			return p.page
		}
	}
	return nil
}

func (e *editables) drop(key string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, p := range e.pages {
		if p.key == key {
			p.expiry.Stop()
			e.pages = append(e.pages[:i:i], e.pages[i+1:]...)
			return
		}
	}
}

// edited is the answer to an edit: the pieces of the page, or the changed result.
type edited struct {
	Pieces []pipeline.Piece `json:"pieces,omitempty"`
	Result *pipeline.Result `json:"result,omitempty"`
}

// editJob returns a job that lists the pieces of a page, changes its result, or
// forgets it.
func (s *session) editJob(m *protocol.Edit) *job {
	return &job{id: m.ID, work: func(ctx context.Context, _ func(protocol.Progress)) (any, <-chan struct{}, error) {
		if m.Forget {
			s.editables.drop(m.Page)
			return edited{}, nil, nil
		}
		page := s.editables.get(m.Page)
		if page == nil {
			return nil, nil, protocol.Errorf(protocol.CodeGone, "the page is no longer in memory")
		}
		if m.Flip == nil {
			return edited{Pieces: page.Pieces()}, nil, nil
		}
		result, err := page.Flip(ctx, m.Flip)
		if err != nil {
			return nil, nil, err
		}
		return edited{Result: &result}, nil, nil
	}}
}
