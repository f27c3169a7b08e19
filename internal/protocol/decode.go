package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Decode decodes one frame from the extension. It returns a pointer to a
// message that the extension may send, or an *Error with the id of the frame if
// it could be read. Unknown fields are ignored.
func Decode(frame []byte) (any, *Error) {
	// Most of a frame is one long string, so it is parsed only once if the type
	// comes first, as the extension writes it, and the message is valid.
	if m, ok := newReceived(peekType(frame)); ok && json.Unmarshal(frame, m) == nil && m.missing() == "" && validOrNone(m.id()) {
		return m, nil
	}
	return decodeSlowly(frame)
}

// decodeSlowly decodes the type and the id first, wherever they are, so that an
// error can carry the id.
func decodeSlowly(frame []byte) (any, *Error) {
	var head struct {
		T  string `json:"t"`
		ID string `json:"id"`
	}
	if text := bytes.TrimLeft(frame, " \t\r\n"); len(text) == 0 || text[0] != '{' {
		return nil, Errorf(CodeJSON, "frame is not a JSON object")
	}
	if err := json.Unmarshal(frame, &head); err != nil {
		id := ""
		if validID(head.ID) {
			id = head.ID
		}
		return nil, decodeError(err).For(id)
	}
	if !validOrNone(head.ID) {
		return nil, Errorf(CodeField, "id is not 1 to %d letters, digits, or one of . _ : -", MaxIDLength).With("field", "id")
	}
	m, ok := newReceived(head.T)
	if !ok {
		return nil, Errorf(CodeType, "unknown type").For(head.ID)
	}
	if err := json.Unmarshal(frame, m); err != nil {
		return nil, decodeError(err).For(head.ID)
	}
	if field := m.missing(); field != "" {
		return nil, Errorf(CodeField, "%s: %s is missing or out of range", head.T, field).With("field", field).For(head.ID)
	}
	return m, nil
}

// received is a message from the extension.
type received interface {
	missing() string // the first required field that is absent or out of range
	id() string      // "" for messages without an id
}

func newReceived(t string) (received, bool) {
	switch t {
	case TypeHello:
		return new(Hello), true
	case TypeConvert:
		return new(Convert), true
	case TypeOpen:
		return new(Open), true
	case TypeChunk:
		return new(Chunk), true
	case TypeEnd:
		return new(End), true
	case TypeCancel:
		return new(Cancel), true
	case TypeStatus:
		return new(StatusQuery), true
	case TypeStats:
		return new(Stats), true
	case TypeMemory:
		return new(Memory), true
	case TypeForget:
		return new(Forget), true
	case TypeSummary:
		return new(Summarize), true
	case TypeQuery:
		return new(Query), true
	case TypeSave:
		return new(Save), true
	case TypeRecall:
		return new(Recall), true
	case TypeSearch:
		return new(Search), true
	case TypeClip:
		return new(Clip), true
	case TypeEdit:
		return new(Edit), true
	case TypeTargets:
		return new(TargetsQuery), true
	case TypeSaveTo:
		return new(SaveTo), true
	case TypeAnswer:
		return new(Answer), true
	case TypeOptions:
		return new(SharedOptions), true
	case TypePicture:
		return new(Picture), true
	case TypePing:
		return new(Ping), true
	}
	return nil, false
}

func (m *Hello) missing() string {
	return unmet(need{m.Proto[0] > 0 && m.Proto[1] > 0, "proto"}, need{m.MaxFrameIn >= 0, "maxFrameIn"})
}

func (m *Convert) missing() string {
	return unmet(need{m.ID != "", "id"}, isFor(m.For, m.Meta), need{isObject(m.Opts), "opts"})
}

func (m *Open) missing() string {
	return unmet(need{m.ID != "", "id"}, isFor(m.For, m.Meta), need{isObject(m.Opts), "opts"}, need{m.Units >= 0, "units"}, need{m.HTML >= 0 && m.HTML <= m.Units, "html"})
}

func (m *Chunk) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.Seq > 0, "seq"})
}

func (m *End) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.Chunks >= 0, "chunks"}, need{m.Units >= 0, "units"})
}

func (m *Cancel) missing() string      { return unmet(need{m.ID != "", "id"}) }
func (m *StatusQuery) missing() string { return unmet(need{m.ID != "", "id"}) }
func (m *Stats) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.Window != "", "window"})
}

