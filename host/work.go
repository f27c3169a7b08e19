package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"pulltab/internal/nativemsg"
	"pulltab/internal/protocol"
)

// maxPart is the longest encoded answer that leaves in one frame, in bytes:
// half of what both browsers take.
const maxPart = protocol.MaxFrameOut / 2

// partEnvelope is what a part has besides its text, at most, in bytes.
const partEnvelope = 128

// queue starts j or lets it wait.
func (s *session) queue(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.ended {
		return
	}
	s.ready = append(s.ready, j)
	s.startReady()
}

// startReady starts what waits, oldest first. The lock is held.
func (s *session) startReady() {
	for s.running < protocol.MaxInFlight && len(s.ready) > 0 && !s.recycling {
		j := s.ready[0]
		s.ready = s.ready[1:]
		if j.ended {
			continue
		}
		j.started = true
		s.running++
		s.workers.Go(func() { s.work(j) })
	}
}

// work answers j.
func (s *session) work(j *job) {
	begun := time.Now()
	answer, overrun, err := s.attempt(j)
	var failure *protocol.Error
	if err != nil {
		failure = s.failureOf(j, err)
		s.fail(j, failure)
	} else if s.claim(j) {
		failure = s.deliver(j, answer)
	}
	code := ""
	if failure != nil {
		code = string(failure.Code)
	}
	took := time.Since(begun)
	s.log.Info().Str("id", j.id).Str("code", code).Int("size", j.size).Dur("took", took).Bool("overrun", overrun).Msg("request ended")
	if overrun {
		s.recycle()
	}
	s.mu.Lock()
	s.running--
	s.held -= j.size
	s.startReady()
	if s.recycling && s.running == 0 {
		close(s.drained)
	}
	s.mu.Unlock()
	s.record(j, answer, failure, took)
	s.touch()
}

// attempt does j's work. It does not wait for work that goes on long after
// it was told to stop, and survives a panic.
func (s *session) attempt(j *job) (answer any, overrun bool, err error) {
	ctx, cancel := context.WithTimeout(j.ctx, cmp.Or(j.limit, s.times.request))
	defer cancel()
	type outcome struct {
		answer  any
		overrun bool
		err     error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			// The value of a panic may hold text of the page.
			if r := recover(); r != nil {
				s.log.Error().Str("type", fmt.Sprintf("%T", r)).Bytes("stack", debug.Stack()).Msg("panic")
				o = outcome{overrun: true, err: protocol.Errorf(protocol.CodePanic, "conversion panicked")}
			}
			done <- o
		}()
		o.answer, o.overrun, o.err = j.work(ctx, func(p protocol.Progress) { s.progress(j, p) })
	}()
	watch := time.NewTicker(s.times.watch)
	defer watch.Stop()
	var abandon <-chan time.Time
	stopped := ctx.Done()
	for {
		select {
		case o := <-done:
			return o.answer, o.overrun, o.err
		case <-watch.C:
			if s.heap() > maxHeap {
				s.giveUp()
			}
		case <-stopped:
			stopped, abandon = nil, time.After(s.times.abandon)
		case <-abandon:
			return nil, true, ctx.Err()
		}
	}
}

// failureOf gives err the code that the extension knows.
func (s *session) failureOf(j *job, err error) *protocol.Error {
	var known *protocol.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.DeadlineExceeded):
		return protocol.Errorf(protocol.CodeTimeout, "no answer within %v", cmp.Or(j.limit, s.times.request))
	case j.ctx.Err() != nil:
		return protocol.Errorf(protocol.CodeCancelled, "cancelled")
	}
	// The message may quote the page, so it stays at the level that people
	// switch on for themselves.
	s.log.Debug().Err(err).Str("id", j.id).Msg("conversion failed")
	return protocol.Errorf(protocol.CodeInternal, "conversion failed")
}

// claim makes the caller the one who sends j's end. It is given once.
func (s *session) claim(j *job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.ended {
		return false
	}
	j.ended = true
	delete(s.jobs, j.id)
	if !j.started {
		s.held -= j.size
	}
	return true
}

// fail ends j with an error unless it has ended, and stops its work.
func (s *session) fail(j *job, failure *protocol.Error) {
	claimed := s.claim(j)
	j.cancel()
	if claimed {
		s.sendError(failure.For(j.id))
	}
}

