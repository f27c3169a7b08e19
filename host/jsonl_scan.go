package main

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanObject calls take with each member of the JSON object in line: its name and
// its value as written. It reads in one pass, where encoding/json takes two and
// copies, since a line is one long string most of all. It returns false for a line
// that encoding/json must read, which may be valid: names with escapes, damaged
// JSON, or if take returns false. Strings and nested values are not checked.
func scanObject(line []byte, take func(name string, value []byte) bool) bool {
	at := skipSpace(line, 0)
	if at == len(line) || line[at] != '{' {
		return false
	}
	if at = skipSpace(line, at+1); at < len(line) && line[at] == '}' {
		return skipSpace(line, at+1) == len(line)
	}
	for {
		end := stringEnd(line, at)
		if end < 0 {
			return false
		}
		name := line[at+1 : end-1]
		if bytes.IndexByte(name, '\\') >= 0 || !printable(name) {
			return false
		}
		if at = skipSpace(line, end); at == len(line) || line[at] != ':' {
			return false
		}
		at = skipSpace(line, at+1)
		if end = valueEnd(line, at); end < 0 || !take(string(name), line[at:end]) {
			return false
		}
		if at = skipSpace(line, end); at == len(line) {
			return false
		}
		switch line[at] {
		case '}':
			return skipSpace(line, at+1) == len(line)
		case ',':
			at = skipSpace(line, at+1)
		default:
			return false
		}
	}
}

func skipSpace(line []byte, at int) int {
	for at < len(line) && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r' || line[at] == '\n') {
		at++
	}
	return at
}

func printable(name []byte) bool {
	for _, c := range name {
		if c < ' ' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// stringEnd returns the index after the string that begins at at, or -1.
func stringEnd(line []byte, at int) int {
	if at >= len(line) || line[at] != '"' {
		return -1
	}
	for i := at + 1; i < len(line); i++ {
		switch line[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return -1
}

// valueEnd returns the index after the value that begins at at, or -1. The value
// may be invalid.
func valueEnd(line []byte, at int) int {
	if at == len(line) {
		return -1
	}
	if line[at] == '"' {
		return stringEnd(line, at)
	}
	depth := 0
	for i := at; i < len(line); i++ {
		switch line[i] {
		case '"':
			end := stringEnd(line, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

// unquote returns the text of a JSON string, as encoding/json does. ok is false if
// value is no valid string, or not in UTF-8, which encoding/json replaces.
func unquote(value []byte) (text string, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	value = value[1 : len(value)-1]
	if !utf8.Valid(value) {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(value))
	from := 0 // of the text that is not yet written
	for i := 0; i < len(value); {
		c := value[i]
		if c < ' ' {
			return "", false
		}
		if c != '\\' {
			i++
			continue
		}
		b.Write(value[from:i])
		r, size := escape(value[i:])
		if size == 0 {
			return "", false
		}
		b.WriteRune(r)
		i += size
		from = i
	}
	b.Write(value[from:])
	return b.String(), true
}

// escape returns the character of the escape sequence at the beginning of s, and
// the length of the sequence, 0 if it is invalid. Half of a surrogate pair is
// U+FFFD.
func escape(s []byte) (r rune, size int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return rune(s[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r, ok := hexRune(s)
		if !ok {
			return 0, 0
		}
		if !utf16.IsSurrogate(r) {
			return r, 6
		}
		low, ok := hexRune(s[6:])
		if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
			return pair, 12
		}
		return utf8.RuneError, 6
	}
	return 0, 0
}

// hexRune returns the value of an escape sequence of four hexadecimal digits at
// the beginning of s.
func hexRune(s []byte) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range s[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
