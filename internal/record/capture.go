package record

import (
	"encoding/json"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/translate"
)

// capture is a page as captured and the options of its conversion.
type capture struct {
	protocol.FrameSource
	Opts json.RawMessage `json:"opts,omitempty"`
}

// EncodeCapture returns the stored form of a page that the extension sent.
func EncodeCapture(meta protocol.Meta, content protocol.Content, opts json.RawMessage) ([]byte, error) {
	return json.Marshal(capture{protocol.FrameSource{Meta: meta, Content: content}, opts})
}

// EncodeSource returns the stored form of a page of the command line.
func EncodeSource(src page.Source, options pipeline.Options) ([]byte, error) {
	opts, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	return EncodeCapture(protocol.Meta{URL: src.URL}, protocol.Content{HTML: src.HTML}, opts)
}

// Capture is a decoded capture.
type Capture struct {
	Source  page.Source
	Options json.RawMessage // as pipeline.ParseOptions reads them
}

// DecodeCapture decodes a stored capture.
func DecodeCapture(stored []byte) (Capture, error) {
	var c capture
	if err := json.Unmarshal(stored, &c); err != nil {
		return Capture{}, err
	}
	src, err := translate.Source(c.Meta, c.Content)
	return Capture{src, c.Opts}, err
}
