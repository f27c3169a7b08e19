package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"pulltab/internal/page"
	"pulltab/internal/protocol"
	"pulltab/internal/savedpage"
	"pulltab/internal/warc"
)

// archives is a source of the pages in WARC files, one after the other. Damage and
// records that the crawler cut are written to problems, one line each.
type archives struct {
	files    []string // "-" is stdin
	stdin    io.Reader
	problems io.Writer

	open    io.ReadCloser
	reader  *warc.Reader
	skipped int // records that are no pages
	damaged int
}

func (a *archives) next() (item, error) {
	for {
		if a.reader == nil {
			if len(a.files) == 0 {
				return nil, io.EOF
			}
			if err := a.start(); err != nil {
				return nil, err
			}
		}
		record, err := a.reader.Next()
		var fault *warc.Fault
		switch {
		case errors.As(err, &fault):
			a.report(fault)
			continue
		case errors.Is(err, io.EOF):
			a.close()
			continue
		case err != nil:
			return nil, fmt.Errorf("%s: %w", a.files[0], err)
		}
		p, isPage := record.Page()
		switch {
		case record.Block == nil && record.Length > warc.MaxBlock && record.Type == "response":
			a.report(&warc.Fault{Offset: record.Offset, ID: record.ID, Problem: fmt.Sprintf("%d bytes, the limit is %d", record.Length, warc.MaxBlock)})
		case !isPage:
			a.skipped++
		case record.Truncated != "":
			a.report(&warc.Fault{Offset: record.Offset, ID: record.ID, Problem: fmt.Sprintf("cut by the crawler (%.20q)", record.Truncated)})
		default:
			return &archivedPage{record, p}, nil
		}
	}
}

func (a *archives) start() error {
	a.open = io.NopCloser(a.stdin)
	if a.files[0] != "-" {
		file, err := os.Open(a.files[0])
		if err != nil {
			return err
		}
		a.open = file
	}
	a.reader = warc.NewReader(a.open)
	return nil
}

// close ends the current file.
func (a *archives) close() {
	if a.open != nil {
		a.open.Close()
		a.open, a.reader, a.files = nil, nil, a.files[1:]
	}
}

func (a *archives) report(f *warc.Fault) {
	a.damaged++
	fmt.Fprintf(a.problems, "%s: %v\n", a.files[0], f)
}

// archivedPage is a record with a page.
type archivedPage struct {
	record *warc.Record
	page   warc.Page
}

func (a *archivedPage) read() (document, error) {
	id, err := compactJSON(a.record.ID)
	if err != nil {
		return document{}, err
	}
	d := document{id: id[:len(id)-1], date: a.record.Date, src: page.Source{URL: a.record.URL}}
	if a.record.ID == "" {
		d.id = nil
	}
	data, err := a.page.Body(4 * page.MaxBytes)
	switch {
	case errors.Is(err, warc.ErrTooLarge):
		return d, page.ErrTooLarge
	case err != nil:
		return d, protocol.Errorf(protocol.CodeField, "body: %v", err)
	}
	src, err := savedpage.Read(data, "", a.record.URL, a.page.Charset)
	if err != nil && a.page.Charset != "" { // servers send names that are no encoding
		src, err = savedpage.Read(data, "", a.record.URL, "")
	}
	if err != nil {
		return d, protocol.Errorf(protocol.CodeField, "body: %v", err)
	}
	d.src = src
	return d, nil
}
