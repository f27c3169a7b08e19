package warc

import (
	"errors"
	"io"
)

// maxReplay is the number of bytes since the mark that are kept to be read again.
const maxReplay = 8 << 20

// fillBytes is the size of one read.
const fillBytes = 64 << 10

// input is a buffered file that counts bytes and can go back to a mark. It is an
// io.ByteReader, so that gzip takes no byte beyond the end of a member.
type input struct {
	in      io.Reader
	buffer  []byte
	at      int   // of buffer: the next byte
	base    int64 // offset of buffer[0] in the file
	err     error // of the last read
	markAt  int64 // offset of the mark
	holding bool  // the bytes since the mark are in buffer
}

func newInput(in io.Reader) *input { return &input{in: in} }

func (i *input) offset() int64   { return i.base + int64(i.at) }
func (i *input) marked() int64   { return i.markAt }
func (i *input) consumed() int64 { return i.offset() - i.markAt }

// failure returns the error of reading, nil if more may follow.
func (i *input) failure() error { return i.err }

// mark sets the mark at the next byte.
func (i *input) mark() { i.markAt, i.holding = i.offset(), true }

// release lets the bytes before the next one go.
func (i *input) release() { i.holding = false }

// rewind goes back to the mark. It returns false if more than maxReplay bytes have
// been read since.
func (i *input) rewind() bool {
	if !i.holding {
		return false
	}
	i.at = int(i.markAt - i.base)
	return true
}

// fill reads more into the buffer, unless an error has occurred.
func (i *input) fill() {
	if i.err != nil {
		return
	}
	if i.holding && i.consumed() > maxReplay {
		i.holding = false
	}
	keep := i.at
	if i.holding {
		keep = int(i.markAt - i.base)
	}
	if keep > 0 && (keep >= len(i.buffer)/2 || len(i.buffer)+fillBytes > cap(i.buffer)) {
		i.buffer = i.buffer[:copy(i.buffer, i.buffer[keep:])]
		i.base += int64(keep)
		i.at -= keep
	}
	if cap(i.buffer)-len(i.buffer) < fillBytes {
		grown := make([]byte, len(i.buffer), 2*len(i.buffer)+fillBytes)
		copy(grown, i.buffer)
		i.buffer = grown
	}
	for range 100 { // as bufio: a reader may return nothing, but not for ever
		n, err := i.in.Read(i.buffer[len(i.buffer) : len(i.buffer)+fillBytes])
		i.buffer = i.buffer[:len(i.buffer)+n]
		i.err = err
		if n > 0 || err != nil {
			return
		}
	}
	i.err = io.ErrNoProgress
}

// peek returns the next n bytes without consuming them; fewer with an error. They
// are valid until the next call.
func (i *input) peek(n int) ([]byte, error) {
	for len(i.buffer)-i.at < n {
		if i.err != nil {
			return i.buffer[i.at:], i.err
		}
		i.fill()
	}
	return i.buffer[i.at : i.at+n], nil
}

// discard consumes n bytes that have been peeked, or all there are.
func (i *input) discard(n int) { i.at += min(n, len(i.buffer)-i.at) }

func (i *input) ReadByte() (byte, error) {
	if i.at == len(i.buffer) {
		if i.fill(); i.at == len(i.buffer) {
			return 0, i.err
		}
	}
	i.at++
	return i.buffer[i.at-1], nil
}

// UnreadByte takes back the last byte read.
func (i *input) UnreadByte() error {
	if i.at == 0 {
		return errors.New("warc: nothing to unread")
	}
	i.at--
	return nil
}

func (i *input) Read(to []byte) (int, error) {
	if i.at == len(i.buffer) {
		if i.fill(); i.at == len(i.buffer) {
			return 0, i.err
		}
	}
	n := copy(to, i.buffer[i.at:])
	i.at += n
	return n, nil
}
