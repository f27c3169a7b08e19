package savedpage

import (
	"bytes"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
)

// isWebArchive reports whether data is an archive of Safari: a binary property list
// with a main resource.
func isWebArchive(data []byte) bool {
	return bytes.HasPrefix(data, []byte("bplist00")) && bytes.Contains(data, []byte("WebMainResource"))
}

// readWebArchive returns the page in an archive of Safari, with its frames.
// encoding is the caller's name of its encoding, or empty.
func readWebArchive(data []byte, encoding string) (page.Source, error) {
	p, top, err := openPlist(data)
	if err != nil {
		return page.Source{}, err
	}
	budget := maxDecoded
	src, ok := p.resource(top, encoding, &budget)
	if !ok {
		return src, errPlist
	}
	addFrames(&src, p.finder(top, src.URL, &budget))
	return src, nil
}

// resource returns the main resource of the archive object.
func (p *plist) resource(archive uint64, encoding string, budget *int) (src page.Source, ok bool) {
	main, ok := p.member(archive, "WebMainResource")
	if !ok {
		return src, false
	}
	value := func(key string) []byte {
		ref, ok := p.member(main, key)
		if !ok {
			return nil
		}
		b, _ := p.bytes(ref)
		return b
	}
	content := value("WebResourceData")
	if len(content) == 0 || len(content) > *budget {
		return src, false
	}
	*budget -= len(content)
	if encoding == "" {
		encoding = string(value("WebResourceTextEncodingName"))
	}
	text, err := htmltree.Decode(content, encoding)
	if err != nil {
		text, err = htmltree.Decode(content, "") // the archive names an unknown encoding
	}
	return page.Source{HTML: text, URL: string(value("WebResourceURL")), ContentType: string(value("WebResourceMIMEType"))}, err == nil
}

// finder returns the finder for the frames of the archive object, the page at
// address.
func (p *plist) finder(archive uint64, address string, budget *int) finder {
	frames := map[string]uint64{}
	for _, frame := range p.items(archive, "WebSubframeArchives") {
		if main, ok := p.member(frame, "WebMainResource"); ok {
			if ref, ok := p.member(main, "WebResourceURL"); ok {
				name, _ := p.bytes(ref)
				frames[resolved("", string(name))] = frame
			}
		}
	}
	return func(src string) (page.Source, finder, bool) {
		frame, ok := frames[resolved(address, src)]
		if !ok {
			return page.Source{}, nil, false
		}
		inner, ok := p.resource(frame, "", budget)
		return inner, p.finder(frame, inner.URL, budget), ok
	}
}
