package savedpage

import (
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
)

// maxFrameFile is the size of the largest frame that is read, in bytes.
const maxFrameFile = 8 << 20

// AddFolder adds the frames of src, the page in file, from the folder beside it in
// which browsers keep the parts of a "complete" page: its name begins with the name
// of the file, as in page.html and page_files. Links and paths out of the folder are
// not followed.
func AddFolder(src *page.Source, file string) error {
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer root.Close()
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	budget := maxDecoded
	addFrames(src, folder{root, name, &budget}.finder("."))
	return nil
}

type folder struct {
	root *os.Root
	name string // of the page, without its extension

	budget *int // bytes that may still be read
}

// finder returns the finder for a page in dir.
func (f folder) finder(dir string) finder {
	return func(address string) (page.Source, finder, bool) {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.Contains(u.Path, `\`) {
			return page.Source{}, nil, false
		}
		p := path.Join(dir, u.Path)
		first, _, inFolder := strings.Cut(p, "/")
		if path.IsAbs(u.Path) || !inFolder || first == f.name || !strings.HasPrefix(first, f.name) {
			return page.Source{}, nil, false
		}
		text, ok := f.read(p)
		if !ok {
			return page.Source{}, nil, false
		}
		return page.Source{HTML: text, URL: savedFrom(text)}, f.finder(path.Dir(p)), true
	}
}

// read returns the text of the HTML file p, none of whose parts is a link.
func (f folder) read(p string) (string, bool) {
	switch strings.ToLower(path.Ext(p)) {
	case ".html", ".htm", ".xhtml":
	default:
		return "", false
	}
	for i, c := range p + "/" {
		if c != '/' {
			continue
		}
		info, err := f.root.Lstat(p[:i])
		if err != nil || i < len(p) && !info.IsDir() || i == len(p) && (!info.Mode().IsRegular() || info.Size() > maxFrameFile) {
			return "", false
		}
	}
	file, err := f.root.Open(p)
	if err != nil {
		return "", false
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, int64(min(maxFrameFile, *f.budget))))
	*f.budget -= len(data)
	if err != nil || binary(data) != nil {
		return "", false
	}
	text, err := htmltree.Decode(data, "")
	return text, err == nil
}
