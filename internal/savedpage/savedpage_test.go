package savedpage_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/savedpage"
)

const head = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://quay.example/wall\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--b--\"\r\n\r\n\r\n"

func part(kind, transfer, body string) string {
	return "----b--\r\nContent-Type: " + kind + "\r\nContent-Transfer-Encoding: " + transfer + "\r\nContent-Location: https://quay.example/part\r\n\r\n" + body + "\r\n"
}

func TestWebArchivesAreReadLikeTheirPage(t *testing.T) {
	const end = "----b----\r\n"
	for _, c := range []struct{ name, data, html, address, loss string }{
		{"quoted-printable", head + part("text/html", "quoted-printable", "<p class=3Dx>W=C3=A4nde =\r\nhier</p>") + part("image/png", "base64", "iVBOR") + end, "<p class=x>Wände hier</p>", "https://quay.example/wall", ""},
		{"base64", head + part("text/html", "base64", base64.StdEncoding.EncodeToString([]byte("<p>Wände</p>"))) + end, "<p>Wände</p>", "https://quay.example/wall", ""},
		{"an encoding in the header", head + part(`text/html; charset="windows-1251"`, "8bit", "<p>\xd1\xf2\xe5\xed\xe0</p>") + end, "<p>Стена</p>", "https://quay.example/wall", ""},
		{"a style sheet first", head + part("text/css", "8bit", "p{}") + part("text/html", "8bit", "<p>Wall</p>") + end, "<p>Wall</p>", "https://quay.example/wall", ""},
		{"cut off", head + part("text/html", "8bit", "<p>Wall</p>") + "----b--\r\nContent-Type: image/png\r\n\r\niVBOR", "<p>Wall</p>", "https://quay.example/wall", "damaged part of the archive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src, err := savedpage.Read([]byte(c.data), "a.mhtml", "", "")
			if err != nil {
				t.Fatal(err)
			}
			if strings.TrimSpace(src.HTML) != c.html || src.URL != c.address {
				t.Errorf("%q at %s", src.HTML, src.URL)
			}
			if got := losses(src); got != c.loss {
				t.Errorf("losses %q, want %q", got, c.loss)
			}
		})
	}
}

func losses(src page.Source) string {
	var kinds []string
	for _, l := range src.Losses {
		kinds = append(kinds, l.Kind)
	}
	return strings.Join(kinds, ", ")
}

func TestNestingAndPartsOfAnArchiveAreBounded(t *testing.T) {
	nested := "<p>Wall</p>"
	for range 5 {
		nested = "Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\n" + nested + "\r\n--x--\r\n"
	}
	if _, err := savedpage.Read([]byte(nested), "a.mht", "", ""); err == nil {
		t.Error("five levels were read")
	}
	many := head + strings.Repeat(part("text/css", "8bit", ""), 2_100) + part("text/html", "8bit", "<p>Wall</p>")
	if _, err := savedpage.Read([]byte(many), "a.mht", "", ""); err == nil {
		t.Error("a part after 2,000 was read")
	}
}

func TestAFileThatIsNoPageIsNamed(t *testing.T) {
	for data, kind := range map[string]string{
		"%PDF-1.7\n":               "a PDF document",
		"\x89PNG\r\n\x1a\n\x00":    "a PNG picture",
		"\x7fELF\x02\x01\x01\x00":  "a program",
		"PK\x03\x04\x14\x00\x00":   "a ZIP archive (also EPUB, DOCX, ODT)",
		"\x1f\x8b\x08\x00\x00\x00": "compressed with gzip",
		"a\x00b\x00c\x00d\x00":     "binary",
	} {
		_, err := savedpage.Read([]byte(data), "x", "", "")
		var not *savedpage.NotAPageError
		if !errors.As(err, &not) || not.Kind != kind || not.Hint == "" {
			t.Errorf("%q: %v, want %s", data, err, kind)
		}
	}
	for _, text := range []string{"<p>Wall</p>", "MZ is no program", "\xff\xfe<\x00p\x00>\x00W\x00"} {
		if _, err := savedpage.Read([]byte(text), "x", "", ""); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTheAddressOfASavedPageIsRead(t *testing.T) {
	for html, want := range map[string]string{
		"<!DOCTYPE html>\n<!-- saved from url=(0025)https://quay.example/wall -->\n<p>Wall</p>":                     "https://quay.example/wall",
		"<!DOCTYPE html><html><!--\n Page saved with SingleFile \n url: https://quay.example/wall \n--><p>Wall</p>": "https://quay.example/wall",
		"<p>saved from url=(0025)https://quay.example/wall</p>":                                                     "",
	} {
		src, err := savedpage.Read([]byte(html), "x.html", "", "")
		if err != nil || src.URL != want {
			t.Errorf("%q: %s, %v", html, src.URL, err)
		}
		if src, _ = savedpage.Read([]byte(html), "x.html", "https://other.example/", ""); src.URL != "https://other.example/" {
			t.Errorf("%q: the caller's address became %s", html, src.URL)
		}
	}
}

func TestAMarkdownFileIsShownAsBrowsersDo(t *testing.T) {
	src, err := savedpage.Read([]byte("# A <b>\n\nText & *more*.\n"), "x.MD", "", "")
	if err != nil || src.ContentType != "text/markdown" || src.HTML != "<pre>\n# A &lt;b&gt;\n\nText &amp; *more*.\n</pre>" {
		t.Errorf("%+v, %v", src, err)
	}
}

func TestAnUnknownEncodingIsALoss(t *testing.T) {
	src, err := savedpage.Read([]byte("<p>Price: 3 \xa4</p>"), "x.html", "", "")
	if err != nil || !strings.Contains(losses(src), "--encoding") {
		t.Errorf("losses %q, %v", losses(src), err)
	}
}
