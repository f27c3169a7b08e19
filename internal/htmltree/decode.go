package htmltree

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// Origin tells how the encoding of a file was found.
type Origin int

// The origins of an encoding.
const (
	Declared Origin = iota // by the file or the caller, or the bytes are UTF-8
	Detected               // by the letters of the text
	Assumed                // windows-1252, as browsers assume
)

// Decode converts the bytes of an HTML file to UTF-8. The encoding is determined
// by the first of these that applies: a byte order mark; name, a label of the WHATWG
// Encoding Standard, unless empty; UTF-8 if data is valid UTF-8 and not all ASCII,
// since browsers save pages as UTF-8 without changing the meta element; the meta
// element; the XML declaration; the letters of the text; windows-1252. Invalid bytes
// become U+FFFD. An unknown name is an error.
func Decode(data []byte, name string) (string, error) {
	text, _, err := DecodeWithOrigin(data, name)
	return text, err
}

// DecodeWithOrigin is Decode with the origin of the encoding.
func DecodeWithOrigin(data []byte, name string) (string, Origin, error) {
	var e encoding.Encoding
	origin := Declared
	switch marked := byteOrderMark(data); {
	case marked != "":
		e, _ = charset.Lookup(marked)
	case name != "":
		if e, _ = charset.Lookup(name); e == nil {
			return "", origin, fmt.Errorf("encoding %q is unknown", name)
		}
	case utf8.Valid(data) && beyondASCII(data):
		return string(data), origin, nil
	default:
		head := data[:min(len(data), 1024)] // where the WHATWG rules look for the meta element
		e, _, _ = charset.DetermineEncoding(head, "")
		if metaCharset.Match(head) || !beyondASCII(data) && !bytes.Contains(data, []byte("\x1b$")) {
			break
		}
		if declared := declaredInXML(data); declared != "" {
			e, _ = charset.Lookup(declared)
			break
		}
		origin = Assumed
		if found := detect(data); found != "" {
			e, _ = charset.Lookup(found)
			origin = Detected
		}
	}
	text, err := e.NewDecoder().Bytes(data)
	if err != nil {
		return "", origin, fmt.Errorf("decode: %w", err)
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(text), "\ufeff"), "\ufffd"), origin, nil
}

func byteOrderMark(data []byte) string {
	for _, m := range [...]struct{ mark, name string }{
		{"\xef\xbb\xbf", "utf-8"}, {"\xfe\xff", "utf-16be"}, {"\xff\xfe", "utf-16le"},
	} {
		if strings.HasPrefix(string(data[:min(len(data), len(m.mark))]), m.mark) {
			return m.name
		}
	}
	return ""
}

func beyondASCII(data []byte) bool {
	for _, b := range data {
		if b >= utf8.RuneSelf {
			return true
		}
	}
	return false
}
