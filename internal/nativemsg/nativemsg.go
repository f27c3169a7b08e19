package nativemsg

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxSkip is the size in bytes of the longest frame that is skipped. Chromium
// sends no longer ones (kMaximumNativeMessageSize), so a longer announcement
// means that the stream is corrupt.
const MaxSkip = 64 << 20

// headerSize is the size of the length field in bytes.
const headerSize = 4

// headSize is the number of bytes kept of a skipped frame: enough for the type
// and id of a message that starts with them.
const headSize = 256

// ErrDesync reports an impossible frame length. The stream cannot be read any
// further.
var ErrDesync = errors.New("stream out of step")

// TooLarge reports that a frame was skipped. The next one can be read.
type TooLarge struct {
	Size int    // announced length in bytes
	Head []byte // the first bytes, at most 256
}

func (e *TooLarge) Error() string { return fmt.Sprintf("frame of %d bytes skipped", e.Size) }

// order is the native byte order, which both sides of the pipe use.
var order = binary.NativeEndian
