package session

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"pulltab/internal/nativemsg"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/report"
)

// minFrameOut is the smallest frame limit of a browser for which answers can be
// split into parts, in bytes.
const minFrameOut = 4096

// read handles frames until the stream ends and returns the error that ended it.
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
		return errVersion
	}
	if hello.MaxFrameIn != 0 {
		s.partSize = min(maxPart, hello.MaxFrameIn/2)
	}
	welcome := s.welcome
	welcome.Proto = version
	if slices.Contains(hello.Features, protocol.FeatureAgents) && s.serveAgents() {
		welcome.Features = append(slices.Clip(welcome.Features), protocol.FeatureAgents)
	}
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
		s.queryDatabase(m)
	case *protocol.Summarize:
		s.summarize(m)
	case *protocol.Query:
		s.selectSections(m)
	case *protocol.Edit:
		s.submit(s.editJob(m))
	case *protocol.TargetsQuery:
		s.submit(s.targetsJob(m))
	case *protocol.SaveTo:
		s.submit(s.saveJob(m))
	case *protocol.Answer:
		s.agents.answer(m)
	case *protocol.SharedOptions:
		s.submit(s.optionsJob(m))
	case *protocol.Picture:
		s.submit(s.pictureJob(m))
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
	j := s.pageJob(m.ID, m.For, m.Answers, m.Meta, m.Opts)
	j.content, j.size = m.Content, size
	s.submit(j)
}

// submit admits and queues j, or rejects it.
func (s *session) submit(j *job) {
	if failure := s.admit(j); failure != nil {
		s.reject(failure)
		return
	}
	s.queue(j)
}

// pageJob returns the job for a page: an answer for an agent, a report or a
// conversion.
func (s *session) pageJob(id, purpose, answers string, meta protocol.Meta, opts json.RawMessage) *job {
	if answers != "" {
		return s.agentJob(id, answers, meta)
	}
	if purpose == protocol.ForReport {
		return s.reportJob(id)
	}
	return s.conversionJob(id, meta, opts)
}

// reportJob returns a job that writes a report on a page. It is not logged.
func (s *session) reportJob(id string) *job {
	j := &job{id: id}
	j.work = func(ctx context.Context, _ func(protocol.Progress)) (any, <-chan struct{}, error) {
		answer, running, err := s.writeReport(ctx, j.content.HTML)
		var file *fs.PathError
		if errors.As(err, &file) {
			s.log.Warn().Err(err).Msg("report")
			err = protocol.Errorf(protocol.CodeStore, "the report cannot be written")
		}
		return answer, running, err
	}
	return j
}

// reported is the answer to a page that was sent for a report.
type reported struct {
	Folder string `json:"folder"` // with page.html and report.json, which the user reads before sending them
}

func (s *session) writeReport(ctx context.Context, html string) (answer any, running <-chan struct{}, err error) {
	reports, err := s.host.Folders.Reports()
	if err != nil {
		return nil, nil, err
	}
	files, running, err := report.New(ctx, html, report.Program{Version: s.host.Version, Commit: s.host.Commit})
	if err != nil {
		return nil, running, err
	}
	dir, err := files.WriteNew(reports)
	return reported{dir}, running, err
}

// conversionJob returns a job that converts a page.
func (s *session) conversionJob(id string, meta protocol.Meta, opts json.RawMessage) *job {
	j := &job{id: id, meta: meta, opts: opts, conversion: true}
	j.work = func(ctx context.Context, progress func(protocol.Progress)) (any, <-chan struct{}, error) {
		r := Request{Meta: j.meta, Content: j.content, Opts: j.opts}
		var page *pipeline.Editable
		if j.meta.Client == "popup" {
			r.OnEditable = func(e *pipeline.Editable) { page = e }
		}
		answer, running, err := s.host.Convert(ctx, r, func(stage string) { progress(protocol.Progress{Stage: stage}) })
		if result, ok := answer.(pipeline.Result); ok && err == nil && page != nil && result.Explanation != nil {
			result.Explanation.Page = s.editables.add(s.welcome.Instance, page)
		}
		return answer, running, err
	}
	return j
}

func (s *session) open(m *protocol.Open) {
	upload, failure := protocol.NewUpload(m, s.maxHTML)
	if failure == nil {
		j := s.pageJob(m.ID, m.For, m.Answers, m.Meta, m.Opts)
		j.upload, j.size = upload, m.Units
		failure = s.admit(j)
		if failure == nil {
			s.limitUpload(j)
		}
	}
	if failure != nil {
		s.reject(failure)
	}
}

// limitUpload fails j when its upload takes too long.
func (s *session) limitUpload(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !j.ended {
		j.expiry = time.AfterFunc(s.times.upload, func() { s.expireUpload(j) })
	}
}

// expireUpload fails j if its upload is still incomplete.
func (s *session) expireUpload(j *job) {
	if s.uploading(j.id) == j {
		s.fail(j, protocol.Errorf(protocol.CodeTimeout, "upload incomplete after %v", s.times.upload))
	}
}

// admit adds j to the session's jobs, or returns the reason not to.
func (s *session) admit(j *job) *protocol.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.jobs[j.id] != nil:
		return protocol.Errorf(protocol.CodeDupID, "the id is in use").With("id", j.id)
	case s.left:
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

// uploading returns the job of id if its upload is incomplete, else nil. Chunks
// of other jobs are ignored, since those have ended.
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
	status.HeapMiB, status.Routines = int(memory.HeapAlloc>>20), runtime.NumGoroutine()
	text, err := protocol.Marshal(status)
	if err != nil {
		s.reject(protocol.Errorf(protocol.CodeInternal, "encode status").For(id))
		return
	}
	s.send(protocol.Result{ID: id, Result: text})
}
