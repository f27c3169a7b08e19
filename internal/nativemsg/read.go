package nativemsg

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// readStep is how far the buffer grows ahead of the bytes that arrived.
const readStep = 64 << 10

// keepBuffer is the largest buffer that is kept for the next frame.
const keepBuffer = 1 << 20

// Reader reads frames. It is not safe for concurrent use.
type Reader struct {
	r      io.Reader
	limit  int
	buffer []byte
}

// NewReader returns a Reader that skips frames of more than limit bytes.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{r: r, limit: limit}
}

// Next returns the next frame, which is valid until the next call. Empty
// frames are passed over. The error is io.EOF where the stream ends between
// frames, io.ErrUnexpectedEOF (wrapped) where it ends inside one, a *TooLarge
// after which reading goes on, or ErrDesync (wrapped).
func (r *Reader) Next() ([]byte, error) {
	for {
		var header [headerSize]byte
		if n, err := io.ReadFull(r.r, header[:]); err != nil {
			if n == 0 && errors.Is(err, io.EOF) {
				return nil, io.EOF
			}
			return nil, fmt.Errorf("read length: %d of %d bytes: %w", n, headerSize, err)
		}
		size := int64(order.Uint32(header[:]))
		switch {
		case size == 0:
			continue
		case size > MaxSkip:
			return nil, fmt.Errorf("frame of %d bytes announced: %w", size, ErrDesync)
		case size > int64(r.limit):
			return nil, r.skip(int(size))
		}
		return r.body(int(size))
	}
}

// body reads exactly size bytes.
func (r *Reader) body(size int) ([]byte, error) {
	if cap(r.buffer) > keepBuffer {
		r.buffer = nil
	}
	b := r.buffer[:0]
	for len(b) < size {
		step := min(size-len(b), readStep)
		b = slices.Grow(b, step)
		n, err := io.ReadFull(r.r, b[len(b):len(b)+step])
		b = b[:len(b)+n]
		if err != nil {
			return nil, fmt.Errorf("read frame: %d of %d bytes: %w", len(b), size, unexpected(err))
		}
	}
	r.buffer = b
	return b, nil
}

// skip discards exactly size bytes.
func (r *Reader) skip(size int) error {
	head := make([]byte, min(size, headSize))
	if n, err := io.ReadFull(r.r, head); err != nil {
		return fmt.Errorf("skip frame: %d of %d bytes: %w", n, size, unexpected(err))
	}
	rest := int64(size - len(head))
	if n, err := io.CopyN(io.Discard, r.r, rest); err != nil {
		return fmt.Errorf("skip frame: %d of %d bytes: %w", int64(len(head))+n, size, unexpected(err))
	}
	return &TooLarge{Size: size, Head: head}
}

// unexpected turns the end of the stream into the end inside a frame.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
