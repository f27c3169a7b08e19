package notefile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"

func TestAPictureIsStoredOnceUnderTheHashOfItsBytes(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	first, err := f.AddPicture([]byte(png))
	again, err2 := f.AddPicture([]byte(png))
	other, err3 := f.AddPicture([]byte("GIF89a and more"))
	if err := errors.Join(err, err2, err3); err != nil || first != again || !storedPicture.MatchString(first) || !strings.HasSuffix(other, ".gif") {
		t.Fatalf("%s, %s, %s, %v", first, again, other, err)
	}
	if err := os.WriteFile(filepath.Join(dir, first), []byte("cut"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := f.AddPicture([]byte(png)); err != nil || read(t, dir, first) != png {
		t.Errorf("a damaged picture stays: %v", err)
	}
	for name, data := range map[string]string{
		"HTML": "<html><script>x</script>", "SVG": `<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>`, "text": "x", "nothing": "", "PDF": "%PDF-1.7", "too large": png + strings.Repeat("x", MaxPicture),
	} {
		if at, err := f.AddPicture([]byte(data)); !errors.Is(err, ErrNoPicture) {
			t.Errorf("%s is stored as %s, %v", name, at, err)
		}
	}
}

func TestPicturesOfANoteAreThoseBesideIt(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef"
	stored := map[string]string{
		"https://a.example/i.png": "assets/" + hash + ".png", "https://a.example/(2)": "assets/" + hash + ".jpg", "https://evil.example/": "../../etc/passwd", "https://b.example/": "x.png",
	}
	local := "../assets/" + hash
	for in, want := range map[string]string{
		"![a](https://a.example/i.png) and ![](https://a.example/i.png \"t\")":          "![a](" + local + ".png) and ![](" + local + ".png \"t\")",
		"[![a [b]](https://a.example/i.png)](https://a.example/i.png)":                  "[![a [b]](" + local + ".png)](https://a.example/i.png)",
		"![a](<https://a.example/i.png>) ![b](https://a.example/\\(2\\))":               "![a](" + local + ".png) ![b](" + local + ".jpg)",
		"![e](https://evil.example/) ![b](https://b.example/) ![c](https://c.example/)": "",
		"[a](https://a.example/i.png) `![a](https://a.example/i.png)`":                  "",
		"```\n![a](https://a.example/i.png)\n```":                                       "",
	} {
		if want == "" {
			want = in
		}
		if got := localPictures(in+"\n", "Notes/A.md", stored); got != want+"\n" {
			t.Errorf("%s\ngives %swant %s", in, got, want)
		}
	}
}

func TestAPictureLinkFollowsTheNotesFolder(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	at, err := f.AddPicture([]byte(png))
	if err != nil {
		t.Fatal(err)
	}
	n := note("![a](https://a.example/i.png)\n")
	n.Folder, n.Pictures = "Deep/er", map[string]string{"https://a.example/i.png": at}
	first := save(t, f, n, Update)
	n.Folder = "Elsewhere" // the template changed; the note stays where it is
	second := save(t, f, n, Update)
	if second.Path != first.Path || !strings.Contains(read(t, dir, first.Path), "![a](../../"+at+")") {
		t.Errorf("%+v\n%s", second, read(t, dir, first.Path))
	}
}
