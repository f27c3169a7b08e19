package warc

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

const html = "<!doctype html><p>Text"

func block(header, body string) string { return "HTTP/1.1 200 OK\r\n" + header + "\r\n" + body }

func chunked(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "%X;ext=1\r\n%s\r\n", len(p), p)
	}
	return b.String() + "0\r\nTrailer: x\r\n\r\n"
}

func deflated(body string, header bool) string {
	var b bytes.Buffer
	var w io.WriteCloser
	if w, _ = flate.NewWriter(&b, 6); header {
		w = zlib.NewWriter(&b)
	}
	io.WriteString(w, body)
	w.Close()
	return b.String()
}

func TestBodiesAreDecoded(t *testing.T) {
	gz := string(zipped([]byte(html)))
	for _, test := range []struct{ name, block, charset string }{
		{"as it is", block("Content-Type: text/html; charset=ISO-8859-1\r\n", html), "ISO-8859-1"},
		{"chunked", block("Content-Type: TEXT/HTML\r\nTransfer-Encoding: chunked\r\n", chunked(html[:3], html[3:])), ""},
		{"gzip", block("Content-Type: text/html\r\nContent-Encoding: gzip\r\n", gz), ""},
		{"gzip in chunks", block("content-type: text/html\r\ncontent-encoding: x-gzip\r\ntransfer-encoding: Chunked\r\n", chunked(gz[:9], gz[9:])), ""},
		{"deflate", block("Content-Type: text/html\r\nContent-Encoding: deflate\r\n", deflated(html, true)), ""},
		{"deflate without a header", block("Content-Type: text/html\r\nContent-Encoding: deflate\r\n", deflated(html, false)), ""},
		{"two encodings", block("Content-Type: text/html\r\nContent-Encoding: deflate, gzip\r\n", string(zipped([]byte(deflated(html, true))))), ""},
		{"decoded by the crawler", block("Content-Type: text/html\r\nContent-Encoding: br\r\nTransfer-Encoding: chunked\r\n", html), ""},
		{"bare line breaks", "HTTP/1.0 200\nContent-Type: text/html\n\n" + html, ""},
		{"damaged fields", block("Content-Type: text/html; charset=\r\nno field\r\n: x\r\n", html), ""},
		{"no type", block("Server: x\r\n", html), ""},
	} {
		r := Record{Type: "response", Block: []byte(test.block)}
		p, ok := r.Page()
		body, err := p.Body(1000)
		if !ok || err != nil || string(body) != html || p.Charset != test.charset {
			t.Errorf("%s: %v, %q, charset %q, %v", test.name, ok, body, p.Charset, err)
		}
	}
	resource := Record{Type: "resource", ContentType: "text/html; charset=utf-8", Block: []byte(html)}
	if p, ok := resource.Page(); !ok || p.Charset != "utf-8" {
		t.Error("a resource is no page")
	}
}

func TestOnlyPagesAreRead(t *testing.T) {
	for name, r := range map[string]Record{
		"a picture":          {Type: "response", Block: []byte(block("Content-Type: image/png\r\n", "x"))},
		"a redirect":         {Type: "response", Block: []byte("HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\n\r\n" + html)},
		"a missing page":     {Type: "response", Block: []byte("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n" + html)},
		"no HTTP":            {Type: "response", Block: []byte(html)},
		"nothing":            {Type: "response"},
		"a revisit":          {Type: "revisit", Block: []byte(block("Content-Type: text/html\r\n", html))},
		"a type in the name": {Type: "response", Payload: "application/pdf", Block: []byte(block("X: text/html\r\n", "%PDF"))},
	} {
		if _, ok := r.Page(); ok {
			t.Errorf("%s is a page", name)
		}
	}
}

func TestDamagedBodiesAreErrors(t *testing.T) {
	gz := string(zipped([]byte(html)))
	for name, b := range map[string]string{
		"a cut chunk":      block("Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n", "ff\r\n"+html),
		"a chunk's length": block("Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n", "3\r\nabc\r\nxyz"),
		"cut gzip":         block("Content-Type: text/html\r\nContent-Encoding: gzip\r\n", gz[:len(gz)-12]),
		"brotli":           block("Content-Type: text/html\r\nContent-Encoding: br\r\n", "\x0b\x02\x80"),
	} {
		p, _ := (&Record{Type: "response", Block: []byte(b)}).Page()
		if body, err := p.Body(1000); err == nil {
			t.Errorf("%s: %q", name, body)
		}
	}
	bomb := block("Content-Type: text/html\r\nContent-Encoding: gzip\r\n", string(zipped(bytes.Repeat([]byte("x"), 1<<20))))
	p, _ := (&Record{Type: "response", Block: []byte(bomb)}).Page()
	if _, err := p.Body(1000); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a gzip bomb: %v", err)
	}
}
