package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const archivedText = "The harbour wall was built of stone from the quarry behind the town, and it has held for three hundred winters. "

// archived returns a compressed record with an HTTP response.
func archived(id, fields, header, body string) []byte {
	block := "HTTP/1.1 200 OK\r\n" + header + "\r\n" + body
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprintf(w, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Target-URI: https://example.com/%s\r\n"+
		"WARC-Date: 2024-05-06T07:08:09Z\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", id, id, fields, len(block), block)
	w.Close()
	return b.Bytes()
}

func TestPagesOfArchivesAreConverted(t *testing.T) {
	page := "<title>Wall</title><article><h1>Wall</h1><p>" + archivedText + "</p><p>" + archivedText + "</p></article>"
	german := strings.ReplaceAll(page, "harbour", "Hafen f\xfcr B\xf6te")
	whole := archived("late", "", "Content-Type: text/html\r\n", page)
	file := filepath.Join(t.TempDir(), "a.warc.gz")
	data := bytes.Join([][]byte{
		archived("one", "", "Content-Type: text/html\r\n", page),
		archived("picture", "", "Content-Type: image/png\r\n", "x"),
		archived("cut", "WARC-Truncated: length\r\n", "Content-Type: text/html\r\n", page),
		archived("latin", "", "Content-Type: text/html; charset=iso-8859-1\r\n", german),
		archived("unknown", "", "Content-Type: text/html; charset=nonsense\r\n", page),
		archived("brotli", "", "Content-Type: text/html\r\nContent-Encoding: br\r\n", "\x0b\x02\x80"),
		archived("empty", "", "Content-Type: text/html\r\n", ""),
		whole[:len(whole)-20],
	}, nil)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	status := run([]string{"convert", "--warc", "--fields", "url,date,title,text", "--summary", file, file}, streams{strings.NewReader(""), &out, &problems})
	if status != exitDone {
		t.Fatalf("status %d: %s", status, problems.String())
	}
	text := "Wall\\n" + archivedText[:len(archivedText)-1] + "\\n" + archivedText[:len(archivedText)-1] + "\\n"
	line := func(id, text string) string {
		return fmt.Sprintf(`{"id":"<urn:uuid:%s>","url":"https://example.com/%s","date":"2024-05-06T07:08:09Z","title":"Wall","text":"%s"}`, id, id, text)
	}
	once := strings.Join([]string{
		line("one", text), line("latin", strings.ReplaceAll(text, "harbour", "Hafen für Böte")), line("unknown", text),
		`{"id":"<urn:uuid:brotli>","error":{"code":"E_FIELD","message":"body: br: this encoding cannot be decoded"}}`,
		`{"id":"<urn:uuid:empty>","error":{"code":"E_EMPTY","message":"page is empty"}}`, "",
	}, "\n")
	if out.String() != once+once {
		t.Errorf("answers:\n%s\nwant twice:\n%s", out.String(), once)
	}
	for _, want := range []string{
		`: record <urn:uuid:cut>: cut by the crawler ("length")`, ": truncated: the file ends within the record\n",
		"pages: 10, ", "failed: E_EMPTY 2, E_FIELD 2\n", "records that are no pages: 2; damaged: 4\n",
	} {
		if !strings.Contains(problems.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, problems.String())
		}
	}

	// A whole result has the date, too; standard input is read.
	out.Reset()
	run([]string{"convert", "--warc", "--no-timestamp"}, streams{bytes.NewReader(data), &out, &problems})
	if begin := `{"id":"<urn:uuid:one>","date":"2024-05-06T07:08:09Z","url":"https://example.com/one",`; !strings.HasPrefix(out.String(), begin) {
		t.Errorf("a whole result begins %.120s", out.String())
	}
}
