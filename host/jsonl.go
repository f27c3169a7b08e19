package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"pulltab/internal/page"
	"pulltab/internal/protocol"
	"pulltab/internal/savedpage"
)

// maxLine is the maximum length of an input line, in bytes: JSON may escape one
// byte of HTML as six.
const maxLine = 6*page.MaxBytes + 1<<20

// lines is a source of documents: one JSON object per line, with the fields id,
// url, and one of html (text), html_base64 (bytes in any encoding) and path (a
// file below root). encoding names the encoding of bytes. The first of html,
// html_base64 and path that a line has counts.
type lines struct {
	in   *bufio.Reader
	root *os.Root // of path; nil if paths are not allowed
}

func newLines(in io.Reader, root *os.Root) *lines {
	return &lines{bufio.NewReaderSize(in, 1<<16), root}
}

// lineBuffers are reused between lines.
var lineBuffers = sync.Pool{New: func() any { return new([]byte) }}

// maxKept is the capacity, in bytes, up to which a buffer is reused; 99 of 100
// lines are shorter.
const maxKept = 4 << 20

func (l *lines) next() (item, error) {
	buffer := lineBuffers.Get().(*[]byte)
	line, err := readLine(l.in, (*buffer)[:0], maxLine)
	if err != nil && !errors.Is(err, page.ErrTooLarge) {
		return nil, err
	}
	*buffer = line
	return &jsonLine{buffer, err, l.root}, nil
}

// readLine appends the next line, without its line break, to line, which is
// empty. It skips a line over limit bytes and returns ErrTooLarge. It returns
// io.EOF after the last line.
func readLine(r *bufio.Reader, line []byte, limit int) ([]byte, error) {
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > limit; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		case long:
			return nil, page.ErrTooLarge
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// jsonLine is a line that has been read. It owns buffer until read.
type jsonLine struct {
	buffer *[]byte
	err    error
	root   *os.Root
}

func (l *jsonLine) read() (document, error) {
	defer l.free()
	if l.err != nil {
		return document{}, l.err
	}
	f, err := parseLine(*l.buffer)
	d := document{id: f.id, passed: f.passed, src: page.Source{URL: f.url}}
	switch {
	case err != nil:
		return d, protocol.Errorf(protocol.CodeJSON, "line is not a JSON object with id, url and html")
	case f.html != nil:
		d.src.HTML = *f.html
		return d, nil
	}
	data, name, err := f.bytes(l.root)
	if err != nil {
		return d, err
	}
	d.src, err = savedpage.Read(data, name, f.url, text(f.encoding))
	if err != nil {
		return d, protocol.Errorf(protocol.CodeField, "%v", err)
	}
	return d, nil
}

func (l *jsonLine) free() {
	if cap(*l.buffer) <= maxKept {
		lineBuffers.Put(l.buffer)
	}
	l.buffer = nil
}

// lineFields are the fields of a line.
type lineFields struct {
	id, base64, path, encoding json.RawMessage
	url                        string
	html                       *string
	passed                     []member
}

// text returns the text of a JSON string, "" for any other value.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// bytes returns the content of html_base64, or of the file path with its name.
func (f *lineFields) bytes(root *os.Root) ([]byte, string, error) {
	switch path := text(f.path); {
	case len(f.base64) > 0:
		var data []byte
		if err := json.Unmarshal(f.base64, &data); err != nil { // base64, by the type
			var damaged base64.CorruptInputError
			if !errors.As(err, &damaged) {
				err = errors.New("not a string")
			}
			return nil, "", protocol.Errorf(protocol.CodeField, "html_base64: %v", err)
		}
		return data, "", nil
	case path == "":
		return nil, "", protocol.Errorf(protocol.CodeField, "html is missing")
	case root == nil:
		return nil, "", protocol.Errorf(protocol.CodeField, "path: needs --root DIR, the folder of the files")
	default:
		file, err := root.Open(path)
		if err != nil {
			return nil, "", protocol.Errorf(protocol.CodeField, "path: %v", err)
		}
		defer file.Close()
		data, err := readPage(file)
		if err != nil && !errors.Is(err, page.ErrTooLarge) {
			err = protocol.Errorf(protocol.CodeField, "path: %v", err)
		}
		return data, path, err
	}
}

// parseLine returns the fields of a line. With an error, some fields may be set.
func parseLine(line []byte) (lineFields, error) {
	var f lineFields
	if scanObject(line, f.take) {
		return f, nil
	}
	// A line that is damaged or unusual.
	var in struct {
		ID       json.RawMessage `json:"id"`
		URL      string          `json:"url"`
		HTML     *string         `json:"html"`
		Base64   json.RawMessage `json:"html_base64"`
		Path     json.RawMessage `json:"path"`
		Encoding json.RawMessage `json:"encoding"`
	}
	err := json.Unmarshal(line, &in)
	f = lineFields{id: in.ID, base64: in.Base64, path: in.Path, encoding: in.Encoding, url: in.URL, html: in.HTML}
	var all map[string]json.RawMessage
	if err != nil || json.Unmarshal(line, &all) != nil {
		return f, err
	}
	for name, value := range all {
		if !isLineField(name) {
			f.passed = append(f.passed, member{name, value})
		}
	}
	slices.SortFunc(f.passed, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return f, nil
}

// lineFieldNames are the fields that lines are read by.
var lineFieldNames = []string{"id", "url", "html", "html_base64", "path", "encoding"}

// isLineField reports whether encoding/json takes name for one of
// lineFieldNames: it ignores case.
func isLineField(name string) bool {
	return slices.ContainsFunc(lineFieldNames, func(known string) bool { return strings.EqualFold(known, name) })
}

// take stores a field. It returns false if encoding/json must read the line: it
// knows spellings and types that take does not.
func (f *lineFields) take(name string, value []byte) bool {
	switch name {
	case "url", "html":
		s, ok := unquote(value)
		if !ok {
			return false
		}
		if name == "url" {
			f.url = s
		} else {
			f.html = &s
		}
		return true
	}
	if !json.Valid(value) {
		return false
	}
	switch name {
	case "id":
		f.id = slices.Clone(value)
	case "html_base64":
		f.base64 = slices.Clone(value)
	case "path":
		f.path = slices.Clone(value)
	case "encoding":
		f.encoding = slices.Clone(value)
	default:
		if isLineField(name) {
			return false
		}
		if len(f.passed) == maxPassed {
			return false
		}
		for _, m := range f.passed {
			if m.name == name {
				return false
			}
		}
		f.passed = append(f.passed, member{name, slices.Clone(value)})
	}
	return true
}

// maxPassed is the number of further fields up to which their order is kept; of
// more, the names are sorted.
const maxPassed = 64
