package protocol

import "fmt"

// Code is the stable name of a failure. The extension translates it into a
// sentence for the user.
type Code string

// Retry tells when the same request may succeed.
type Retry string

// The values of Retry.
const (
	RetryNo        Retry = "no"
	RetryReconnect Retry = "after-reconnect"
	RetryLater     Retry = "later"
)

// The codes of version 1. A code is never renamed or given another meaning.
const (
	CodeHandshake     Code = "E_HANDSHAKE"       // the first message was not hello
	CodeProto         Code = "E_PROTO"           // no common version
	CodeType          Code = "E_TYPE"            // unknown message type
	CodeJSON          Code = "E_JSON"            // not one JSON object
	CodeField         Code = "E_FIELD"           // a field is missing or wrong
	CodeFrameTooLarge Code = "E_FRAME_TOO_LARGE" // the frame was skipped; the connection continues
	CodeChunk         Code = "E_CHUNK"           // upload out of order, too short or too long
	CodeDupID         Code = "E_DUP_ID"          // the id is in use by another request
	CodeBusy          Code = "E_BUSY"            // too many requests
	CodeDocTooLarge   Code = "E_DOC_TOO_LARGE"
	CodeTooManyNodes  Code = "E_TOO_MANY_NODES"
	CodeEmpty         Code = "E_EMPTY"      // the page is empty
	CodeNoContent     Code = "E_NO_CONTENT" // nothing on the page can be converted
	CodeTimeout       Code = "E_TIMEOUT"
	CodeCancelled     Code = "E_CANCELLED"
	CodeMemory        Code = "E_MEMORY"
	CodePanic         Code = "E_PANIC"
	CodeRestart       Code = "E_RESTART"  // the host is about to exit; send the request again
	CodeInternal      Code = "E_INTERNAL" // any other failure
	CodeStore         Code = "E_STORE"    // the database cannot be read or written
	CodeNoModel       Code = "E_NO_MODEL" // the user has configured no model
	CodeConsent       Code = "E_CONSENT"  // the text would leave this computer without the user's consent
	CodeModel         Code = "E_MODEL"    // the model gave no usable answer; see detail.kind
	CodeOff           Code = "E_OFF"      // the user has not enabled saving pages
	CodeNoClip        Code = "E_NO_CLIP"  // no clip has this number
	CodeGone          Code = "E_GONE"     // the page is no longer in memory
	CodeSettings      Code = "E_SETTINGS" // the settings file has errors
	CodeNoTarget      Code = "E_NO_TARGET"
	CodeTemplate      Code = "E_TEMPLATE" // a template cannot make a note of this page
	CodeWrite         Code = "E_WRITE"    // the note cannot be written; see detail.kind
	CodeOrigin        Code = "E_ORIGIN"   // the caller is not an extension that this host knows
)

// codes lists every code with its retry value, in the order of
// docs/protocol.md.
var codes = []struct {
	code  Code
	retry Retry
}{
	{CodeHandshake, RetryReconnect},
	{CodeProto, RetryNo},
	{CodeType, RetryNo},
	{CodeJSON, RetryNo},
	{CodeField, RetryNo},
	{CodeFrameTooLarge, RetryNo},
	{CodeChunk, RetryLater},
	{CodeDupID, RetryNo},
	{CodeBusy, RetryLater},
	{CodeDocTooLarge, RetryNo},
	{CodeTooManyNodes, RetryNo},
	{CodeEmpty, RetryNo},
	{CodeNoContent, RetryNo},
	{CodeTimeout, RetryReconnect},
	{CodeCancelled, RetryNo},
	{CodeMemory, RetryReconnect},
	{CodePanic, RetryReconnect},
	{CodeRestart, RetryReconnect},
	{CodeInternal, RetryNo},
	{CodeStore, RetryLater},
	{CodeNoModel, RetryNo},
	{CodeConsent, RetryNo},
	{CodeModel, RetryLater},
	{CodeOff, RetryNo},
	{CodeNoClip, RetryNo},
	{CodeGone, RetryNo},
	{CodeSettings, RetryNo},
	{CodeNoTarget, RetryNo},
	{CodeTemplate, RetryNo},
	{CodeWrite, RetryLater},
	{CodeOrigin, RetryNo},
}

// Error ends a request unsuccessfully. Without an ID it belongs to no request.
// Msg is English text for logs; neither Msg nor Detail contains text or the
// address of a page.
type Error struct {
	ID     string         `json:"id,omitempty"`
	Code   Code           `json:"code"`
	Msg    string         `json:"msg"`
	Retry  Retry          `json:"retry"`
	Detail map[string]any `json:"detail,omitempty"`
}

// Errorf returns an Error with the retry value of code.
func Errorf(code Code, format string, args ...any) *Error {
	e := &Error{Code: code, Retry: RetryNo, Msg: fmt.Sprintf(format, args...)}
	for _, c := range codes {
		if c.code == code {
			e.Retry = c.retry
		}
	}
	return e
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Msg }

// For returns a copy of e as the answer to the request id.
func (e *Error) For(id string) *Error {
	answer := *e
	answer.ID = id
	return &answer
}

// With returns a copy of e with one more detail.
func (e *Error) With(key string, value any) *Error {
	more := *e
	more.Detail = map[string]any{key: value}
	for k, v := range e.Detail {
		more.Detail[k] = v
	}
	return &more
}
