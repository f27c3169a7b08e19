package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"runtime"
	"time"

	"pulltab/internal/nativemsg"
	"pulltab/internal/protocol"
)

// minFrameOut is the least that a browser must take in one frame for answers
// to be cut into parts at all, in bytes.
const minFrameOut = 4096

// read takes frames until the stream ends and returns why it ended.
func (s *session) read() error {
	greeted := false
	for {
		frame, err := s.in.Next()
		var large *nativemsg.TooLarge
		if err != nil && !errors.As(err, &large) {
			return err
		}
		s.touch()
		var message any
		var failure *protocol.Error
		if large != nil {
			failure = protocol.Errorf(protocol.CodeFrameTooLarge, "frame of %d bytes is over %d", large.Size, protocol.MaxFrameIn).
				For(protocol.PeekID(large.Head))
		} else {
			message, failure = protocol.Decode(frame)
		}
		if !greeted {
			if err := s.greet(message, failure); err != nil {
				return err
			}
			greeted = true
			continue
		}
		if failure != nil {
			s.reject(failure)
			continue
		}
		s.dispatch(message)
	}
}

// greet answers the first message.
func (s *session) greet(message any, failure *protocol.Error) error {
	hello, ok := message.(*protocol.Hello)
	if !ok {
		if failure == nil || failure.Code != protocol.CodeField {
			failure = protocol.Errorf(protocol.CodeHandshake, "the first message is not a readable hello")
		}
		s.reject(failure)
		return errHandshake
	}
	if hello.MaxFrameIn != 0 && hello.MaxFrameIn < minFrameOut {
		s.reject(protocol.Errorf(protocol.CodeField, "maxFrameIn is under %d", minFrameOut).With("field", "maxFrameIn"))
		return errHandshake
	}
	s.hello = *hello
	version, failure := protocol.Negotiate(hello.Proto)
	if failure != nil {
		s.reject(failure)
		return errRefused
	}
	if hello.MaxFrameIn != 0 {
		s.partSize = min(maxPart, hello.MaxFrameIn/2)
	}
	welcome := s.welcome
	welcome.Proto = version
	s.send(welcome)
	close(s.greeted)
	return nil
}

func (s *session) dispatch(message any) {
	switch m := message.(type) {
	case *protocol.Hello:
		s.reject(protocol.Errorf(protocol.CodeHandshake, "hello came twice"))
	case *protocol.Convert:
		s.convertNow(m)
	case *protocol.Open:
		s.open(m)
	case *protocol.Chunk:
		s.chunk(m)
	case *protocol.End:
		s.end(m)
	case *protocol.Cancel:
		s.cancel(m.ID)
	case *protocol.StatusQuery:
		s.status(m.ID)
	case *protocol.Stats, *protocol.Memory, *protocol.Save, *protocol.Recall, *protocol.Search, *protocol.Clip, *protocol.Forget:
		s.ask(m)
	case *protocol.Summarize:
		s.summarize(m)
	case *protocol.Query:
		s.query(m)
	case *protocol.Ping:
		s.send(protocol.Pong{N: m.N})
	}
}

func (s *session) convertNow(m *protocol.Convert) {
	size := len(m.Content.HTML) + len(m.Content.Annotations)
	if len(m.Content.HTML) > s.maxHTML {
		s.reject(protocol.Errorf(protocol.CodeDocTooLarge, "page is over %d bytes of HTML", s.maxHTML).For(m.ID))
		return
	}
	j := s.about(m.ID, m.For, m.Meta, m.Opts)
	j.content, j.size = m.Content, size
	if failure := s.admit(j); failure != nil {
		s.reject(failure)
		return
	}
	s.queue(j)
}

// about is the job that a page is sent for.
func (s *session) about(id, purpose string, meta protocol.Meta, opts json.RawMessage) *job {
	if purpose == protocol.ForReport {
		return s.report(id)
	}
	return s.conversion(id, meta, opts)
}

