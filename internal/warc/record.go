package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits of a record, in bytes.
const (
	// MaxBlock is the largest block that is read: a page of the largest size with its
	// HTTP header.
	MaxBlock = 33 << 20

	maxHeader = 256 << 10
	firstPart = 1 << 20 // allocated before bytes have arrived
)

// Record is one record. Fields that it does not have are empty.
type Record struct {
	Offset      int64  // of the record or its gzip member in the file
	Type        string // "response", "request", "warcinfo" …
	ID          string // as written: "<urn:uuid:…>"
	URL         string // WARC-Target-URI
	Date        string // WARC-Date
	ContentType string // of the block
	Payload     string // WARC-Identified-Payload-Type
	Truncated   string // WARC-Truncated: why the crawler cut the record

	// Block is the content of response and resource records. It is nil in other
	// records, and if it has more than MaxBlock bytes.
	Block  []byte
	Length int64 // of the block, as announced
}

var recordMagic = []byte("WARC/")

var errNoRecord = errors.New("no record")

type byteReader interface {
	io.Reader
	io.ByteScanner
}

// skipBreaks consumes line breaks.
func skipBreaks(in byteReader) {
	for {
		c, err := in.ReadByte()
		if err != nil {
			return
		}
		if c != '\r' && c != '\n' {
			_ = in.UnreadByte() // a byte was read
			return
		}
	}
}

func idOf(r *Record) string {
	if r == nil {
		return ""
	}
	return r.ID
}

// readRecord reads a record after any line breaks. It returns nil and io.EOF at the
// end of in. With any other error the record may be there in part.
func readRecord(in byteReader) (*Record, error) {
	skipBreaks(in)
	room := maxHeader
	line, err := readLine(in, &room)
	if err != nil {
		if errors.Is(err, io.EOF) && len(line) > 0 {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if !bytes.HasPrefix(line, recordMagic) {
		return nil, errNoRecord
	}
	r := &Record{Length: -1}
	fields := map[string]*string{
		"warc-type": &r.Type, "warc-record-id": &r.ID, "warc-target-uri": &r.URL, "warc-date": &r.Date,
		"content-type": &r.ContentType, "warc-identified-payload-type": &r.Payload, "warc-truncated": &r.Truncated,
	}
	for {
		line, err := readLine(in, &room)
		if err != nil {
			return r, unexpected(err)
		}
		if len(line) == 0 {
			break
		}
		name, value, ok := field(line)
		if !ok {
			continue // a continuation of a field that is not needed
		}
		if to := fields[name]; to != nil && *to == "" {
			*to = value
		} else if name == "content-length" && r.Length < 0 {
			if r.Length, err = strconv.ParseInt(value, 10, 64); err != nil || r.Length < 0 {
				return r, fmt.Errorf("Content-Length %.20q", value)
			}
		}
	}
	r.Type = strings.ToLower(r.Type)
	r.URL = strings.Trim(r.URL, "<>")
	if r.Length < 0 {
		return r, errors.New("no Content-Length")
	}
	return r, r.readBlock(in)
}

func (r *Record) readBlock(in io.Reader) error {
	if r.Type != "response" && r.Type != "resource" || r.Length > MaxBlock {
		n, err := io.CopyN(io.Discard, in, r.Length)
		if err != nil && n < r.Length {
			return unexpected(err)
		}
		return nil
	}
	var b bytes.Buffer
	b.Grow(int(min(r.Length, firstPart)))
	if _, err := io.CopyN(&b, in, r.Length); err != nil {
		return unexpected(err)
	}
	r.Block = b.Bytes()
	return nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readLine returns the next line without its line break, and takes its length from
// room.
func readLine(in io.ByteReader, room *int) ([]byte, error) {
	var line []byte
	for {
		c, err := in.ReadByte()
		if err != nil {
			return line, err
		}
		if *room--; *room < 0 {
			return line, fmt.Errorf("header of more than %d bytes", maxHeader)
		}
		if c == '\n' {
			return bytes.TrimSuffix(line, []byte("\r")), nil
		}
		line = append(line, c)
		if len(line) == len(recordMagic) && *room == maxHeader-len(recordMagic) && !bytes.Equal(line, recordMagic) {
			return line, errNoRecord // without reading rubbish up to a line break
		}
	}
}

// field splits a line of a header; the name is in lower case.
func field(line []byte) (name, value string, ok bool) {
	before, after, ok := bytes.Cut(line, []byte(":"))
	if !ok || len(before) == 0 || before[0] == ' ' || before[0] == '\t' {
		return "", "", false
	}
	return strings.ToLower(string(bytes.TrimSpace(before))), string(bytes.TrimSpace(after)), true
}
