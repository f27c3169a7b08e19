package protocol

// Oldest and newest protocol version of this host.
const (
	OldestVersion = 1
	Version       = 1
)

// Limits of one connection. The welcome message tells them to the extension.
const (
	MaxFrameIn  = 4 << 20   // bytes of one frame to the host
	MaxFrameOut = 1 << 20   // bytes of one frame to the extension; browsers close the port on a longer one
	ChunkUnits  = 256 << 10 // UTF-16 units of one chunk; the fastest size measured in both browsers
	Window      = 8         // maximum number of unacknowledged chunks
	MaxSide     = 32 << 20  // bytes of the JSON of annotations and frames
	MaxInFlight = 4         // requests in progress
	MaxQueued   = 32        // requests waiting
	MaxIDLength = 32        // bytes of an id
)

// Message types of version 1: the values of the field t.
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
	TypeEdit     = "edit"
	TypeSave     = "save"
	TypeRecall   = "recall"
	TypeSearch   = "search"
	TypeClip     = "clip"
	TypeTargets  = "targets"
	TypeSaveTo   = "saveTo"
	TypeAsk      = "ask"
	TypeAnswer   = "answer"
	TypePicture  = "picture"
	TypeOptions  = "options"
	TypeBye      = "bye"
)

// Reasons of bye. Each is a planned exit; the extension reconnects when it next
// needs the host.
const (
	ByeIdle    = "idle"
	ByeRecycle = "recycle"
	ByeSignal  = "signal"
)
