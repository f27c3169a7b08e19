// Package protocol is the language between the extension and the host: the
// messages, their strict decoding, the stable error codes and the version
// rule. It knows nothing of pages or of Markdown; the host translates.
//
// Every message has one fixture in testdata. The Go tests, the extension's
// tests and docs/protocol.md all read those same files, so that the two sides
// and the document cannot drift apart.
package protocol

// Versions of the protocol that this host speaks, oldest and newest.
const (
	OldestVersion = 1
	Version       = 1
)

// Limits of one connection, sent in welcome. The extension never hard-codes
// them.
const (
	MaxFrameIn  = 4 << 20   // bytes of one frame to the host
	MaxFrameOut = 1 << 20   // bytes of one frame to the extension: both browsers close the port above it
	ChunkUnits  = 256 << 10 // UTF-16 units of one chunk: one pipe-friendly step, measured fastest in both browsers
	Window      = 8         // chunks under way without an acknowledgement
	MaxSide     = 32 << 20  // bytes of the JSON of stamps and frames
	MaxInFlight = 4         // requests being worked on
	MaxQueued   = 32        // requests waiting
	MaxIDLength = 32        // bytes of an id
)

// Types of v1, the value of the field t.
const (
	TypeHello    = "hello"
	TypeWelcome  = "welcome"
	TypeConvert  = "convert"
	TypeOpen     = "open"
	TypeChunk    = "chunk"
	TypeAck      = "ack"
	TypeEnd      = "end"
	TypeCancel   = "cancel"
	TypeProgress = "progress"
	TypeResult   = "result"
	TypePart     = "part"
	TypeError    = "error"
	TypePing     = "ping"
	TypePong     = "pong"
	TypeStatus   = "status"
	TypeStats    = "stats"
	TypeMemory   = "memory"
	TypeForget   = "forget"
	TypeSummary  = "summarize"
	TypeQuery    = "query"
	TypeSave     = "save"
	TypeRecall   = "recall"
	TypeSearch   = "search"
	TypeClip     = "clip"
	TypeBye      = "bye"
)

// Reasons of bye: each is a planned exit, after which the extension connects
// again when it next needs the host.
const (
	ByeIdle    = "idle"
	ByeRecycle = "recycle"
	ByeSignal  = "signal"
)
