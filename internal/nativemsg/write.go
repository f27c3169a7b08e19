package nativemsg

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// queueLength is the maximum number of queued urgent frames. Further senders
// wait, so that memory is bounded if the browser does not read.
const queueLength = 64

// stallTime is the duration of one write after which the other side is taken to
// have stopped reading. A browser reads while it is open, also a busy one.
const stallTime = 10 * time.Second

// ErrClosed is returned for frames sent after Close or after the stream failed.
var ErrClosed = errors.New("writer is closed")

// Writer writes frames from one goroutine, so frames are never interleaved. It
// is safe for concurrent use.
type Writer struct {
	limit   int
	urgent  chan []byte
	bulk    chan []byte
	closing chan struct{}
	done    chan struct{} // closed when the goroutine ends
	stalled chan struct{} // gets a value when a write has taken stallTime
}

// NewWriter returns a Writer that rejects frames of more than limit bytes, and
// starts its goroutine. The caller must call Close.
func NewWriter(w io.Writer, limit int) *Writer {
	out := &Writer{
		limit:   limit,
		urgent:  make(chan []byte, queueLength),
		bulk:    make(chan []byte),
		closing: make(chan struct{}),
		done:    make(chan struct{}),
		stalled: make(chan struct{}, 1),
	}
	go out.loop(w)
	return out
}

// Send queues a short frame without waiting for the write. It waits while the
// queue is full, and fails once the stream has failed.
func (w *Writer) Send(frame []byte) error { return w.hand(w.urgent, frame) }

// SendBulk passes one frame of a long message to the goroutine and returns when
// the goroutine accepts it. Frames of Send are written first. Frames of one
// caller keep their order.
func (w *Writer) SendBulk(frame []byte) error { return w.hand(w.bulk, frame) }

// TrySend queues a frame that may be dropped and reports whether it did. It
// leaves half of the queue to Send.
func (w *Writer) TrySend(frame []byte) bool {
	if len(frame) > w.limit || len(w.urgent) > queueLength/2 {
		return false
	}
	select {
	case w.urgent <- frame:
		return true
	default:
		return false
	}
}

// Close writes the frames queued by Send and ends the goroutine. It returns at
// once; see Done. Call it once.
func (w *Writer) Close() { close(w.closing) }

// Done returns a channel that is closed when the goroutine has ended, after
// Close or because the stream failed.
func (w *Writer) Done() <-chan struct{} { return w.done }

// Stalled returns a channel that gets a value when the other side does not read.
func (w *Writer) Stalled() <-chan struct{} { return w.stalled }

func (w *Writer) hand(lane chan<- []byte, frame []byte) error {
	if len(frame) > w.limit {
		return fmt.Errorf("frame of %d bytes is over the limit of %d", len(frame), w.limit)
	}
	select {
	case <-w.closing:
		return ErrClosed
	default:
	}
	select {
	case lane <- frame:
		return nil
	case <-w.closing:
		return ErrClosed
	case <-w.done:
		return ErrClosed
	}
}

// write writes one frame, and reports a stall.
func (w *Writer) write(out io.Writer, frame []byte) error {
	watch := time.AfterFunc(stallTime, func() {
		select {
		case w.stalled <- struct{}{}:
		default:
		}
	})
	defer watch.Stop()
	return writeFrame(out, frame)
}

func (w *Writer) loop(out io.Writer) {
	defer close(w.done)
	for err := error(nil); err == nil; {
		select {
		case frame := <-w.urgent:
			err = w.write(out, frame)
			continue
		default:
		}
		select {
		case frame := <-w.urgent:
			err = w.write(out, frame)
		case frame := <-w.bulk:
			err = w.write(out, frame)
		case <-w.closing:
			w.drain(out)
			return
		}
	}
}

// drain writes the queued frames.
func (w *Writer) drain(out io.Writer) {
	for {
		select {
		case frame := <-w.urgent:
			if writeFrame(out, frame) != nil {
				return
			}
		default:
			return
		}
	}
}

// writeFrame writes length and body in one call, so that a killed process
// leaves whole frames.
func writeFrame(out io.Writer, frame []byte) error {
	b := make([]byte, headerSize, headerSize+len(frame))
	order.PutUint32(b, uint32(len(frame)))
	if _, err := out.Write(append(b, frame...)); err != nil {
		return fmt.Errorf("write frame of %d bytes: %w", len(frame), err)
	}
	return nil
}
