package htmltree

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// Decode converts the bytes of an HTML file to UTF-8. The encoding is determined
// by the first of these that applies: a byte order mark; name, a label of the WHATWG
// Encoding Standard, unless empty; UTF-8 if data is valid UTF-8 and not all ASCII,
// since browsers save pages as UTF-8 without changing the meta element; the meta
// element; windows-1252. Invalid bytes become U+FFFD. An unknown name is an error.
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
