package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Fault is damage at a place of a file. Reading may go on.
type Fault struct {
	Offset  int64 // of the record, or of the rubbish, in the file
	ID      string
	Problem string
}

func (f *Fault) Error() string {
	if f.ID == "" {
		return fmt.Sprintf("byte %d: %s", f.Offset, f.Problem)
	}
	return fmt.Sprintf("byte %d: record %s: %s", f.Offset, f.ID, f.Problem)
}

// Reader reads the records of one file. With gzip each record is usually a member
// of its own; a single member around the whole file is read too.
type Reader struct {
	in       *input
	zip      *gzip.Reader
	content  *bufio.Reader // of the open gzip member
	open     bool          // a member is open
	offset   int64         // of the open member
	replayed int64         // bytes read again after damage
}

// NewReader returns a reader of the file in.
func NewReader(in io.Reader) *Reader {
	return &Reader{in: newInput(in), content: bufio.NewReader(nil)}
}

// replayBudget is the number of bytes that are read again after damage, besides as
// many as the file has until there: it keeps the time linear.
const replayBudget = 64 << 20

// Next returns the next record. It returns io.EOF after the last one, and a *Fault
// for damage: then it may be called again, and goes on with the first record that
// it finds after the damage. Any other error is one of reading.
func (r *Reader) Next() (*Record, error) {
	for {
		if r.open {
			if record, err := r.inMember(); record != nil || err != nil {
				return record, err
			}
			continue
		}
		skipBreaks(r.in)
		r.in.mark()
		head, err := r.in.peek(len(gzipMagic))
		switch {
		case len(head) == 0 && err != nil:
			return nil, err
		case bytes.HasPrefix(head, gzipMagic):
			if err := r.openMember(); err != nil {
				return nil, r.damaged("", err)
			}
		default:
			record, err := readRecord(r.in)
			switch {
			case errors.Is(err, io.EOF) && record == nil:
				return nil, r.in.failure()
			case err == nil && !r.atRecord():
				err = errors.New("no record begins at the end of this one")
			}
			if err != nil {
				return nil, r.damaged(idOf(record), err)
			}
			record.Offset = r.in.marked()
			return record, nil
		}
	}
}

var gzipMagic = []byte{0x1f, 0x8b, 0x08}

// atRecord reports whether the two line breaks follow that end a record, or, after
// any others, a record, a member or the end of the file.
func (r *Reader) atRecord() bool {
	if end, _ := r.in.peek(4); string(end) == "\r\n\r\n" {
		return true
	}
	skipBreaks(r.in)
	head, _ := r.in.peek(len(recordMagic))
	return len(head) == 0 || bytes.HasPrefix(head, recordMagic) || bytes.HasPrefix(head, gzipMagic)
}

func (r *Reader) openMember() (err error) {
	r.offset = r.in.marked()
	if r.zip == nil {
		r.zip, err = gzip.NewReader(r.in)
	} else {
		err = r.zip.Reset(r.in)
	}
	if err != nil {
		return err
	}
	r.zip.Multistream(false)
	r.content.Reset(r.zip)
	r.open = true
	return nil
}

// inMember returns the next record of the open member, or nil at its end. A record
// counts only if the rest of the member up to the next record is undamaged: the
// checksum is at the end.
func (r *Reader) inMember() (*Record, error) {
	record, err := readRecord(r.content)
	if errors.Is(err, io.EOF) && record == nil {
		r.open = false
		return nil, nil
	}
	if err == nil {
		skipBreaks(r.content)
		var next []byte
		next, err = r.content.Peek(len(recordMagic))
		switch {
		case bytes.Equal(next, recordMagic):
			err = nil
		case errors.Is(err, io.EOF) && len(next) == 0:
			r.open, err = false, nil
		case err == nil || errors.Is(err, io.EOF):
			err = errors.New("no record begins at the end of this one")
		}
	}
	if err != nil {
		return nil, r.damaged(idOf(record), err)
	}
	record.Offset = r.offset
	return record, nil
}

// damaged returns the fault of the record that began at the mark, and moves to the
// next record or member after that.
func (r *Reader) damaged(id string, cause error) error {
	r.open = false
	f := &Fault{Offset: r.in.marked(), ID: id, Problem: "damaged: " + cause.Error()}
	switch failure := r.in.failure(); {
	case errors.Is(cause, io.ErrUnexpectedEOF) && errors.Is(failure, io.EOF):
		f.Problem = "truncated: the file ends within the record"
	case errors.Is(cause, errNoRecord):
		f.Problem = "not a WARC record"
	case failure != nil && !errors.Is(failure, io.EOF):
		return failure
	}
	if again := r.in.consumed(); r.replayed+again <= replayBudget+r.in.marked() {
		if r.in.rewind() {
			r.replayed += again
		}
	}
	r.synchronise()
	return f
}

// synchronise skips to the next place where a record may begin: a gzip member whose
// content does, or the first line of a record. It skips one byte at least.
func (r *Reader) synchronise() {
	r.in.release()
	r.in.discard(1)
	for {
		window, err := r.in.peek(syncWindow)
		last := err != nil // the window ends with the file
		for i := range window {
			if !last && len(window)-i < probeBytes {
				break
			}
			if r.beginsAt(window, i) {
				r.in.discard(i)
				return
			}
		}
		if last {
			r.in.discard(len(window))
			return
		}
		r.in.discard(len(window) - probeBytes + 1)
	}
}

const (
	syncWindow = 64 << 10 // searched at once
	probeBytes = 1 << 10  // enough to decompress the first line of a record
)

// beginsAt reports whether a record or the member of one begins at window[i].
func (r *Reader) beginsAt(window []byte, i int) bool {
	rest := window[i:]
	if bytes.HasPrefix(rest, recordMagic) {
		return i == 0 || window[i-1] == '\n'
	}
	if !bytes.HasPrefix(rest, gzipMagic) || len(rest) < 12 {
		return false
	}
	// With few optional fields, so that each probe costs little.
	if flags := rest[3]; flags != 0 && flags != 8 && (flags != 4 || rest[11] != 0 || rest[10] > 64) {
		return false
	}
	probe := bytes.NewReader(rest[:min(len(rest), probeBytes)])
	var err error
	if r.zip == nil {
		r.zip, err = gzip.NewReader(probe)
	} else {
		err = r.zip.Reset(probe)
	}
	if err != nil {
		return false
	}
	begin := make([]byte, len(recordMagic))
	_, err = io.ReadFull(r.zip, begin)
	return err == nil && bytes.Equal(begin, recordMagic)
}
