package warc

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"mime"
	"strconv"
	"strings"
)

// Page is the payload of a record that holds a web page. Body is encoded as the
// server sent it.
type Page struct {
	Charset  string // of the HTTP header, or ""
	body     []byte
	chunked  bool
	encoding []string // content encodings, in the order in which they were applied
}

// Page returns the page in r. ok is false if r holds none: another type of record,
// another type of document, or a status other than 2xx.
func (r *Record) Page() (p Page, ok bool) {
	contentType := r.ContentType
	p.body = r.Block
	if r.Type == "response" {
		status, header, body := splitHTTP(r.Block)
		if status < 200 || status > 299 {
			return p, false
		}
		p.body = body
		contentType = header["content-type"]
		p.chunked = strings.Contains(strings.ToLower(header["transfer-encoding"]), "chunked")
		for name := range strings.SplitSeq(strings.ToLower(header["content-encoding"]), ",") {
			if name = strings.TrimSpace(name); name != "" && name != "identity" {
				p.encoding = append(p.encoding, name)
			}
		}
	} else if r.Type != "resource" {
		return p, false
	}
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil { // damaged parameters, or none
		kind, _, _ = strings.Cut(contentType, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	p.Charset = parameters["charset"]
	if kind == "" {
		kind = r.Payload
	}
	switch kind {
	case "text/html", "application/xhtml+xml":
		return p, true
	case "":
		return p, len(p.encoding) == 0 && !p.chunked && looksLikeHTML(p.body)
	}
	return p, false
}

// splitHTTP splits an HTTP response. The status is 0 if it is none. Names of fields
// are in lower case; the first of equal ones counts. It is more lenient than
// net/http, which refuses a response for one damaged field.
func splitHTTP(block []byte) (status int, header map[string]string, body []byte) {
	line, rest, _ := bytes.Cut(block, []byte("\n"))
	parts := strings.Fields(string(line[:min(len(line), 100)]))
	if len(parts) < 2 || !strings.HasPrefix(parts[0], "HTTP/") {
		return 0, nil, nil
	}
	status, _ = strconv.Atoi(parts[1])
	header = map[string]string{}
	for len(rest) > 0 {
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if line = bytes.TrimSuffix(line, []byte("\r")); len(line) == 0 {
			break
		}
		if name, value, ok := field(line); ok && header[name] == "" {
			header[name] = value
		}
	}
	return status, header, rest
}

// looksLikeHTML reports whether the body begins as an HTML document.
func looksLikeHTML(body []byte) bool {
	head := bytes.ToLower(bytes.TrimLeft(body[:min(len(body), 512)], "\ufeff \t\r\n"))
	return bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.HasPrefix(head, []byte("<html"))
}

// ErrTooLarge means that a decoded body is over the limit.
var ErrTooLarge = errors.New("decoded body is too large")

// Body returns the body without chunks and compression. It returns ErrTooLarge if
// it has more than limit bytes. Crawlers that decode bodies keep the fields that
// announce an encoding, so a body that is not encoded is returned as it is.
func (p Page) Body(limit int) ([]byte, error) {
	body := p.body
	if p.chunked {
		var err error
		if body, err = dechunk(body); err != nil {
			return nil, err
		}
	}
	for i := len(p.encoding) - 1; i >= 0; i-- {
		var err error
		if body, err = decompress(body, p.encoding[i], limit); err != nil {
			return nil, fmt.Errorf("%s: %w", p.encoding[i], err)
		}
	}
	if len(body) > limit {
		return nil, ErrTooLarge
	}
	return body, nil
}

// dechunk joins the chunks of a body. A body without a first chunk is returned as it
// is.
func dechunk(body []byte) ([]byte, error) {
	whole := make([]byte, 0, len(body))
	for rest, first := body, true; ; first = false {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		size, _, _ := strings.Cut(string(line[:min(len(line), 64)]), ";")
		n, err := strconv.ParseUint(strings.TrimSpace(size), 16, 31)
		switch {
		case first && (!ok || err != nil):
			return body, nil
		case !ok || err != nil:
			return nil, errors.New("chunks are damaged")
		case n == 0:
			return whole, nil
		case int(n) > len(after):
			return nil, fmt.Errorf("chunks: %w", io.ErrUnexpectedEOF)
		}
		whole = append(whole, after[:n]...)
		rest = bytes.TrimPrefix(bytes.TrimPrefix(after[n:], []byte("\r")), []byte("\n"))
	}
}

// decompress undoes one content encoding.
func decompress(body []byte, encoding string, limit int) ([]byte, error) {
	if looksLikeMarkup(body) {
		return body, nil
	}
	var in io.Reader
	var err error
	switch encoding {
	case "gzip", "x-gzip":
		in, err = gzip.NewReader(bytes.NewReader(body))
	case "deflate": // zlib by the standard, without its header by many servers
		if in, err = zlib.NewReader(bytes.NewReader(body)); err != nil {
			in, err = flate.NewReader(bytes.NewReader(body)), nil
		}
	default:
		err = errors.New("this encoding cannot be decoded")
	}
	if err != nil {
		return nil, err
	}
	decoded, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if len(decoded) > limit {
		return nil, ErrTooLarge
	}
	return decoded, err
}

// looksLikeMarkup reports whether a body begins with a tag, a comment or a
// declaration, as no compressed one does.
func looksLikeMarkup(body []byte) bool {
	head := bytes.TrimLeft(body[:min(len(body), 512)], "\ufeff \t\r\n")
	return len(head) > 1 && head[0] == '<' && (head[1] == '!' || head[1] == '?' || 'a' <= head[1]|0x20 && head[1]|0x20 <= 'z')
}
