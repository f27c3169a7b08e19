package savedpage_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/savedpage"
)

// plist writes a binary property list of byte slices, ASCII strings, lists and
// dictionaries (lists of alternating keys and values).
type plist struct{ objects [][]byte }

type dict []any

func head2(kind byte, n int) []byte {
	if n < 15 {
		return []byte{kind<<4 | byte(n)}
	}
	return binary.BigEndian.AppendUint32([]byte{kind<<4 | 0xF, 0x12}, uint32(n))
}

func (p *plist) add(v any) uint16 {
	at := len(p.objects)
	p.objects = append(p.objects, nil)
	refs := func(values []any) (list []byte) {
		for _, x := range values {
			list = binary.BigEndian.AppendUint16(list, p.add(x))
		}
		return list
	}
	switch v := v.(type) {
	case string:
		p.objects[at] = append(head2(5, len(v)), v...)
	case []byte:
		p.objects[at] = append(head2(4, len(v)), v...)
	case []any:
		p.objects[at] = append(head2(0xA, len(v)), refs(v)...)
	case dict:
		var keys, values []any
		for i := 0; i < len(v); i += 2 {
			keys, values = append(keys, v[i]), append(values, v[i+1])
		}
		p.objects[at] = append(append(head2(0xD, len(keys)), refs(keys)...), refs(values)...)
	}
	return uint16(at)
}

func archive(v any) []byte {
	var p plist
	p.add(v)
	out := []byte("bplist00")
	var table []byte
	for _, o := range p.objects {
		table = binary.BigEndian.AppendUint32(table, uint32(len(out)))
		out = append(out, o...)
	}
	end := len(out)
	out = append(append(out, table...), 0, 0, 0, 0, 0, 0, 4, 2)
	for _, n := range []int{len(p.objects), 0, end} {
		out = binary.BigEndian.AppendUint64(out, uint64(n))
	}
	return out
}

func resource(address, encoding string, html string, frames ...any) dict {
	return dict{"WebMainResource", dict{"WebResourceData", []byte(html), "WebResourceMIMEType", "text/html",
		"WebResourceTextEncodingName", encoding, "WebResourceURL", address}, "WebSubframeArchives", frames}
}

