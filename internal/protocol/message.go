package protocol

import "encoding/json"

// ForReport says that a page is sent for a report of a bad extraction, in
// place of a conversion.
const ForReport = "report"

// Request is the part that all messages but hello and ping begin with.
type Request struct {
	ID string `json:"id"`
}

func (r *Request) id() string { return r.ID }

// Messages from the extension to the host.
type (
	// Hello opens the connection and must be the first message.
	Hello struct {
		Proto      [2]int   `json:"proto"` // oldest and newest version that the extension speaks
		Ext        string   `json:"ext"`
		Browser    string   `json:"browser"`
		Locale     string   `json:"locale,omitempty"`
		MaxFrameIn int      `json:"maxFrameIn,omitempty"` // bytes that the browser takes in one frame; 0 means 1 MiB
		Features   []string `json:"features,omitempty"`
	}

	// Convert asks for a conversion; the page fits in one frame.
	Convert struct {
		Request
		For     string          `json:"for,omitempty"` // ForReport, or nothing
		Meta    Meta            `json:"meta"`
		Content Content         `json:"content"`
		Opts    json.RawMessage `json:"opts,omitempty"` // the command line's flags in camelCase
	}

	// Open asks for a conversion whose page follows in chunks: the first HTML
	// units of the upload are the HTML, the others the JSON text of a Side.
	Open struct {
		Request
		For   string          `json:"for,omitempty"` // ForReport, or nothing
		Meta  Meta            `json:"meta"`
		Opts  json.RawMessage `json:"opts,omitempty"`
		Units int             `json:"units"` // UTF-16 units of the whole upload
		HTML  int             `json:"html"`  // of these, the HTML's
	}

	// Chunk is one piece of an upload, numbered from 1.
	Chunk struct {
		Request
		Seq int    `json:"seq"`
		S   string `json:"s"`
	}

	// End closes an upload and says what it held.
	End struct {
		Request
		Chunks int `json:"chunks"`
		Units  int `json:"units"`
	}

	// Cancel gives a request up. The answer is the error E_CANCELLED, unless
	// another answer is already under way; an unknown id is ignored.
	Cancel struct {
		Request
	}

	// StatusQuery asks how the host is; the answer is a result with a Status.
	StatusQuery struct {
		Request
	}

	// Stats asks what the log says about a window such as "-7 days".
	Stats struct {
		Request
		Window string `json:"window"`
	}

	// Memory asks what is stored on this computer, and may change what may be.
	Memory struct {
		Request
		Set json.RawMessage `json:"set,omitempty"` // preferences; those that are absent stay
	}

	// Forget deletes what is stored: of a site, of a time, or all of it.
	Forget struct {
		Request
		Site   string `json:"site,omitempty"`
		Before string `json:"before,omitempty"` // RFC 3339, or a day
		All    bool   `json:"all,omitempty"`
	}

	// Summarize asks for a summary of a page that was converted before.
	Summarize struct {
		Request
		Meta     Meta   `json:"meta"` // the address and the title are enough
		Markdown string `json:"markdown"`
		Allow    string `json:"allow,omitempty"` // origin that the reader lets this page's text go to
	}

	// Query asks for the sections of a converted page that answer a question.
	Query struct {
		Request
		Markdown string `json:"markdown"`
		Question string `json:"question"`
		Budget   int    `json:"budget,omitempty"` // tokens of the answer; 0 means 600
	}

	// Save keeps a result that the reader has copied or saved. Its end comes
	// when the clip is on the disk.
	Save struct {
		Request
		URL        string   `json:"url"`
		Canonical  string   `json:"canonical,omitempty"`
		Title      string   `json:"title"`
		Markdown   string   `json:"markdown"`
		Source     string   `json:"source,omitempty"`
		Quality    *float64 `json:"quality,omitempty"`
		Confidence *float64 `json:"confidence,omitempty"`
		Incognito  bool     `json:"incognito,omitempty"` // refused: a private window leaves no trace
	}

	// Recall asks what is kept of a page, and how the page differs now.
	Recall struct {
		Request
		URL       string `json:"url"`
		Canonical string `json:"canonical,omitempty"`
		Markdown  string `json:"markdown"`
	}

	// Search asks for clips that hold all words, titles first, or for the newest.
	Search struct {
		Request
		Words string `json:"words,omitempty"`
		Limit int    `json:"limit,omitempty"` // 1 to 200; 50 if absent
	}

	// Clip asks for one clip with its text.
	Clip struct {
		Request
		Clip int64 `json:"clip"`
	}

	// Ping may come at any time, from the extension only.
	Ping struct {
		N int64 `json:"n"`
	}
)

