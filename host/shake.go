package main

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

// shakePatience is how long a host may take to answer hello. The extension
// itself waits five seconds.
const shakePatience = 5 * time.Second

// handshake is what came of starting a host as a browser does.
type handshake struct {
	state   string // works, cannot-start, stray-text, stranger, refused, ended or silent
	detail  string // what it printed, or how it ended
	version string // of a host that works
}

// shake starts program with args in its own folder, says hello and reads one
// frame. It waits no longer than ctx lasts.
func shake(ctx context.Context, program string, args []string) handshake {
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
	hello := []byte(fmt.Sprintf(`{"t":"hello","proto":[%d,%d],"ext":"%s","browser":"doctor"}`, protocol.OldestVersion, protocol.Version, version))
	in.Write(append(binary.NativeEndian.AppendUint32(nil, uint32(len(hello))), hello...)) // a host that is gone shows below

	// The first bytes are kept: if they are no frame, they are what it printed.
	var head bytes.Buffer
	tee := io.TeeReader(out, &headBuffer{&head})
	frame, err := nativemsg.NewReader(tee, protocol.MaxFrameOut).Next()
	in.Close()
	if err != nil {
		if looksPrinted(head.Bytes()) {
			io.CopyN(io.Discard, tee, headSize) // the rest of the line
		}
		cancelled := ctx.Err() != nil
		cancel() // a host that broke the rules need not be waited for
		waited := cmd.Wait()
		return failedShake(err, head.Bytes(), cancelled, waited)
	}
	cmd.Wait()
	var m struct {
		T, Host, Code string
	}
	switch err := json.Unmarshal(frame, &m); {
	case err != nil || m.T == "":
		return handshake{state: "stray-text", detail: printable(frame)}
	case m.T == protocol.TypeWelcome:
		return handshake{state: "works", version: m.Host}
	case m.Code == string(protocol.CodeOrigin):
		return handshake{state: "stranger"}
	default:
		return handshake{state: "refused", detail: m.Code}
	}
}

// failedShake explains why no frame came.
func failedShake(err error, head []byte, timedOut bool, waited error) handshake {
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

// looksPrinted says whether bytes in place of a frame's length are text. As a
// length, four letters are over 500 MB.
func looksPrinted(head []byte) bool {
	first, size := utf8.DecodeRune(head)
	return size > 0 && (unicode.IsPrint(first) || unicode.IsSpace(first))
}

// printable is text for a message: one line, no control characters.
func printable(text []byte) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(string(text), "?"))
	return strings.TrimSpace(clean)
}

// headSize is how much of stray text a message quotes, in bytes.
const headSize = 60

// headBuffer keeps the first headSize bytes.
type headBuffer struct{ b *bytes.Buffer }

func (h *headBuffer) Write(p []byte) (int, error) {
	h.b.Write(p[:min(len(p), max(0, headSize-h.b.Len()))])
	return len(p), nil
}
