package session

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

// maxPart is the maximum length of an encoded answer in one frame, in bytes: half
// of the browsers' frame limit.
const maxPart = protocol.MaxFrameOut / 2

// partEnvelope is the maximum length of a part message without its text, in
// bytes.
const partEnvelope = 128

// queue starts j, or appends it to the waiting jobs.
func (s *session) queue(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.ended {
		return
	}
	s.ready = append(s.ready, j)
	s.startReady()
}

// startReady starts waiting jobs, oldest first. The caller holds the mutex.
func (s *session) startReady() {
	for s.running < protocol.MaxInFlight && len(s.ready) > 0 && !s.left {
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

// work runs j, sends its result or error, and then waits for calls that have
// outlived the work. If they do not end, the host does.
func (s *session) work(j *job) {
	begun := time.Now()
	o := s.attempt(j)
	took := time.Since(begun)
	var failure *protocol.Error
	if o.err != nil {
		failure = s.failureOf(j, o.err)
	}
	s.logConversion(j, o.answer, failure, took)
	if failure != nil {
		s.fail(j, failure)
	} else if s.claim(j) {
		failure = s.deliver(j, o.answer)
	}
	code := ""
	if failure != nil {
		code = string(failure.Code)
	}
	s.log.Info().Str("id", j.id).Str("code", code).Int("size", j.size).Dur("took", took).Msg("request ended")
	if o.panicked || !s.endsInTime(o.running) {
		s.log.Warn().Str("id", j.id).Bool("panic", o.panicked).Msg("the host ends after this request")
		s.leave(protocol.ByeRecycle)
	}
	s.mu.Lock()
	s.running--
	s.held -= j.size
	s.startReady()
	if s.left && s.running == 0 {
		close(s.drained)
	}
	s.mu.Unlock()
	s.touch()
}

// outcome is the end of a job's work.
type outcome struct {
	answer   any
	running  <-chan struct{} // closed when all of its calls have ended; nil if they have
	err      error
	panicked bool
}

// attempt does j's work. It recovers from a panic, and returns without waiting
// for work that continues long after its context has ended.
func (s *session) attempt(j *job) outcome {
	ctx, cancel := context.WithTimeout(j.ctx, cmp.Or(j.limit, s.times.request))
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			// The value of a panic may contain text of the page.
			if r := recover(); r != nil {
				s.log.Error().Str("type", fmt.Sprintf("%T", r)).Bytes("stack", debug.Stack()).Msg("panic")
				o = outcome{panicked: true, err: protocol.Errorf(protocol.CodePanic, "conversion panicked")}
			}
			done <- o
		}()
		o.answer, o.running, o.err = j.work(ctx, func(p protocol.Progress) { s.progress(j, p) })
	}()
	watch := time.NewTicker(s.times.watch)
	defer watch.Stop()
	var abandon <-chan time.Time
	stopped := ctx.Done()
	for {
		select {
		case o := <-done:
			return o
		case <-watch.C:
			s.checkMemory()
		case <-stopped:
			stopped, abandon = nil, time.After(s.times.abandon)
		case <-abandon:
			ended := make(chan struct{})
			go func() {
				if o := <-done; o.running != nil {
					<-o.running
				}
				close(ended)
			}()
			return outcome{running: ended, err: ctx.Err()}
		}
	}
}

// endsInTime waits for running, for at most times.linger or until the session
// ends. On a busy machine, where the process had less CPU time than that, it
// waits for the rest of it, up to times.starved: work that got no processor has
// not overrun.
func (s *session) endsInTime(running <-chan struct{}) bool {
	if running == nil {
		return true
	}
	watch := time.NewTicker(s.times.watch)
	defer watch.Stop()
	begun, cpu := time.Now(), s.cpuTime()
	limit := time.NewTimer(s.times.linger)
	defer limit.Stop()
	for {
		select {
		case <-running:
			return true
		case <-s.root.Done():
			return true
		case <-watch.C:
			s.checkMemory()
		case <-limit.C:
			rest := min(s.times.linger-(s.cpuTime()-cpu), s.times.starved-time.Since(begun))
			if s.host.CPUTime == nil || rest <= 0 {
				return false
			}
			limit.Reset(max(rest, s.times.watch))
		}
	}
}

