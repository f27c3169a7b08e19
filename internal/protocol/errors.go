package protocol

import "fmt"

// Code is a stable name of a failure; the extension owns the sentence that
// people read.
type Code string

// Retry says when the same request may work.
type Retry string

// The classes of Retry.
const (
	RetryNo        Retry = "no"
	RetryReconnect Retry = "after-reconnect"
	RetryLater     Retry = "later"
)

// The codes of v1. A code is never renamed or given another meaning.
const (
	CodeHandshake     Code = "E_HANDSHAKE"       // the first message was not hello
	CodeProto         Code = "E_PROTO"           // no common version
	CodeType          Code = "E_TYPE"            // unknown type
	CodeJSON          Code = "E_JSON"            // not one JSON object
	CodeField         Code = "E_FIELD"           // a field is missing or wrong
	CodeFrameTooLarge Code = "E_FRAME_TOO_LARGE" // skipped, the connection goes on
	CodeChunk         Code = "E_CHUNK"           // upload out of order, short or long
	CodeDupID         Code = "E_DUP_ID"          // the id is in use
	CodeBusy          Code = "E_BUSY"            // too much at once
	CodeDocTooLarge   Code = "E_DOC_TOO_LARGE"
	CodeTooManyNodes  Code = "E_TOO_MANY_NODES"
	CodeEmpty         Code = "E_EMPTY"      // the page is empty
	CodeNoContent     Code = "E_NO_CONTENT" // nothing on the page can be converted
	CodeTimeout       Code = "E_TIMEOUT"
	CodeCancelled     Code = "E_CANCELLED"
	CodeMemory        Code = "E_MEMORY"
	CodePanic         Code = "E_PANIC"
	CodeRestart       Code = "E_RESTART"  // the host is about to end; a new one will answer
	CodeInternal      Code = "E_INTERNAL" // a failure without a name of its own
	CodeStore         Code = "E_STORE"    // what is stored on this computer cannot be read or written
	CodeNoModel       Code = "E_NO_MODEL" // the user has configured no model
	CodeConsent       Code = "E_CONSENT"  // page text would leave this computer, and the reader has not agreed
	CodeModel         Code = "E_MODEL"    // the model did not answer; detail.kind says why
	CodeOff           Code = "E_OFF"      // the reader has not allowed pages to be remembered
	CodeNoClip        Code = "E_NO_CLIP"  // there is no clip with this number
	CodeOrigin        Code = "E_ORIGIN"   // the caller is not an extension that this host knows
)

// codes lists every code with its class, in the document's order.
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
	{CodeOrigin, RetryNo},
}

// Error is the unsuccessful end of a request, or, without an ID, of something
// that belongs to none. Msg is English and for logs; neither Msg nor Detail
// ever holds text or the address of a page.
type Error struct {
	ID     string         `json:"id,omitempty"`
	Code   Code           `json:"code"`
	Msg    string         `json:"msg"`
	Retry  Retry          `json:"retry"`
	Detail map[string]any `json:"detail,omitempty"`
}

// Errorf makes an Error of code with the retry class of that code.
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

// For returns e as the answer to id.
func (e *Error) For(id string) *Error {
	answer := *e
	answer.ID = id
	return &answer
}

// With returns e with one more detail.
func (e *Error) With(key string, value any) *Error {
	more := *e
	more.Detail = map[string]any{key: value}
	for k, v := range e.Detail {
		more.Detail[k] = v
	}
	return &more
}
