package session

import (
	"context"
	"sync"

	"pulltab/internal/notefile"
	"pulltab/internal/protocol"
	"pulltab/internal/target"
)

// maxUploads limits the pictures that are incomplete at the same time.
const maxUploads = 8

// pictures holds the pieces of incomplete pictures. It may be used concurrently.
type pictures struct {
	mu      sync.Mutex
	uploads map[string]*picture
}

type picture struct {
	data []byte
	seq  int // of the last piece
}

// add adds a piece and returns the complete picture after the last one, else nil. A
// piece out of order or beyond the limits ends its picture.
func (p *pictures) add(m *protocol.Picture) ([]byte, *protocol.Error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.uploads == nil {
		p.uploads = map[string]*picture{}
	}
	u := p.uploads[m.Upload]
	if u == nil && m.Seq == 1 {
		if len(p.uploads) >= maxUploads {
			return nil, protocol.Errorf(protocol.CodeBusy, "%d pictures under way", maxUploads)
		}
		u = &picture{}
		p.uploads[m.Upload] = u
	}
	switch {
	case u == nil || m.Seq != u.seq+1:
		delete(p.uploads, m.Upload)
		return nil, protocol.Errorf(protocol.CodeChunk, "piece %d of a picture is out of order", m.Seq)
	case len(u.data)+len(m.Data) > notefile.MaxPicture:
		delete(p.uploads, m.Upload)
		return nil, protocol.Errorf(protocol.CodeField, "the picture is over %d bytes", notefile.MaxPicture).With("field", "data")
	}
	u.data, u.seq = append(u.data, m.Data...), m.Seq
	if !m.Last {
		return nil, nil
	}
	delete(p.uploads, m.Upload)
	return u.data, nil
}

// pictureAnswer is the answer to a piece of a picture.
type pictureAnswer struct {
	Path string `json:"path,omitempty"` // after the last piece
}

func (s *session) pictureJob(m *protocol.Picture) *job {
	return &job{id: m.ID, size: len(m.Data), work: func(context.Context, func(protocol.Progress)) (any, <-chan struct{}, error) {
		to, err := s.target(m.Target)
		if err != nil {
			return nil, nil, err
		}
		if to.Pictures != target.Beside {
			return nil, nil, protocol.Errorf(protocol.CodeField, "the target stores no pictures").With("field", "target")
		}
		data, failure := s.pictures.add(m)
		switch {
		case failure != nil:
			return nil, nil, failure
		case data == nil:
			return pictureAnswer{}, nil, nil
		}
		at, err := to.AddPicture(data)
		if err != nil {
			return nil, nil, s.saveError(err)
		}
		return pictureAnswer{at}, nil, nil
	}}
}
