package notefile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// pictureFolder, in the target's folder, holds pictures under names made of their
// bytes, so that a picture is stored once.
const pictureFolder = "assets"

// MaxPicture limits one picture, in bytes.
const MaxPicture = 20 << 20

// ErrNoPicture means that bytes are no picture of a known format. SVG is not among
// these, because it may contain scripts.
var ErrNoPicture = errors.New("no picture of a known format")

// formats are the first bytes of pictures, from an offset, and the endings of their
// files.
var formats = []struct {
	at     int
	bytes  string
	ending string
}{
	{0, "\x89PNG\r\n\x1a\n", ".png"}, {0, "\xff\xd8\xff", ".jpg"}, {0, "GIF87a", ".gif"}, {0, "GIF89a", ".gif"},
	{8, "WEBPVP8", ".webp"}, {4, "ftypavif", ".avif"}, {4, "ftypavis", ".avif"},
}

// storedPicture matches the paths that AddPicture returns.
var storedPicture = regexp.MustCompile(`^` + pictureFolder + `/[0-9a-f]{32}\.(png|jpg|gif|webp|avif)$`)

// pictureEnding returns the ending for a picture, or "".
func pictureEnding(data []byte) string {
	for _, f := range formats {
		if len(data) >= f.at && bytes.HasPrefix(data[f.at:], []byte(f.bytes)) {
			return f.ending
		}
	}
	return ""
}

// AddPicture stores a picture, unless it is there, and returns its path below the
// folder. The error is ErrNoPicture or an *Error.
func (f *Folder) AddPicture(data []byte) (string, error) {
	end := pictureEnding(data)
	if end == "" || len(data) > MaxPicture {
		return "", ErrNoPicture
	}
	if err := f.root.MkdirAll(pictureFolder, 0o777); err != nil {
		return "", classify(err)
	}
	sum := sha256.Sum256(data)
	name := path.Join(pictureFolder, hex.EncodeToString(sum[:16])+end)
	err := f.create(name, data)
	if errors.Is(err, fs.ErrExist) {
		old, readErr := f.read(name)
		if readErr == nil && !bytes.Equal(old, data) {
			readErr = f.replace(name, old, data) // damaged
		}
		err = readErr
	}
	return name, classify(err)
}

// localPictures returns body with stored pictures in place of their addresses, for a
// note at a path. stored maps addresses to paths of AddPicture; a path of another
// form is ignored.
func localPictures(body, at string, stored map[string]string) string {
	if len(stored) == 0 {
		return body
	}
	up := strings.Repeat("../", strings.Count(at, "/"))
	var out strings.Builder
	var fence fence
	for line := range strings.Lines(body) {
		if fence.inside(strings.TrimSuffix(line, "\n")) || len(line) > maxLinkLine || !strings.Contains(line, "](") {
			out.WriteString(line)
			continue
		}
		code := codeSpans(line)
		from := 0
		for i := 0; ; {
			next := strings.Index(line[i:], "](")
			if next < 0 {
				break
			}
			i += next + len("](")
			destination, length := destinationOf(line[i-len("]("):])
			local := stored[unescape(destination)]
			if length == 0 || code[i] || !storedPicture.MatchString(local) || !isPicture(line, i-len("](")) {
				continue
			}
			old := destination
			if line[i] == '<' {
				old = "<" + destination + ">"
			}
			out.WriteString(line[from:i] + up + local)
			i += len(old)
			from = i
		}
		out.WriteString(line[from:])
	}
	return out.String()
}

// isPicture reports whether the brackets that close at end are those of a picture.
func isPicture(line string, end int) bool {
	depth := 1
	for i := end - 1; i >= max(0, end-maxDestination); i-- {
		if i > 0 && line[i-1] == '\\' {
			continue
		}
		switch line[i] {
		case ']':
			depth++
		case '[':
			if depth--; depth == 0 {
				return i > 0 && line[i-1] == '!'
			}
		}
	}
	return false
}
