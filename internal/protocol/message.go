package protocol

import "encoding/json"

// ForReport requests a report of a bad extraction in place of a conversion.
const ForReport = "report"

// FeatureAgents in hello means that the user lets agents read allowed sites; in
// welcome, that the host serves them.
const FeatureAgents = "agents"

// The values of Ask.What.
const (
	AskTabs    = "tabs"    // the tabs that agents may read
	AskRead    = "read"    // the page of a tab
	AskAllowed = "allowed" // the origin of a tab, if agents may read it
	AskWait    = "wait"    // until a tab has an element, or its network and DOM are idle
)

// Request is the common first field of all messages except hello and ping.
type Request struct {
	ID string `json:"id"`
}

func (r *Request) id() string { return r.ID }

// Messages from the extension to the host.
type (
	// Hello opens the connection and must be the first message.
	Hello struct {
		Proto      [2]int   `json:"proto"` // oldest and newest version of the extension
		Ext        string   `json:"ext"`
		Browser    string   `json:"browser"`
		Locale     string   `json:"locale,omitempty"`
		MaxFrameIn int      `json:"maxFrameIn,omitempty"` // limit of the browser for one frame, in bytes; 0 means 1 MiB
		Features   []string `json:"features,omitempty"`
	}

	// Convert requests the conversion of a page that fits in one frame.
	Convert struct {
		Request
		For     string          `json:"for,omitempty"`     // ForReport or ""
		Answers string          `json:"answers,omitempty"` // id of the Ask that the page answers
		Meta    Meta            `json:"meta"`
		Content Content         `json:"content"`
		Opts    json.RawMessage `json:"opts,omitempty"` // the command line's flags in camelCase
	}

	// Open requests the conversion of a page that follows in chunks. The first
	// HTML units of the upload are the HTML, the rest is the JSON of a Side.
	Open struct {
		Request
		For     string          `json:"for,omitempty"`     // ForReport or ""
		Answers string          `json:"answers,omitempty"` // id of the Ask that the page answers
		Meta    Meta            `json:"meta"`
		Opts    json.RawMessage `json:"opts,omitempty"`
		Units   int             `json:"units"` // UTF-16 units of the whole upload
		HTML    int             `json:"html"`  // UTF-16 units of the HTML
	}

	// Chunk is one piece of an upload, numbered from 1.
	Chunk struct {
		Request
		Seq int    `json:"seq"`
		S   string `json:"s"`
	}

	// End closes an upload and repeats its size.
	End struct {
		Request
		Chunks int `json:"chunks"`
		Units  int `json:"units"`
	}

	// Cancel cancels a request, which then ends with E_CANCELLED unless its
	// result is already on the way. An unknown id is ignored.
	Cancel struct {
		Request
	}

	// StatusQuery requests the host's Status.
	StatusQuery struct {
		Request
	}

	// Stats requests statistics of the log for a window such as "-7 days".
	Stats struct {
		Request
		Window string `json:"window"`
	}

	// Memory requests the state of the database, and may change preferences.
	Memory struct {
		Request
		Set json.RawMessage `json:"set,omitempty"` // preferences; absent ones stay unchanged
	}

	// Forget deletes stored data: of a site, before a time, or all of it.
	Forget struct {
		Request
		Site   string `json:"site,omitempty"`
		Before string `json:"before,omitempty"` // RFC 3339 time or date
		All    bool   `json:"all,omitempty"`
	}

	// Summarize requests a summary of a page converted before.
	Summarize struct {
		Request
		Meta     Meta   `json:"meta"` // URL and Title suffice
		Markdown string `json:"markdown"`
		Allow    string `json:"allow,omitempty"` // origin to which the user allows the text to be sent
	}

	// Query requests the sections of a converted page that answer a question.
	Query struct {
		Request
		Markdown string `json:"markdown"`
		Question string `json:"question"`
		Budget   int    `json:"budget,omitempty"` // tokens of the answer; 0 means 500
	}

	// Edit requests the pieces of a page converted before, or its result with some
	// of them put back or taken out.
	Edit struct {
		Request
		Page   string `json:"page"`             // explanation.page of the result
		Flip   []int  `json:"flip,omitzero"`    // numbers of pieces; absent to list the pieces
		Forget bool   `json:"forget,omitempty"` // the page may be dropped from memory
	}

	// Save stores a result that the user copied or saved. It is answered when
	// the clip is on disk.
	Save struct {
		Request
		URL        string   `json:"url"`
		Canonical  string   `json:"canonical,omitempty"`
		Title      string   `json:"title"`
		Markdown   string   `json:"markdown"`
		Source     string   `json:"source,omitempty"`
		Quality    *float64 `json:"quality,omitempty"`
		Confidence *float64 `json:"confidence,omitempty"`
		Incognito  Private  `json:"incognito,omitempty"` // rejected: a private window leaves no trace
	}

	// Recall compares a page with its newest stored clip.
	Recall struct {
		Request
		URL       string `json:"url"`
		Canonical string `json:"canonical,omitempty"`
		Markdown  string `json:"markdown"`
	}

	// Search requests the clips that contain all words, or the newest clips.
	Search struct {
		Request
		Words string `json:"words,omitempty"`
		Limit int    `json:"limit,omitempty"` // 1 to 200; 50 if absent
	}

	// Clip requests one clip with its text.
	Clip struct {
		Request
		Clip int64 `json:"clip"`
	}

	// TargetsQuery requests the aliases of the folders for notes.
	TargetsQuery struct {
		Request
	}

	// SaveTo writes a result as a note to a folder. It is answered when the note is
	// on disk.
	SaveTo struct {
		Request
		Target   string          `json:"target"` // alias; only the host's settings name folders
		URL      string          `json:"url"`
		Title    string          `json:"title,omitempty"`
		Markdown string          `json:"markdown"`
		Metadata json.RawMessage `json:"metadata,omitempty"` // of the result
		Pictures []StoredPicture `json:"pictures,omitempty"`
		At       int64           `json:"at,omitempty"` // time of the reader's click, Unix milliseconds; a repeated message has the same
	}

	// SharedOptions requests the options that all browsers share, and may set them.
	SharedOptions struct {
		Request
		Set json.RawMessage `json:"set,omitempty"` // all of them; the old ones are replaced
	}

	// Picture is one piece of a picture for the folder of a target. Each is answered;
	// the answer to the last one has the picture's path.
	Picture struct {
		Request
		Target string `json:"target"`
		Upload string `json:"upload"` // the same for all pieces
		Seq    int    `json:"seq"`    // from 1
		Last   bool   `json:"last,omitempty"`
		Data   []byte `json:"data"` // base64
	}

	// Answer ends an Ask. A page that was asked for comes as Convert or Open with
	// Answers instead.
	Answer struct {
		Request
		Result json.RawMessage `json:"result,omitempty"`
		Code   string          `json:"code,omitempty"` // of an error, see docs/agents.md
	}

	// Ping may come at any time.
	Ping struct {
		N int64 `json:"n"`
	}
)

