package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// entry is a file of an archive, with the content of a file or of a text.
type entry struct {
	name string
	mode fs.FileMode
	from string // a file, if text is nil
	text []byte
}

func (e entry) content() ([]byte, error) {
	if e.text != nil {
		return e.text, nil
	}
	return os.ReadFile(e.from)
}

// writeTar writes a compressed archive with one date and without owners, in the
// order of list.
func writeTar(to string, list []entry, date time.Time) error {
	return create(to, func(w io.Writer) error {
		packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		archive := tar.NewWriter(packed)
		for _, e := range list {
			text, err := e.content()
			if err != nil {
				return err
			}
			if err := archive.WriteHeader(&tar.Header{Name: e.name, Mode: int64(e.mode), Size: int64(len(text)), ModTime: date, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}); err != nil {
				return err
			}
			if _, err := archive.Write(text); err != nil {
				return err
			}
		}
		return errors.Join(archive.Close(), packed.Close())
	})
}

// writeZip is writeTar for the other format.
func writeZip(to string, list []entry, date time.Time) error {
	return create(to, func(w io.Writer) error {
		archive := zip.NewWriter(w)
		archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
		for _, e := range list {
			text, err := e.content()
			if err != nil {
				return err
			}
			header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: date}
			header.SetMode(e.mode)
			f, err := archive.CreateHeader(header)
			if err != nil {
				return err
			}
			if _, err := f.Write(text); err != nil {
				return err
			}
		}
		return archive.Close()
	})
}

// writeGzip writes text compressed, without name and date.
func writeGzip(to string, text []byte) error {
	return create(to, func(w io.Writer) error {
		packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		_, err = packed.Write(text)
		return errors.Join(err, packed.Close())
	})
}

func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
