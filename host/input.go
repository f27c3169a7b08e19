package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"

	"pulltab/internal/page"
	"pulltab/internal/savedpage"
)

// source reads the selected page.
func (f pageFlags) source(stdin io.Reader) (page.Source, error) {
	if u, err := url.Parse(f.URL); f.URL != "" && (err != nil || !u.IsAbs()) {
		return page.Source{}, usageError{fmt.Errorf("--url: %q is not an absolute address such as https://example.com/page", f.URL)}
	}
	data, err := f.read(stdin)
	if err != nil {
		return page.Source{}, fmt.Errorf("read page: %w", err)
	}
	src, err := savedpage.Read(data, f.File, f.URL, f.Encoding)
	if err == nil && f.File != "-" && len(src.Frames) == 0 {
		err = savedpage.AddFolder(&src, f.File)
	}
	var not *savedpage.NotAPageError
	if err != nil && f.Encoding != "" && !errors.As(err, &not) {
		err = usageError{fmt.Errorf("--encoding: %w", err)}
	}
	return src, err
}

// read reads the file or standard input.
func (f pageFlags) read(stdin io.Reader) ([]byte, error) {
	in, err := f.open(stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readPage(in)
}

// readPage reads a page of at most four times the size of a page in UTF-8, since
// other encodings take up to four times as many bytes.
func readPage(in io.Reader) ([]byte, error) {
	const limit = 4 * page.MaxBytes
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err == nil && len(data) > limit {
		err = page.ErrTooLarge
	}
	return data, err
}

// open opens the file, or returns standard input, which Close leaves open.
func (f pageFlags) open(stdin io.Reader) (io.ReadCloser, error) {
	if f.File == "-" {
		return io.NopCloser(stdin), nil
	}
	return os.Open(f.File)
}
