package htmltree

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// Decode turns the bytes of an HTML file into UTF-8. A byte order mark decides
// first, then the name given (a label of the WHATWG Encoding Standard, ""
// if unknown), then the bytes: text that is valid UTF-8 beyond ASCII is UTF-8
// whatever its meta element claims, since a page saved by a browser keeps the
// old claim. Only then does the meta element decide, and windows-1252 last.
// Bytes that the encoding does not know become U+FFFD.
func Decode(data []byte, name string) (string, error) {
	var e encoding.Encoding
	switch marked := byteOrderMark(data); {
	case marked != "":
		e, _ = charset.Lookup(marked)
	case name != "":
		if e, _ = charset.Lookup(name); e == nil {
			return "", fmt.Errorf("encoding %q is unknown", name)
		}
	case utf8.Valid(data) && beyondASCII(data):
		return string(data), nil
	default:
		e, _, _ = charset.DetermineEncoding(data[:min(len(data), 1024)], "")
	}
	text, err := e.NewDecoder().Bytes(data)
	if err != nil {
		return "", fmt.Errorf("decode: %w", err)
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(text), "\ufeff"), "\ufffd"), nil
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
