// Package nativemsg carries messages between a browser and the host: frames of
// a 32-bit length in the machine's byte order and that many bytes of JSON.
//
// It promises three things, whatever the other side does: memory follows the
// bytes that arrived, never the length that was announced; a frame over the
// limit is skipped without losing the place in the stream; and no frame leaves
// that the browser would refuse, since a browser answers one by closing the
// port. It does not look inside a frame.
package nativemsg

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxSkip is the longest frame that is skipped, in bytes. Chromium sends none
// above it (its kMaximumNativeMessageSize to a host), so a longer announcement
// means that the stream is broken.
const MaxSkip = 64 << 20

// headerSize is the length of the length.
const headerSize = 4

// headSize is how much of a skipped frame is kept, in bytes: enough for the
// type and the id of a message that puts them first.
const headSize = 256

// ErrDesync says that the announced length cannot be true. The stream cannot
// be read any further.
var ErrDesync = errors.New("stream out of step")

// TooLarge says that one frame was skipped. The next one can be read.
type TooLarge struct {
	Size int    // announced length in bytes
	Head []byte // its first bytes
}

func (e *TooLarge) Error() string { return fmt.Sprintf("frame of %d bytes skipped", e.Size) }

// order is that of the machine, on both sides of the pipe.
var order = binary.NativeEndian