// cpuTime returns the CPU time of the process, or 0 if it is unknown.
func (s *session) cpuTime() time.Duration {
	if s.host.CPUTime == nil {
		return 0
	}
	return s.host.CPUTime()
}

// failureOf returns the protocol error for err.
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
	// The message may quote the page, so it is logged only at the level debug,
	// which is off by default.
	s.log.Debug().Err(err).Str("id", j.id).Msg("conversion failed")
	return protocol.Errorf(protocol.CodeInternal, "conversion failed")
}

// claim reports whether the caller may send j's result or error. It returns true
// once per job.
func (s *session) claim(j *job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.ended {
		return false
	}
	j.ended = true
	delete(s.jobs, j.id)
	if j.expiry != nil {
		j.expiry.Stop()
	}
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

// reject ends the job that failure names, or sends failure if there is none.
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

// deliver sends the answer, split into parts if it is long. If the answer cannot
// be encoded, it sends and returns an error instead.
func (s *session) deliver(j *job, answer any) *protocol.Error {
	defer j.cancel()
	if s.answered.Add(1) == 1 && s.host.AfterAnswer != nil {
		defer s.rows.add(s.host.AfterAnswer)
	}
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

// progress sends j's progress, at most one message per times.progress. It delays
// the latest step if necessary, and sends nothing after j has ended.
func (s *session) progress(j *job, step protocol.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.ended {
		return
	}
	waiting := j.step.Stage != ""
	j.step = step
	if wait := s.times.progress - time.Since(j.lastProgress); wait <= 0 {
		s.sendStep(j)
	} else if !waiting {
		time.AfterFunc(wait, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.sendStep(j)
		})
	}
}

// sendStep sends j's latest unsent step. The caller holds the mutex, so that the
// result or error is sent later.
func (s *session) sendStep(j *job) {
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

// leave announces the end of the session, once, rejects waiting and new jobs, and
// ends the session when the running ones have ended or after times.drain. The
// extension sends further requests to a new host.
func (s *session) leave(reason string) {
	s.mu.Lock()
	first := !s.left
	s.left = true
	s.mu.Unlock()
	if first {
		s.send(protocol.Bye{Reason: reason})
		close(s.leaving)
	}
	s.failAll(restarting(), func(j *job) bool { return !j.started })
}

// restarting returns the error for jobs that the next host process will run.
func restarting() *protocol.Error {
	return protocol.Errorf(protocol.CodeRestart, "the host is about to end")
}

// checkMemory fails all jobs and ends the session if the heap is over maxHeap.
func (s *session) checkMemory() {
	if s.host.HeapInUse() <= maxHeap {
		return
	}
	s.log.Error().Msg("memory ran high")
	s.leave(protocol.ByeRecycle)
	s.failAll(protocol.Errorf(protocol.CodeMemory, "memory ran high"), func(*job) bool { return true })
}

// failAll fails the jobs for which selected returns true. It calls selected with
// the mutex held.
func (s *session) failAll(failure *protocol.Error, selected func(*job) bool) {
	s.mu.Lock()
	var failed []*job
	for _, j := range s.jobs {
		if selected(j) {
			failed = append(failed, j)
		}
	}
	s.mu.Unlock()
	for _, j := range failed {
		s.fail(j, failure)
	}
}

// send queues a short message. A closed port ends run.
func (s *session) send(m protocol.Sent) {
	if frame, err := protocol.Encode(m); err != nil {
		s.log.Error().Err(err).Msg("message lost")
	} else if err := s.out.Send(frame); err != nil && !errors.Is(err, nativemsg.ErrClosed) {
		s.log.Error().Err(err).Msg("message lost")
	}
}

// sendBulk queues one message of a long answer and waits while the queue is full.
func (s *session) sendBulk(m protocol.Sent) {
	if frame, err := protocol.Encode(m); err != nil {
		s.log.Error().Err(err).Msg("message lost")
	} else if err := s.out.SendBulk(frame); err != nil && !errors.Is(err, nativemsg.ErrClosed) {
		s.log.Error().Err(err).Msg("message lost")
	}
}
