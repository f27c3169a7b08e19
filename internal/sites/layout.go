package sites

import (
	"golang.org/x/net/html"
)

// layout is where the software of a site puts the parts of a post. All but
// post and body may be nil.
type layout struct {
	post                want // a post, those that lie in another one too
	body                want // what was said, topmost in the post
	author, time, score want // the first in the post
	drop                want // in the body, and not said
	more                func(n *html.Node, f *found)
}

// read finds the posts of the page. What lies in a post within a post belongs
// to the inner one.
func (l layout) read(v *View) []found {
	var list []found
	for _, n := range all(v.body, l.post) {
		f := found{body: topmost(n, l.post, l.body)}
		one := func(w want) *html.Node {
			if w == nil {
				return nil
			}
			return first(n, l.post, w)
		}
		f.author, f.time, f.score = one(l.author), one(l.time), one(l.score)
		if l.drop != nil {
			for _, b := range f.body {
				f.drop = append(f.drop, topmost(b, l.post, l.drop)...)
			}
		}
		if l.more != nil {
			l.more(n, &f)
		}
		if len(f.body) > 0 || f.author != nil {
			list = append(list, f)
		}
	}
	return list
}
