// Package savedpage reads pages as people keep them: HTML in any encoding, web
// archives (MHTML), and Markdown files. It tells what a file is that is no page.
// Nothing is fetched. The package is internal and makes no promise of stability.
package savedpage

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
)

// NotAPageError reports a file that is no page. Kind names the file's format and Hint
// says what helps.
type NotAPageError struct{ Kind, Hint string }

func (e *NotAPageError) Error() string {
	return fmt.Sprintf("the file is %s, not a web page; %s", e.Kind, e.Hint)
}

// Read returns the page in data, the content of the file name. address is the
// caller's, and encoding the caller's name of the encoding; both may be empty.
func Read(data []byte, name, address, encoding string) (page.Source, error) {
	if isWebArchive(data) {
		src, err := readWebArchive(data, encoding)
		if err != nil {
			return src, fmt.Errorf("web archive: %w", err)
		}
		if address != "" {
			src.URL = address
		}
		return src, nil
	}
	if err := binary(data); err != nil {
		return page.Source{}, err
	}
	src := page.Source{URL: address}
	var frames finder
	if isMHTML(data) {
		part, err := readMHTML(data)
		if err != nil {
			return src, fmt.Errorf("web archive: %w", err)
		}
		data, src.Losses, frames = part.data, part.losses, part.frames
		if src.URL == "" {
			src.URL = part.address
		}
		if encoding == "" {
			encoding = part.charset
		}
	}
	text, origin, err := htmltree.DecodeWithOrigin(data, encoding)
	if err != nil {
		return src, err
	}
	if origin == htmltree.Assumed {
		src.Losses = append(src.Losses, page.Loss{Kind: "unknown encoding, read as windows-1252 (name it with --encoding)", Count: 1})
	}
	if src.URL == "" {
		src.URL = savedFrom(text)
	}
	src.HTML = text
	if isMarkdownName(name) {
		src.ContentType = "text/markdown"
		src.HTML = "<pre>\n" + html.EscapeString(text) + "</pre>" // as browsers show a text file
	}
	if frames != nil {
		addFrames(&src, frames)
	}
	return src, nil
}

func isMarkdownName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mkd", ".mdown":
		return true
	}
	return false
}

// savedComments are the comments in which browsers ("saved from url=(0024)https://…")
// and SingleFile ("url: https://…") keep the address of a page.
var savedComments = regexp.MustCompile(`<!--\s*(?:saved from url=\(\d{4}\)|Page saved with SingleFile\s+url:\s*)(https?://[^\s<>"]+)`)

// savedFrom returns the address in such a comment near the beginning of text, or "".
func savedFrom(text string) string {
	m := savedComments.FindStringSubmatch(text[:min(len(text), 4<<10)])
	if m == nil {
		return ""
	}
	address := strings.TrimSuffix(m[1], "-->")
	if u, err := url.Parse(address); err != nil || u.Host == "" {
		return ""
	}
	return address
}

// formats are the first bytes of files that are given by mistake.
var formats = []struct{ magic, kind, hint string }{
	{"%PDF-", "a PDF document", "convert it to HTML first, for example with pdftohtml"},
	{"\x89PNG\r\n\x1a\n", "a PNG picture", "give the page that shows it"},
	{"\xff\xd8\xff", "a JPEG picture", "give the page that shows it"},
	{"GIF8", "a GIF picture", "give the page that shows it"},
	{"RIFF", "a RIFF file (WebP, WAV or AVI)", "give the page that shows it"},
	{"\x7fELF", "a program", "give an HTML file"},
	{"MZ", "a program for Windows", "give an HTML file"},
	{"\xcf\xfa\xed\xfe", "a program for macOS", "give an HTML file"},
	{"PK\x03\x04", "a ZIP archive (also EPUB, DOCX, ODT)", "unpack it and give the HTML file in it"},
	{"\x1f\x8b", "compressed with gzip", "decompress it first: gzip -dc FILE | pulltab convert -"},
	{"BZh", "compressed with bzip2", "decompress it first"},
	{"\x28\xb5\x2f\xfd", "compressed with Zstandard", "decompress it first"},
	{"\xfd7zXZ", "compressed with xz", "decompress it first"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it and give the HTML file in it"},
	{"SQLite format 3\x00", "an SQLite database", "give an HTML file"},
	{"bplist00", "a binary property list", "give an HTML file or a web archive"},
	{"\xd0\xcf\x11\xe0", "an old Office document", "save it as a web page (HTML)"},
	{"OggS", "an Ogg file", "give an HTML file"},
	{"ID3", "an MP3 file", "give an HTML file"},
	{"wOFF", "a font", "give an HTML file"},
	{"wOF2", "a font", "give an HTML file"},
}

// binary returns a NotAPageError if data is in a format that is no text: by its first
// bytes, or because it has many NUL bytes and is not UTF-16.
func binary(data []byte) error {
	for _, f := range formats {
		if bytes.HasPrefix(data, []byte(f.magic)) && (len(f.magic) > 3 || hasControls(data)) {
			return &NotAPageError{f.kind, f.hint}
		}
	}
	if hasControls(data) && !bytes.HasPrefix(data, []byte("\xff\xfe")) && !bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return &NotAPageError{"binary", "give an HTML file; a page in UTF-16 needs a byte order mark or --encoding"}
	}
	return nil
}

// hasControls reports whether more than one in twenty of the first bytes are control
// characters that no text has.
func hasControls(data []byte) bool {
	head := data[:min(len(data), 1024)]
	n := 0
	for _, b := range head {
		if b < 0x09 || b > 0x0d && b < 0x20 && b != 0x1b {
			n++
		}
	}
	return n*20 > len(head)
}
