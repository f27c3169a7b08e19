package longpages

// Named is a made page of a kind.
type Named struct {
	Kind string
	Page
}

// Mixed returns n pages of all kinds in turn, of invented texts: short pages, long
// articles, articles before teasers, comments or a hidden copy, and streams of
// teasers, which have no content.
func Mixed(n int, seed uint64) []Named {
	pages := make([]Named, 0, n)
	for i := range n {
		s := seed + uint64(i)
		article := Kinds[0].Page(nil, 1+i%9, s)
		appended := func(more string) Page { return Page{Append(article.HTML, more, i%2 == 0), article.Text} }
		p := Named{}
		switch i % 8 {
		case 0, 1, 2:
			p = Named{"short page", Small(nil, 1+i%7, s)}
		case 3:
			p = Named{"long article", Kinds[2].Page(nil, 10+i%60, s)}
		case 4:
			p = Named{"article before teasers", appended(Teasers(5+i%90, s))}
		case 5:
			p = Named{"article before comments", appended(Comments(5+i%90, s))}
		case 6:
			p = Named{"article with a hidden copy", appended(HiddenCopy(article.Text, s))}
		case 7:
			p = Named{"stream of teasers", Stream(10+i%90, s)}
		}
		pages = append(pages, p)
	}
	return pages
}