// StoredPicture is a picture of a note, and the path that its last Picture returned.
type StoredPicture struct {
	URL  string `json:"url"`
	Path string `json:"path"`
}

// Meta is the metadata that the extension sends with a page.
type Meta struct {
	URL         string  `json:"url"`
	Base        string  `json:"base,omitempty"` // document.baseURI if it differs from URL
	Title       string  `json:"title,omitempty"`
	ContentType string  `json:"contentType,omitempty"`
	Lang        string  `json:"lang,omitempty"`
	Rendered    bool    `json:"rendered,omitempty"`  // from a live tab with scripting enabled
	Incognito   Private `json:"incognito,omitempty"` // a private window: leave no trace
	Client      string  `json:"client,omitempty"`    // origin of the request: popup, button, menu, shortcut, batch or badge
}

// Content is a page in one piece.
type Content struct {
	HTML string `json:"html"`
	Side
}

// Side is the data sent beside the HTML.
type Side struct {
	Annotations json.RawMessage `json:"stamps,omitempty"` // page.Annotations
	Frames      []Frame         `json:"frames,omitempty"`
	Alternates  []Alternate     `json:"offers,omitempty"`
}

// Alternate is the origin's own Markdown or JSON version of the page.
type Alternate struct {
	Type string `json:"type"` // "text/markdown" or "application/json"
	URL  string `json:"url"`
	Text string `json:"text"`
}

