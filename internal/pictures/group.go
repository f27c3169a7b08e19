package pictures

import "strings"

// group joins the places that show the same picture.
func (f *finder) group() {
	known := map[string]*Picture{}
	for _, x := range f.places {
		var keys, files []string
		for _, a := range addressesOf(x) {
			c := canonical(a, f.page.ShortBase())
			if c == "" || strings.Contains(c, "placeholder") {
				continue
			}
			keys = append(keys, c)
			if name := fileName(c); name != "" {
				files = append(files, name)
			}
		}
		var p *Picture
		for _, k := range append(keys, files...) {
			if p = known[k]; p != nil {
				break
			}
		}
		if p == nil || p.Kind == Background != (x.kind == Background) {
			p = &Picture{Kind: x.kind}
			f.Pictures = append(f.Pictures, p)
		}
		p.places = append(p.places, x)
		for _, k := range keys {
			if known[k] == nil {
				known[k] = p
				p.canonical = append(p.canonical, k)
			}
		}
		for _, k := range files {
			if known[k] == nil {
				known[k] = p
				p.files = append(p.files, k)
			}
		}
	}
}
