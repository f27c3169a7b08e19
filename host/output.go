package main

import (
	"bytes"
	"encoding/json"
	"io"
)

// compactJSON encodes v as one line, without HTML escapes.
func compactJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// writeJSON writes v as one line of JSON.
func writeJSON(to io.Writer, v any) error {
	text, err := compactJSON(v)
	if err != nil {
		return err
	}
	_, err = to.Write(text)
	return err
}
