package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode returns m as a JSON object whose first field is the type. HTML
// characters are not escaped, since an escaped < takes six bytes.
func Encode(m Sent) ([]byte, error) {
	body, err := Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", m.kind(), err)
	}
	head := `{"t":"` + m.kind() + `"`
	if len(body) > 2 {
		head += ","
	}
	return append([]byte(head), body[1:]...), nil
}

// Marshal is json.Marshal without the escaping of <, > and &.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
