package savedpage

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"net/url"
	"regexp"
	"strings"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
)

// Limits of a web archive.
const (
	maxDecoded = 32 << 20 // bytes of all parts that are read
	maxParts   = 2_000
	maxNesting = 3 // multipart in multipart
)

// document is the main document of a web archive.
type document struct {
	data             []byte
	address, charset string
	losses           []page.Loss
	frames           finder
}

// mhtmlHead matches the header of a web archive, in any order of its lines.
var mhtmlHead = regexp.MustCompile(`(?i)^(?:[A-Za-z0-9-]{1,60}:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*)+`)

// isMHTML reports whether data begins with the headers of a multipart message.
func isMHTML(data []byte) bool {
	head := mhtmlHead.Find(data[:min(len(data), 16<<10)])
	return head != nil && regexp.MustCompile(`(?im)^content-type:\s*(?:multipart/|text/html)`).Match(head)
}

// readMHTML returns the main document of the archive data: the part that "start"
// names, else the first HTML part. A damaged part is named in losses.
func readMHTML(data []byte) (document, error) {
	r := archive{budget: maxDecoded, others: map[string]document{}}
	headers := textproto.NewReader(bufio.NewReader(bytes.NewReader(data)))
	head, err := headers.ReadMIMEHeader()
	if err != nil && len(head) == 0 {
		return document{}, fmt.Errorf("headers: %w", err)
	}
	r.read(head, headers.R, 0)
	if r.found == nil {
		return document{}, errors.New("it contains no HTML")
	}
	r.found.losses, r.found.frames = r.losses, r.finder(r.found.address)
	if address := head.Get("Snapshot-Content-Location"); address != "" {
		r.found.address = address
	}
	return *r.found, nil
}

// archive is the state of reading a web archive.
type archive struct {
	budget int // bytes that may still be decoded
	parts  int
	start  string // Content-ID of the main part
	found  *document
	others map[string]document // HTML that may be the content of frames, by "cid:" and Content-ID and by address
	losses []page.Loss
}

// read reads one part with the header head and the given body.
func (a *archive) read(head textproto.MIMEHeader, body io.Reader, level int) {
	kind, params, err := mime.ParseMediaType(head.Get("Content-Type"))
	if err != nil {
		kind = strings.ToLower(strings.TrimSpace(strings.SplitN(head.Get("Content-Type"), ";", 2)[0]))
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		if level >= maxNesting || params["boundary"] == "" {
			a.lose("damaged part of the archive")
			return
		}
		if a.start == "" {
			a.start = params["start"]
		}
		parts := multipart.NewReader(body, params["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err != nil {
				if err != io.EOF {
					a.lose("damaged part of the archive")
				}
				return
			}
			if a.parts++; a.parts > maxParts {
				a.lose("parts of the archive beyond the limit")
				return
			}
			a.read(part.Header, part, level+1)
		}
	case kind == "text/html" || kind == "application/xhtml+xml":
		data, err := io.ReadAll(io.LimitReader(transfer(head, body), int64(a.budget)+1))
		if len(data) > a.budget {
			a.lose("parts of the archive beyond the limit")
			return
		}
		a.budget -= len(data)
		if err != nil {
			a.lose("damaged part of the archive")
		}
		if len(data) == 0 {
			return
		}
		d := document{data: data, address: head.Get("Content-Location"), charset: params["charset"]}
		if a.found == nil || a.start != "" && head.Get("Content-ID") == a.start {
			a.found = &d
		}
		if id := strings.Trim(head.Get("Content-ID"), "<> "); id != "" {
			a.others["cid:"+id] = d
		}
		if d.address != "" {
			a.others[resolved("", d.address)] = d
		}
	}
}

// finder returns the finder for the frames of the page at address: by Content-ID or
// by address.
func (a *archive) finder(address string) finder {
	return func(src string) (page.Source, finder, bool) {
		key := src
		if id, ok := strings.CutPrefix(src, "cid:"); !ok {
			key = resolved(address, src)
		} else if plain, err := url.PathUnescape(id); err == nil {
			key = "cid:" + plain
		}
		d, ok := a.others[key]
		if !ok {
			return page.Source{}, nil, false
		}
		delete(a.others, key) // so that the parts are decoded once
		text, err := htmltree.Decode(d.data, d.charset)
		if err != nil {
			text, err = htmltree.Decode(d.data, "")
		}
		return page.Source{HTML: text, URL: d.address}, a.finder(d.address), err == nil
	}
}

func (a *archive) lose(kind string) {
	for i := range a.losses {
		if a.losses[i].Kind == kind {
			a.losses[i].Count++
			return
		}
	}
	a.losses = append(a.losses, page.Loss{Kind: kind, Count: 1})
}

// transfer returns body without its transfer encoding.
func transfer(head textproto.MIMEHeader, body io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(head.Get("Content-Transfer-Encoding"))) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	}
	return body
}