// report is a job whose work is to write a report of a page. It is not logged.
func (s *session) report(id string) *job {
	j := &job{id: id}
	j.work = func(ctx context.Context, _ func(protocol.Progress)) (any, bool, error) {
		answer, overrun, err := reportPage(ctx, j.content)
		var file *fs.PathError
		if errors.As(err, &file) {
			s.log.Warn().Err(err).Msg("report")
			err = protocol.Errorf(protocol.CodeStore, "the report cannot be written")
		}
		return answer, overrun, err
	}
	return j
}

// conversion is a job whose work is to convert a page.
func (s *session) conversion(id string, meta protocol.Meta, opts json.RawMessage) *job {
	j := &job{id: id, meta: meta, opts: opts, conversion: true}
	j.work = func(ctx context.Context, report func(protocol.Progress)) (any, bool, error) {
		return s.convert(ctx, conversion{j.meta, j.content, j.opts}, func(stage string) { report(protocol.Progress{Stage: stage}) })
	}
	return j
}

func (s *session) open(m *protocol.Open) {
	upload, failure := protocol.NewUpload(m, s.maxHTML)
	if failure == nil {
		j := s.about(m.ID, m.For, m.Meta, m.Opts)
		j.upload, j.size = upload, m.Units
		failure = s.admit(j)
	}
	if failure != nil {
		s.reject(failure)
	}
}

// admit makes j one of the session's jobs, or says why not.
func (s *session) admit(j *job) *protocol.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.jobs[j.id] != nil:
		return protocol.Errorf(protocol.CodeDupID, "the id is in use").With("id", j.id)
	case s.recycling:
		return restarting().For(j.id)
	case j.limit > 0 && s.summaries() >= maxSummaries:
		return protocol.Errorf(protocol.CodeBusy, "%d summaries under way", maxSummaries).For(j.id)
	case len(s.jobs) >= protocol.MaxInFlight+protocol.MaxQueued || s.held+j.size > maxHeld:
		return protocol.Errorf(protocol.CodeBusy, "%d requests under way", len(s.jobs)).For(j.id)
	}
	j.ctx, j.cancel = context.WithCancel(s.root)
	s.jobs[j.id] = j
	s.held += j.size
	return nil
}

// uploading returns the job of id if its page is still arriving. Chunks of
// anything else are ignored: its end has been told already.
func (s *session) uploading(id string) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j := s.jobs[id]; j != nil && j.upload != nil {
		return j
	}
	return nil
}

func (s *session) chunk(m *protocol.Chunk) {
	j := s.uploading(m.ID)
	if j == nil {
		return
	}
	if failure := j.upload.Add(m); failure != nil {
		s.reject(failure)
		return
	}
	s.send(protocol.Ack{ID: j.id, Seq: m.Seq})
}

func (s *session) end(m *protocol.End) {
	j := s.uploading(m.ID)
	if j == nil {
		return
	}
	content, failure := j.upload.Finish(m)
	if failure != nil {
		s.reject(failure)
		return
	}
	s.mu.Lock()
	j.content, j.upload = content, nil
	s.mu.Unlock()
	s.queue(j)
}

func (s *session) cancel(id string) {
	s.mu.Lock()
	j := s.jobs[id]
	s.mu.Unlock()
	if j != nil {
		s.fail(j, protocol.Errorf(protocol.CodeCancelled, "cancelled"))
	}
}

func (s *session) status(id string) {
	s.mu.Lock()
	if s.jobs[id] != nil {
		s.mu.Unlock()
		s.reject(protocol.Errorf(protocol.CodeDupID, "the id is in use").With("id", id))
		return
	}
	status := protocol.Status{
		Host:     s.welcome.Host,
		UptimeMs: time.Since(s.start).Milliseconds(),
		InFlight: s.running,
		Queued:   len(s.jobs) - s.running,
		Answered: int(s.answered.Load()),
		Errors:   map[string]int{},
	}
	for code, n := range s.errors {
		status.Errors[string(code)] = n
	}
	s.mu.Unlock()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	status.HeapMiB = int(memory.HeapAlloc >> 20)
	text, err := protocol.Marshal(status)
	if err != nil {
		s.reject(protocol.Errorf(protocol.CodeInternal, "encode status").For(id))
		return
	}
	s.send(protocol.Result{ID: id, Result: text})
}