func (m *Memory) missing() string {
	return unmet(need{m.ID != "", "id"}, need{isObject(m.Set), "set"})
}

func (m *Forget) missing() string {
	named := 0
	for _, set := range []bool{m.Site != "", m.Before != "", m.All} {
		if set {
			named++
		}
	}
	return unmet(need{m.ID != "", "id"}, need{named == 1, "site"})
}

func (m *Summarize) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.Markdown != "", "markdown"})
}

func (m *Query) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.Markdown != "", "markdown"}, need{m.Question != "", "question"}, need{m.Budget >= 0, "budget"})
}

func (m *Save) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.URL != "", "url"}, need{m.Markdown != "", "markdown"}, need{!bool(m.Incognito), "incognito"})
}

func (m *Recall) missing() string { return unmet(need{m.ID != "", "id"}, need{m.URL != "", "url"}) }
func (m *Search) missing() string { return unmet(need{m.ID != "", "id"}, need{m.Limit >= 0, "limit"}) }
func (m *Clip) missing() string   { return unmet(need{m.ID != "", "id"}, need{m.Clip > 0, "clip"}) }

func (m *Edit) missing() string { return unmet(need{m.ID != "", "id"}, need{m.Page != "", "page"}) }

func (m *TargetsQuery) missing() string { return unmet(need{m.ID != "", "id"}) }

func (m *SaveTo) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.Target != "", "target"}, need{m.Markdown != "", "markdown"}, need{isObject(m.Metadata), "metadata"}, need{m.At >= 0, "at"})
}

func (m *Answer) missing() string {
	return unmet(need{m.ID != "", "id"}, need{(len(m.Result) > 0) != (m.Code != ""), "result"}, need{len(m.Code) <= 32, "code"})
}

func (m *SharedOptions) missing() string {
	return unmet(need{m.ID != "", "id"}, need{isObject(m.Set), "set"})
}

func (m *Picture) missing() string {
	return unmet(need{m.ID != "", "id"}, need{m.Target != "", "target"}, need{validID(m.Upload), "upload"}, need{m.Seq > 0, "seq"}, need{len(m.Data) > 0, "data"})
}

func (m *Ping) missing() string { return "" }

func (*Hello) id() string { return "" }
func (*Ping) id() string  { return "" }

// need is a condition on a field.
type need struct {
	met   bool
	field string
}

// unmet returns the field of the first unmet condition, or "".
func unmet(needs ...need) string {
	for _, n := range needs {
		if !n.met {
			return n.field
		}
	}
	return ""
}

// isFor requires a known purpose, and no report of a private window.
func isFor(purpose string, meta Meta) need {
	return need{purpose == "" || purpose == ForReport && !bool(meta.Incognito), "for"}
}

// isObject reports whether raw is absent, null or an object.
func isObject(raw json.RawMessage) bool {
	return len(raw) == 0 || raw[0] == '{' || string(raw) == "null"
}

// peekType returns the type of a message if it is the first field, else "".
func peekType(frame []byte) string {
	d := json.NewDecoder(bytes.NewReader(frame[:min(len(frame), 64)]))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return ""
	}
	if key, err := d.Token(); err != nil || key != "t" {
		return ""
	}
	t, _ := d.Token()
	name, _ := t.(string)
	return name
}

// PeekID returns the id of a message of which only the start was read, or "" if
// the id does not come before the first nested or incomplete value.
func PeekID(head []byte) string {
	d := json.NewDecoder(bytes.NewReader(head))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return ""
	}
	for {
		key, err := d.Token()
		if err != nil {
			return ""
		}
		value, err := d.Token()
		if err != nil {
			return ""
		}
		if _, nested := value.(json.Delim); nested {
			return ""
		}
		if id, ok := value.(string); ok && key == "id" && validID(id) {
			return id
		}
	}
}

func validOrNone(id string) bool { return id == "" || validID(id) }

func validID(id string) bool {
	if id == "" || len(id) > MaxIDLength {
		return false
	}
	for _, c := range []byte(id) {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '_' || c == ':' || c == '-') {
			return false
		}
	}
	return true
}

// decodeError maps an error of encoding/json to an Error that quotes nothing of
// the frame.
func decodeError(err error) *Error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return Errorf(CodeField, "%s has the wrong type", wrong.Field).With("field", wrong.Field)
	}
	return Errorf(CodeJSON, "frame is not valid JSON")
}