// Meta is what the extension knows about a page besides its content.
type Meta struct {
	URL         string `json:"url"`
	Base        string `json:"base,omitempty"` // document.baseURI where it differs from the address
	Title       string `json:"title,omitempty"`
	ContentType string `json:"contentType,omitempty"`
	Lang        string `json:"lang,omitempty"`
	Rendered    bool   `json:"rendered,omitempty"`  // from a live tab with scripting on
	Incognito   bool   `json:"incognito,omitempty"` // a private window: leave no trace
	Client      string `json:"client,omitempty"`    // what asked: popup, menu, shortcut, batch or badge
}

// Content is a page in one piece.
type Content struct {
	HTML string `json:"html"`
	Side
}

// Side is what travels beside the HTML.
type Side struct {
	Stamps json.RawMessage `json:"stamps,omitempty"` // the host's page package defines their fields
	Frames []Frame         `json:"frames,omitempty"`
	Offers []Offer         `json:"offers,omitempty"`
}

// Offer is another form of the page, which its own origin gave the extension.
type Offer struct {
	Type string `json:"type"` // "text/markdown" or "application/json"
	URL  string `json:"url"`
	Text string `json:"text"`
}

// Frame is the content of one same-origin iframe.
type Frame struct {
	Ordinal int         `json:"ordinal"` // of the iframe element, 0 for the first in document order
	Source  FrameSource `json:"source"`
}

// FrameSource is the document inside a frame.
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

	// Progress says where a request is. It may be left out at will.
	Progress struct {
		ID    string `json:"id"`
		Stage string `json:"stage"`
		Done  int    `json:"done,omitempty"` // of Of steps
		Of    int    `json:"of,omitempty"`
		Text  string `json:"text,omitempty"` // the answer so far
	}

	// Part is one piece, numbered from 1, of the JSON text of a result that is
	// too long for one frame.
	Part struct {
		ID  string `json:"id"`
		Seq int    `json:"seq"`
		S   string `json:"s"`
	}

	// Result is the successful end of a request: inline, or closing the Parts
	// that came before it.
	Result struct {
		ID     string          `json:"id"`
		Result json.RawMessage `json:"result,omitempty"`
		Parts  int             `json:"parts,omitempty"`
		Units  int             `json:"units,omitempty"` // UTF-16 units of all parts together
	}

	// Pong answers ping with its number.
	Pong struct {
		N int64 `json:"n"`
	}

	// Bye announces a planned exit.
	Bye struct {
		Reason string `json:"reason"`
	}
)

// Limits are the numbers that the extension must keep to.
type Limits struct {
	FrameIn    int `json:"frameIn"`    // bytes of one frame to the host
	ChunkUnits int `json:"chunkUnits"` // UTF-16 units of one chunk, and of a page sent by convert
	Window     int `json:"window"`     // chunks without an acknowledgement
	DocBytes   int `json:"docBytes"`   // UTF-8 bytes of HTML
	SideBytes  int `json:"sideBytes"`  // UTF-8 bytes of the JSON of stamps and frames
	Nodes      int `json:"nodes"`      // of the parsed page
	Depth      int `json:"depth"`      // beyond it a page is flattened, not refused
	InFlight   int `json:"inflight"`
	Queue      int `json:"queue"`
	DeadlineMs int `json:"deadlineMs"` // last resort for one request
}

// Status is the result of a status query. It holds no address and no title.
type Status struct {
	Host     string         `json:"host"`
	UptimeMs int64          `json:"uptimeMs"`
	InFlight int            `json:"inflight"`
	Queued   int            `json:"queued"`
	Answered int            `json:"answered"`
	Errors   map[string]int `json:"errors,omitempty"` // by code
	HeapMiB  int            `json:"heapMiB"`
}

// Sent is a message of the host.
type Sent interface{ kind() string }

func (Welcome) kind() string  { return TypeWelcome }
func (Ack) kind() string      { return TypeAck }
func (Progress) kind() string { return TypeProgress }
func (Part) kind() string     { return TypePart }
func (Result) kind() string   { return TypeResult }
func (*Error) kind() string   { return TypeError }
func (Pong) kind() string     { return TypePong }
func (Bye) kind() string      { return TypeBye }
