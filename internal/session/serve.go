package session

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"runtime"
	"time"

	"github.com/rs/zerolog"

	"pulltab/internal/config"
	"pulltab/internal/htmltree"
	"pulltab/internal/nativemsg"
	"pulltab/internal/page"
	"pulltab/internal/protocol"
	"pulltab/internal/record"
)

// Host describes the process that serves a connection.
type Host struct {
	Version, Commit string
	Engines         []string // by name
	Convert         Converter
	Folders         config.Folders
	Getenv          func(string) string                     // looks up the API key of a model
	HeapInUse       func() uint64                           // bytes of heap objects
	CPUTime         func() time.Duration                    // of the process; nil if unknown
	Listen          func(instance string) (Listener, error) // serves agents; nil if that is impossible
	OnAgents        func()                                  // called before agents are served; may be nil
	AfterAnswer     func()                                  // called once, after the first answer; may be nil
	Log             zerolog.Logger
}

// Serve serves caller until the port closes, ctx ends or the session ends
// itself, and returns the exit status of the process. It answers an unknown
// caller with an error and reads nothing from it.
func Serve(ctx context.Context, caller string, in io.Reader, out io.Writer, h Host) int {
	callers, err := h.Folders.Callers()
	if err != nil {
		h.Log.Warn().Err(err).Msg("configuration ignored")
	}
	if !callers.Allow(caller) {
		return reject(out, h.Log)
	}
	s := newSession(in, out, h)
	db := record.NewDatabase(h.Folders, func(string) {
		h.Log.Warn().Msg("the database was damaged; it was set aside, and all readable rows were copied into a new one")
	})
	// A query that has not ended yet ends with the process.
	defer waitFor(func() { db.Close() }, defaultTimes.flush)
	s.database = db
	h.Log.Info().Str("host", s.welcome.Host).Str("instance", s.welcome.Instance).Msg("session started")
	return s.run(ctx)
}

// reject sends E_ORIGIN to an unknown caller.
func reject(out io.Writer, log zerolog.Logger) int {
	log.Error().Msg("unknown caller")
	frame, err := protocol.Encode(protocol.Errorf(protocol.CodeOrigin, "the caller is not an extension that this host knows"))
	if err != nil {
		return StatusBroken
	}
	w := nativemsg.NewWriter(out, protocol.MaxFrameOut)
	if err := w.Send(frame); err == nil {
		w.Close()
		waitFor(func() { <-w.Done() }, defaultTimes.flush)
	}
	return StatusOrigin
}

// welcome returns the answer to hello; the session sets the protocol version.
func (h Host) welcome() protocol.Welcome {
	var instance [4]byte
	rand.Read(instance[:])
	return protocol.Welcome{
		Host:     h.Version,
		Commit:   h.Commit,
		OS:       runtime.GOOS + "/" + runtime.GOARCH,
		Instance: hex.EncodeToString(instance[:]),
		Engines:  h.Engines,
		Limits: protocol.Limits{
			FrameIn:    protocol.MaxFrameIn,
			ChunkUnits: protocol.ChunkUnits,
			Window:     protocol.Window,
			DocBytes:   page.MaxBytes,
			SideBytes:  protocol.MaxSide,
			Nodes:      htmltree.MaxNodes,
			Depth:      htmltree.MaxDepth,
			InFlight:   protocol.MaxInFlight,
			Queue:      protocol.MaxQueued,
			DeadlineMs: int(defaultTimes.request.Milliseconds()),
		},
		Features: []string{"parts", "progress"},
	}
}
