package main

import (
	"fmt"
	"io"
	"net/url"
	"os"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
)

// source reads the page that the flags name.
func (f pageFlags) source(stdin io.Reader) (page.Source, error) {
	if u, err := url.Parse(f.URL); f.URL != "" && (err != nil || !u.IsAbs()) {
		return page.Source{}, usageError{fmt.Errorf("--url: %q is not a full address such as https://example.com/page", f.URL)}
	}
	data, err := f.read(stdin)
	if err != nil {
		return page.Source{}, fmt.Errorf("read page: %w", err)
	}
	text, err := htmltree.Decode(data, f.Encoding)
	if err != nil {
		return page.Source{}, usageError{fmt.Errorf("--encoding: %w", err)}
	}
	return page.Source{URL: f.URL, HTML: text}, nil
}

// read returns the bytes of the file or of standard input, and refuses more
// than a page may have in the widest encoding, which is four times UTF-8.
func (f pageFlags) read(stdin io.Reader) ([]byte, error) {
	in, err := f.open(stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	const most = 4 * page.MaxBytes
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && len(data) > most {
		err = page.ErrTooLarge
	}
	return data, err
}

// open returns the file, or standard input, which closing leaves open.
func (f pageFlags) open(stdin io.Reader) (io.ReadCloser, error) {
	if f.File == "-" {
		return io.NopCloser(stdin), nil
	}
	return os.Open(f.File)
}