func TestArchivesOfSafariAreReadLikeTheirPage(t *testing.T) {
	data := archive(resource("https://quay.example/wall", "windows-1251", "<p>\xd1\xf2\xe5\xed\xe0</p><iframe src=https://ads.example/></iframe><iframe src='/map#a'></iframe>",
		resource("https://ads.example/", "UTF-8", "<p>Buy</p>"),
		resource("https://quay.example/map", "UTF-8", "<p>Map</p><iframe src=key></iframe>", resource("https://quay.example/key", "UTF-8", "<p>Key</p>"))))
	src, err := savedpage.Read(data, "wall.webarchive", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outline(src), "https://quay.example/wall <p>Стена</p> [1 https://quay.example/map <p>Map</p> [0 https://quay.example/key <p>Key</p>]]"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// outline returns the address of a page, its text before the first frame, and its
// frames with their ordinals.
func outline(src page.Source) string {
	text, _, _ := strings.Cut(src.HTML, "<iframe")
	s := src.URL + " " + text
	for _, f := range src.Frames {
		s += fmt.Sprintf(" [%d %s]", f.Ordinal, outline(f.Source))
	}
	return s
}

func TestDamagedArchivesOfSafariAreErrors(t *testing.T) {
	whole := archive(resource("https://quay.example/", "UTF-8", "<p>Wall</p>"))
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0xFF
		for _, data := range [][]byte{damaged, whole[:i]} {
			src, err := savedpage.Read(data, "wall.webarchive", "", "")
			if err == nil && len(src.HTML) > len(whole) {
				t.Errorf("byte %d: %q", i, src.HTML)
			}
		}
	}
	if _, err := savedpage.Read(whole[:len(whole)-1], "wall.webarchive", "", ""); err == nil {
		t.Error("a cut archive is accepted")
	}
}

func FuzzWebArchive(f *testing.F) {
	f.Add(archive(resource("https://quay.example/", "UTF-8", "<p>Wall</p><iframe src=a></iframe>", resource("https://quay.example/a", "UTF-8", "<p>A</p>"))))
	f.Fuzz(func(t *testing.T, data []byte) {
		src, err := savedpage.Read(append([]byte("bplist00WebMainResource"), data...), "a.webarchive", "", "utf-8")
		if err == nil && len(src.HTML) > 3*len(data) {
			t.Errorf("%d bytes became %d", len(data), len(src.HTML))
		}
	})
}

func TestFramesOfAWebArchiveAreRead(t *testing.T) {
	frame := "----b--\r\nContent-Type: text/html\r\nContent-ID: <frame-1@mhtml.blink>\r\nContent-Location: https://quay.example/map\r\n\r\n<p>Map</p>\r\n"
	data := head + part("text/html", "8bit", "<p>Wall</p><iframe src=about:blank></iframe><iframe src=cid:frame-1@mhtml.blink></iframe>") + frame + "----b----\r\n"
	src, err := savedpage.Read([]byte(data), "a.mhtml", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(src.Frames) != 1 || src.Frames[0].Ordinal != 1 || !strings.Contains(src.Frames[0].Source.HTML, "Map") {
		t.Errorf("%+v", src.Frames)
	}
}

func TestFramesOfACompletePageAreReadFromItsFolderOnly(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("wall_files/map 1.html", "<!-- saved from url=(0024)https://quay.example/map -->\n<p>Map</p><iframe src=key.html></iframe>")
	write("wall_files/key.html", "<p>Key</p><iframe src=key.html></iframe>")
	write("wall_files/ad.html", "<!-- saved from url=(0020)https://ads.example/ --><p>Buy</p>")
	write("other_files/page.html", "<p>Other</p>")
	write("secret.html", "<p>Secret</p>")
	outside := filepath.Join(t.TempDir(), "outside.html")
	if err := os.WriteFile(outside, []byte("<p>Outside</p>"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, link := range [][2]string{{outside, "wall_files/link.html"}, {"key.html", "wall_files/alias.html"}} {
		if err := os.Symlink(link[0], filepath.Join(dir, link[1])); err != nil {
			t.Fatal(err)
		}
	}
	src := page.Source{URL: "https://quay.example/wall", HTML: "<p>Wall</p>"}
	for _, address := range []string{"./wall_files/map%201.html", "wall_files/ad.html", "wall_files/link.html", "wall_files/alias.html", "wall_files/../secret.html",
		"other_files/page.html", "secret.html", "../outside.html", outside, "file://" + outside, "wall_files/none.html", "wall_files"} {
		src.HTML += `<iframe src="` + address + `"></iframe>`
	}
	if err := savedpage.AddFolder(&src, filepath.Join(dir, "wall.html")); err != nil {
		t.Fatal(err)
	}
	if got, want := outline(src), "https://quay.example/wall <p>Wall</p> [0 https://quay.example/map <!-- saved from url=(0024)https://quay.example/map -->\n<p>Map</p> [0  <p>Key</p> [0  <p>Key</p>]]]"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestFramesOfASavedPageAreBounded(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "a_files"), 0o755); err != nil {
		t.Fatal(err)
	}
	self := strings.Repeat("<iframe src=a.html></iframe>", 50)
	if err := os.WriteFile(filepath.Join(dir, "a_files/a.html"), []byte(self), 0o644); err != nil {
		t.Fatal(err)
	}
	src := page.Source{HTML: strings.Repeat("<iframe src=a_files/a.html></iframe>", 5_000)}
	if err := savedpage.AddFolder(&src, filepath.Join(dir, "a.html")); err != nil {
		t.Fatal(err)
	}
	n := 0
	var count func(page.Source)
	count = func(s page.Source) {
		for _, f := range s.Frames {
			n++
			count(f.Source)
		}
	}
	if count(src); n != 100 {
		t.Errorf("%d frames", n)
	}
}
