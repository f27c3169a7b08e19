package nativemsg

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// readStep is the maximum number of bytes allocated ahead of the bytes
// received.
const readStep = 64 << 10

// keepBuffer is the size of the largest buffer that is reused for the next
// frame.
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

// Next returns the next frame, which is valid until the next call. Empty frames
// are ignored. The error is io.EOF at the end of the stream, wrapped
// io.ErrUnexpectedEOF if the stream ends inside a frame, *TooLarge if a frame
// was skipped (the next call continues), or wrapped ErrDesync.
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

// body reads size bytes.
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

// skip discards size bytes and returns *TooLarge.
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

// unexpected maps io.EOF to io.ErrUnexpectedEOF.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
