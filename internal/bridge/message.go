package bridge

import "context"

// Request is one request of a command.
type Request struct {
	T        string `json:"t"` // "tabs", "read", "outline", "query", "diff", "source" or "wait"
	Tab      int    `json:"tab,omitempty"`
	Budget   int    `json:"budget,omitempty"`
	Format   string `json:"format,omitempty"`
	Withhold bool   `json:"withhold,omitempty"`
	Blocks   string `json:"blocks,omitempty"`
	Since    string `json:"since,omitempty"`
	Question string `json:"question,omitempty"`
	For      string `json:"for,omitempty"`     // of wait: a CSS selector, or "idle"
	Purpose  string `json:"purpose,omitempty"` // for the audit
}

// Reply is the answer to a Request. Without a Code it is a success.
type Reply struct {
	Code   string `json:"code,omitempty"` // see Errors
	Msg    string `json:"msg,omitempty"`  // without text of a page
	Text   string `json:"text,omitempty"` // for the model; with E_STALE the new outline
	Rev    string `json:"rev,omitempty"`
	Match  string `json:"match,omitempty"`
	Tabs   []Tab  `json:"tabs,omitempty"`
	Others int    `json:"others,omitempty"` // tabs that agents may not read
}

// Tab is a tab that agents may read.
type Tab struct {
	ID         int      `json:"id"`
	Title      string   `json:"title"`
	URL        string   `json:"url"`
	Active     bool     `json:"active,omitempty"` // in front, in the window used last
	Loaded     bool     `json:"loaded"`
	Words      int      `json:"words,omitempty"`      // of the last read
	Confidence *float64 `json:"confidence,omitempty"` // of the last read
}

// Peer is the process at the other end.
type Peer struct {
	PID    int
	Client string // name of the program that started it; a hint, no proof
}

// Handler answers a request. ctx ends when the peer closes the connection.
type Handler func(ctx context.Context, from Peer, r Request) Reply

// The codes of replies.
const (
	CodeGone       = "E_GONE"
	CodeNotAllowed = "E_NOT_ALLOWED"
	CodeNoTab      = "E_NO_TAB"
	CodeDiscarded  = "E_DISCARDED"
	CodeFrozen     = "E_FROZEN"
	CodeNavigated  = "E_NAVIGATED"
	CodeStale      = "E_STALE"
	CodeBusy       = "E_BUSY"
	CodeTimeout    = "E_TIMEOUT"
	CodeUsage      = "E_FIELD"
	CodeFailed     = "E_INTERNAL"
)

// sentences explains each code, with one action.
var sentences = map[string]string{
	CodeGone:       "no browser serves agents; switch on \"Agents may read allowed sites\" in Pulltab's options",
	CodeNotAllowed: "the user has not allowed this tab's site; ask the user to click \"Let agents read\" in Pulltab's popup on that tab",
	CodeNoTab:      "there is no such tab; list the tabs again",
	CodeDiscarded:  "the browser has unloaded this tab; ask the user to open it",
	CodeFrozen:     "the tab does not answer; ask the user to bring it to the front",
	CodeNavigated:  "the tab shows another site now; list the tabs again",
	CodeStale:      "the revision is gone; ask for blocks of the new outline",
	CodeBusy:       "too many requests at once; ask again later",
	CodeTimeout:    "no answer in time; ask again",
	CodeUsage:      "the request is wrong; correct it",
	CodeFailed:     "the page cannot be read; reload it",
}

// Error is a failed request.
type Error struct{ Code, Msg string }

func (e *Error) Error() string {
	text := e.Code
	if s := sentences[e.Code]; s != "" {
		text += ": " + s
	}
	if e.Msg != "" {
		text += " (" + e.Msg + ")"
	}
	return text
}