// reject sends an error that is not a job's, or ends the job that it names.
func (s *session) reject(failure *protocol.Error) {
	s.mu.Lock()
	j := s.jobs[failure.ID]
	s.mu.Unlock()
	if j != nil {
		s.fail(j, failure)
		return
	}
	s.sendError(failure)
}

func (s *session) sendError(failure *protocol.Error) {
	s.mu.Lock()
	s.errors[failure.Code]++
	s.mu.Unlock()
	s.log.Debug().Str("id", failure.ID).Str("code", string(failure.Code)).Msg(failure.Msg)
	s.send(failure)
}

// deliver sends the answer, in parts if it is long. What has been claimed is
// always ended: an answer that cannot be encoded ends as an error.
func (s *session) deliver(j *job, answer any) *protocol.Error {
	defer j.cancel()
	s.answered.Add(1)
	text, err := protocol.Marshal(answer)
	if err != nil {
		failure := protocol.Errorf(protocol.CodeInternal, "encode the answer")
		s.sendError(failure.For(j.id))
		return failure
	}
	if len(text)+partEnvelope <= s.partSize {
		s.sendBulk(protocol.Result{ID: j.id, Result: text})
		return nil
	}
	whole := string(text)
	pieces := nativemsg.Split(whole, s.partSize-partEnvelope)
	for i, piece := range pieces {
		s.sendBulk(protocol.Part{ID: j.id, Seq: i + 1, S: piece})
	}
	s.sendBulk(protocol.Result{ID: j.id, Parts: len(pieces), Units: protocol.Units(whole)})
	return nil
}

// progress passes on where j is: at most once in a while, then the latest, and
// nothing after j's end.
func (s *session) progress(j *job, step protocol.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.ended {
		return
	}
	waiting := j.step.Stage != ""
	j.step = step
	if wait := s.times.progress - time.Since(j.lastProgress); wait <= 0 {
		s.tellStep(j)
	} else if !waiting {
		time.AfterFunc(wait, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.tellStep(j)
		})
	}
}

// tellStep sends j's latest step if it is news. The lock is held, so that no
// end can come before it.
func (s *session) tellStep(j *job) {
	if j.ended || j.step.Stage == "" {
		return
	}
	j.step.ID = j.id
	frame, err := protocol.Encode(j.step)
	if err == nil && s.out.TrySend(frame) {
		j.lastProgress = time.Now()
	}
	j.step = protocol.Progress{}
}

// recycle lets running work finish, turns everything else away, and then ends
// the session. It is cheap: the extension connects again when it needs to.
func (s *session) recycle() {
	s.mu.Lock()
	s.recycling = true
	s.mu.Unlock()
	s.failAll(restarting(), func(j *job) bool { return !j.started })
}

// restarting turns away what the next host will do.
func restarting() *protocol.Error {
	return protocol.Errorf(protocol.CodeRestart, "the host is about to end")
}

// giveUp ends all work because memory runs high, and replaces the host.
func (s *session) giveUp() {
	s.log.Error().Msg("memory ran high")
	s.recycle()
	s.failAll(protocol.Errorf(protocol.CodeMemory, "memory ran high"), func(*job) bool { return true })
}

// failAll ends those jobs that which picks; it is asked under the lock.
func (s *session) failAll(failure *protocol.Error, which func(*job) bool) {
	s.mu.Lock()
	var picked []*job
	for _, j := range s.jobs {
		if which(j) {
			picked = append(picked, j)
		}
	}
	s.mu.Unlock()
	for _, j := range picked {
		s.fail(j, failure)
	}
}

// send queues a short message. A port that is gone is noticed by run.
func (s *session) send(m protocol.Sent) {
	if frame, err := protocol.Encode(m); err != nil {
		s.log.Error().Err(err).Msg("message lost")
	} else if err := s.out.Send(frame); err != nil && !errors.Is(err, nativemsg.ErrClosed) {
		s.log.Error().Err(err).Msg("message lost")
	}
}

// sendBulk sends one message of a long answer, waiting for its turn.
func (s *session) sendBulk(m protocol.Sent) {
	if frame, err := protocol.Encode(m); err != nil {
		s.log.Error().Err(err).Msg("message lost")
	} else if err := s.out.SendBulk(frame); err != nil && !errors.Is(err, nativemsg.ErrClosed) {
		s.log.Error().Err(err).Msg("message lost")
	}
}
