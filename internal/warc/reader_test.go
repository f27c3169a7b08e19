package warc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// record returns a record as it is in an uncompressed file.
func record(kind, id, block string) []byte {
	return fmt.Appendf(nil, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Target-URI: https://example.com/%s\r\n"+
		"WARC-Date: 2024-05-06T07:08:09Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, id, id, len(block), block)
}

func response(id string) []byte {
	return record("response", id, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Page "+id+" "+strings.Repeat(id+" text ", 40))
}

func zipped(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// read returns one line for each record and fault of a file.
func read(in io.Reader) (got []string) {
	r := NewReader(in)
	for {
		rec, err := r.Next()
		var fault *Fault
		switch {
		case errors.As(err, &fault):
			got = append(got, "fault "+strings.TrimPrefix(fault.ID, "<urn:uuid:"))
		case err != nil:
			if !errors.Is(err, io.EOF) {
				got = append(got, err.Error())
			}
			return got
		default:
			got = append(got, rec.Type+" "+strings.TrimSuffix(strings.TrimPrefix(rec.ID, "<urn:uuid:"), ">"))
		}
	}
}

func TestRecordsOfEveryKindOfFileAreRead(t *testing.T) {
	records := [][]byte{record("warcinfo", "i", "software: x"), response("a"), record("request", "q", "GET / HTTP/1.1\r\n\r\n"), response("b")}
	plain := bytes.Join(records, nil)
	var members []byte
	for _, r := range records {
		members = append(members, zipped(r)...)
	}
	extra := zipped(records[1]) // with a field, as the Internet Archive writes
	extra = append(append(append([]byte{}, extra[:3]...), append([]byte{4}, extra[4:10]...)...), append([]byte{2, 0, 's', 'l'}, extra[10:]...)...)
	for name, file := range map[string][]byte{
		"plain": plain, "a member for each record": members, "one member": zipped(plain),
		"line breaks between members":        bytes.Join([][]byte{zipped(records[0]), zipped(records[1]), zipped(records[2]), zipped(records[3])}, []byte("\r\n")),
		"without line breaks at the end":     bytes.TrimRight(plain, "\r\n"),
		"an extra field in a gzip header":    bytes.Join([][]byte{zipped(records[0]), extra, zipped(records[2]), zipped(records[3])}, nil),
		"one line break less than necessary": bytes.ReplaceAll(plain, []byte("\r\n\r\nWARC"), []byte("\r\nWARC")),
	} {
		for _, in := range []io.Reader{bytes.NewReader(file), iotest.OneByteReader(bytes.NewReader(file)), iotest.DataErrReader(bytes.NewReader(file))} {
			if got := strings.Join(read(in), ", "); got != "warcinfo i, response a, request q, response b" {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	if got := read(strings.NewReader("")); len(got) > 0 {
		t.Errorf("an empty file has %v", got)
	}
}

func TestDamageCostsItsRecordOnly(t *testing.T) {
	a, b, c := response("a"), response("b"), response("c")
	za, zb, zc := zipped(a), zipped(b), zipped(c)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	flipped := func(data []byte, at int) []byte {
		data = bytes.Clone(data)
		data[at] ^= 0x41
		return data
	}
	rubbish := bytes.Repeat([]byte("rubbish \x1f\x8b\x08\x00 and WARC/1.0 in a line\r\n"), 20)
	long := bytes.Replace(b, []byte("Content-Length: "), []byte("Content-Length: 9"), 1)
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		{"rubbish between members", join(za, rubbish, zb, zc), "response a, fault , response b, response c"},
		{"rubbish between plain records", join(a, rubbish, b, c), "response a, fault , response b, response c"},
		{"rubbish at the beginning", join(rubbish, za, zb), "fault , response a, response b"},
		{"a byte of compressed text", join(za, flipped(zb, len(zb)/2), zc), "response a, fault , response c"},
		{"a byte of a checksum", join(za, flipped(zb, len(zb)-6), zc), "response a, fault b>, response c"},
		{"a byte of a gzip header", join(za, flipped(zb, 2), zc), "response a, fault , response c"},
		{"a cut member", join(za, zb[:len(zb)/2], zc), "response a, fault , response c"},
		{"a cut file", join(za, zb[:len(zb)-9]), "response a, fault b>"},
		{"a cut plain file", join(a, b[:len(b)-99]), "response a, fault b>"},
		{"a length that is too large", join(a, long, c), "response a, fault b>, response c"},
		{"a length that is too small", join(a, bytes.Replace(b, []byte("<p>Page"), []byte("<p>More of the Page"), 1), c), "response a, fault b>, response c"},
		{"a length that is no number", join(a, bytes.Replace(b, []byte("Content-Length: "), []byte("Content-Length: x"), 1), c), "response a, fault b>, response c"},
		{"a missing length", join(a, bytes.Replace(b, []byte("Content-Length: "), []byte("Content-Size: "), 1), c), "response a, fault b>, response c"},
		{"a member that is no record", join(za, zipped([]byte("no record")), zc), "response a, fault , response c"},
		{"an endless header", join(a, []byte("WARC/1.0\r\nX: "), bytes.Repeat([]byte("x"), maxHeader), []byte("\r\n"), b), "response a, fault , response b"},
	} {
		got := strings.ReplaceAll(strings.Join(read(bytes.NewReader(test.file)), ", "), "fault <urn:uuid:", "fault ")
		want := strings.ReplaceAll(test.want, "fault <urn:uuid:", "fault ")
		// The id is known only if the header was read before the damage.
		if plain := strings.NewReplacer("fault a>", "fault ", "fault b>", "fault "); plain.Replace(got) != plain.Replace(want) {
			t.Errorf("%s: %s, want %s", test.name, got, want)
		}
	}
}

func TestErrorsOfReadingEndTheFile(t *testing.T) {
	in := io.MultiReader(bytes.NewReader(zipped(response("a"))), iotest.ErrReader(errors.New("disk failed")))
	if got := strings.Join(read(in), ", "); got != "response a, disk failed" {
		t.Error(got)
	}
}

// endlessDamage is a file of members that all begin well and end in damage.
func TestDamageIsReadInLinearTime(t *testing.T) {
	for name, unit := range map[string]string{
		"gzip headers":    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00",
		"lengths":         "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 9999999\r\n\r\n",
		"first lines":     "WARC/1.0\n",
		"names in gzip":   "\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x00name",
		"stored, no text": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00" + strings.Repeat("\x00\x00\x00\xff\xff", 20),
	} {
		in := &counted{in: strings.NewReader(strings.Repeat(unit, 1<<20/len(unit)))}
		r := NewReader(in)
		steps := 0
		for {
			_, err := r.Next()
			var fault *Fault
			if err != nil && !errors.As(err, &fault) {
				break
			}
			steps++
		}
		if steps > 1<<20/len(unit)+1 {
			t.Errorf("%s: %d records and faults", name, steps)
		}
		if r.replayed > replayBudget+2<<20 {
			t.Errorf("%s: %d bytes were read again", name, r.replayed)
		}
	}
}

type counted struct {
	in io.Reader
	n  int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += n
	return n, err
}

func TestALargeBlockIsSkipped(t *testing.T) {
	head := strings.Replace(string(record("response", "large", "")), "Content-Length: 0", fmt.Sprintf("Content-Length: %d", MaxBlock+1), 1)
	head = strings.TrimSuffix(head, "\r\n\r\n")
	in := io.MultiReader(strings.NewReader(head), io.LimitReader(zeros{}, MaxBlock+1), strings.NewReader("\r\n\r\n"), bytes.NewReader(response("a")))
	r := NewReader(in)
	rec, err := r.Next()
	if err != nil || rec.Block != nil || rec.Length != MaxBlock+1 {
		t.Fatalf("%+v, %v", rec, err)
	}
	if rec, err := r.Next(); err != nil || rec.ID != "<urn:uuid:a>" {
		t.Errorf("the next record: %+v, %v", rec, err)
	}
	if cap(r.in.buffer) > 2*maxReplay+4*fillBytes {
		t.Errorf("the buffer has grown to %d bytes", cap(r.in.buffer))
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// FuzzReader reads a file with a change. Records before it and from the second one
// after it must be read, and every call must end.
func FuzzReader(f *testing.F) {
	f.Add([]byte("x"), 100, 3, true)
	f.Add([]byte("\x1f\x8b\x08\x00"), 400, 0, true)
	f.Add([]byte("WARC/1.0\r\nContent-Length: 5\r\n\r\n"), 900, 20, false)
	f.Add([]byte{}, 700, 60, true)
	f.Fuzz(func(t *testing.T, insert []byte, at, remove int, compress bool) {
		var file []byte
		var starts []int
		ids := []string{"a", "b", "c", "d", "e", "f"}
		for _, id := range ids {
			starts = append(starts, len(file))
			part := response(id)
			if compress {
				part = zipped(part)
			}
			file = append(file, part...)
		}
		if at < 0 || at > len(file) || remove < 0 || remove > 100 || len(insert) > 100 {
			return
		}
		end := min(len(file), at+remove)
		changed := append(append(bytes.Clone(file[:at]), insert...), file[end:]...)
		got := strings.Join(read(bytes.NewReader(changed)), ", ") + ","
		touched := func(i int) bool { // or its end
			return starts[i] <= end+4 && (i+1 == len(starts) || at <= starts[i+1])
		}
		for i, id := range ids {
			if !touched(i) && !strings.Contains(got, "response "+id+",") && !bytes.Contains(insert, []byte("WARC")) {
				t.Errorf("%q at %d for %d bytes, compressed %v: record %s is missing: %s", insert, at, remove, compress, id, got)
			}
		}
	})
}
