package install

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pulltab/internal/nativemsg"
	"pulltab/internal/protocol"
)

// handshakeTimeout limits the time until the host's answer to hello. The
// extension has the same timeout.
const handshakeTimeout = 5 * time.Second

// handshake is the result of starting a host as a browser does.
type handshake struct {
	state   string // works, cannot-start, stray-text, stranger, too-old, too-new, refused, ended or silent
	detail  string // the text that it printed, or its exit status
	version string // of a host that works
}

// startHost starts program with args in its own folder, sends hello and reads
// one frame. It kills the program when ctx ends.
func (m Machine) startHost(ctx context.Context, program string, args []string) handshake {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = filepath.Dir(program)
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return handshake{state: "cannot-start", detail: err.Error()}
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return handshake{state: "cannot-start", detail: err.Error()}
	}
	if err := cmd.Start(); err != nil {
		return handshake{state: "cannot-start", detail: err.Error()}
	}
	hello := []byte(fmt.Sprintf(`{"t":"hello","proto":[%d,%d],"ext":"%s","browser":"doctor"}`, protocol.OldestVersion, protocol.Version, m.Version))
	in.Write(append(binary.NativeEndian.AppendUint32(nil, uint32(len(hello))), hello...)) // an error shows when the answer is read

	// The first bytes are kept for the message about text that is no frame.
	var head bytes.Buffer
	tee := io.TeeReader(out, &headBuffer{&head})
	frame, err := nativemsg.NewReader(tee, protocol.MaxFrameOut).Next()
	in.Close()
	if err != nil {
		if looksPrinted(head.Bytes()) {
			io.CopyN(io.Discard, tee, headSize) // the rest of the line
		}
		cancelled := ctx.Err() != nil
		cancel() // end a host that has printed text
		waited := cmd.Wait()
		return failedHandshake(err, head.Bytes(), cancelled, waited)
	}
	cmd.Wait()
	var answer struct {
		T, Host, Code string
		Detail        struct{ Update string }
	}
	switch err := json.Unmarshal(frame, &answer); {
	case err != nil || answer.T == "":
		return handshake{state: "stray-text", detail: printable(frame)}
	case answer.T == protocol.TypeWelcome:
		return handshake{state: "works", version: answer.Host}
	case answer.Code == string(protocol.CodeProto) && answer.Detail.Update == "host":
		return handshake{state: "too-old"}
	case answer.Code == string(protocol.CodeProto):
		return handshake{state: "too-new"}
	case answer.Code == string(protocol.CodeOrigin):
		return handshake{state: "stranger"}
	default:
		return handshake{state: "refused", detail: answer.Code}
	}
}

// failedHandshake returns the result if the host sent no frame.
func failedHandshake(err error, head []byte, timedOut bool, waited error) handshake {
	var exit *exec.ExitError
	switch {
	case looksPrinted(head):
		return handshake{state: "stray-text", detail: printable(head)}
	case timedOut:
		return handshake{state: "silent"}
	case errors.Is(err, io.EOF) && errors.As(waited, &exit):
		return handshake{state: "ended", detail: exit.String()}
	case errors.Is(err, io.EOF):
		return handshake{state: "ended", detail: "exit status 0"}
	}
	return handshake{state: "stray-text", detail: printable(head)}
}

// looksPrinted reports whether a frame begins with text. Four letters, read as a
// frame's length, are over 500 MB.
func looksPrinted(head []byte) bool {
	first, size := utf8.DecodeRune(head)
	return size > 0 && (unicode.IsPrint(first) || unicode.IsSpace(first))
}

// printable returns text as one line without control characters.
func printable(text []byte) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(string(text), "?"))
	return strings.TrimSpace(clean)
}

// headSize is the length of text quoted in a message, in bytes.
const headSize = 60

// headBuffer keeps the first headSize bytes.
type headBuffer struct{ b *bytes.Buffer }

func (h *headBuffer) Write(p []byte) (int, error) {
	h.b.Write(p[:min(len(p), max(0, headSize-h.b.Len()))])
	return len(p), nil
}