// Frame is the content of one same-origin iframe.
type Frame struct {
	Ordinal int         `json:"ordinal"` // index of the iframe element in document order, from 0
	Source  FrameSource `json:"source"`
}

// FrameSource is the document of a frame.
type FrameSource struct {
	Meta
	Content
}

// Messages from the host to the extension.
type (
	// Welcome answers hello.
	Welcome struct {
		Proto    int      `json:"proto"`
		Host     string   `json:"host"`
		Commit   string   `json:"commit,omitempty"`
		OS       string   `json:"os"`
		Instance string   `json:"instance"` // changes with every start of the host
		Engines  []string `json:"engines,omitempty"`
		Limits   Limits   `json:"limits"`
		Features []string `json:"features,omitempty"`
	}

	// Ack confirms all chunks up to and including Seq.
	Ack struct {
		ID  string `json:"id"`
		Seq int    `json:"seq"`
	}

	// Progress reports the stage of a request. It is optional.
	Progress struct {
		ID    string `json:"id"`
		Stage string `json:"stage"`
		Done  int    `json:"done,omitempty"` // steps done, out of Of
		Of    int    `json:"of,omitempty"`
		Text  string `json:"text,omitempty"` // the answer so far
	}

	// Part is one piece, numbered from 1, of the JSON of a result that exceeds
	// one frame.
	Part struct {
		ID  string `json:"id"`
		Seq int    `json:"seq"`
		S   string `json:"s"`
	}

	// Result ends a request successfully: with an inline result, or after
	// Parts.
	Result struct {
		ID     string          `json:"id"`
		Result json.RawMessage `json:"result,omitempty"`
		Parts  int             `json:"parts,omitempty"`
		Units  int             `json:"units,omitempty"` // UTF-16 units of all parts together
	}

	// Pong answers Ping with its number.
	Pong struct {
		N int64 `json:"n"`
	}

	// Ask requests something of the extension for an agent.
	Ask struct {
		ID   string `json:"id"` // unique among the asks of this host
		What string `json:"what"`
		Tab  int    `json:"tab,omitempty"`
		For  string `json:"for,omitempty"` // with AskWait: a CSS selector, or "idle"
	}

	// Bye announces a planned exit.
	Bye struct {
		Reason string `json:"reason"`
	}
)

// Limits are the limits that the extension must observe.
type Limits struct {
	FrameIn    int `json:"frameIn"`    // bytes of one frame to the host
	ChunkUnits int `json:"chunkUnits"` // UTF-16 units of one chunk, and of a page sent by convert
	Window     int `json:"window"`     // maximum number of unacknowledged chunks
	DocBytes   int `json:"docBytes"`   // UTF-8 bytes of HTML
	SideBytes  int `json:"sideBytes"`  // UTF-8 bytes of the JSON of annotations and frames
	Nodes      int `json:"nodes"`      // nodes of the parsed page
	Depth      int `json:"depth"`      // a deeper page is flattened, not rejected
	InFlight   int `json:"inflight"`
	Queue      int `json:"queue"`
	DeadlineMs int `json:"deadlineMs"` // time limit of one request
}

// Status is the result of a status query. It contains no address or title.
type Status struct {
	Host     string         `json:"host"`
	UptimeMs int64          `json:"uptimeMs"`
	InFlight int            `json:"inflight"`
	Queued   int            `json:"queued"`
	Answered int            `json:"answered"`
	Errors   map[string]int `json:"errors,omitempty"` // by code
	HeapMiB  int            `json:"heapMiB"`
	Routines int            `json:"goroutines"`
}

// Sent is a message from the host.
type Sent interface{ kind() string }

func (Welcome) kind() string  { return TypeWelcome }
func (Ack) kind() string      { return TypeAck }
func (Progress) kind() string { return TypeProgress }
func (Part) kind() string     { return TypePart }
func (Result) kind() string   { return TypeResult }
func (*Error) kind() string   { return TypeError }
func (Pong) kind() string     { return TypePong }
func (Ask) kind() string      { return TypeAsk }
func (Bye) kind() string      { return TypeBye }

// Private says whether a page is in a private window. A null, which a bool would
// ignore, counts as one.
type Private bool

// UnmarshalJSON reads true, false or null.
func (p *Private) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*p = true
		return nil
	}
	return json.Unmarshal(text, (*bool)(p))
}
