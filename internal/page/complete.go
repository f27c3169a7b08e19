package page

import "golang.org/x/net/html"

// Settle returns what a selection means as a document: a data table is kept or
// dropped as a whole, by whether at least half of its characters are kept, the
// summary of a details element stays with what it opens, and a heading stays
// only where kept text follows before the next heading of its level or above.
// keep is left as it is.
func (p *Page) Complete(keep Selection) Selection {
	s := make(Selection, len(p.Blocks))
	copy(s, keep)
	p.completeTables(s)
	p.completeSummaries(s)
	p.completeHeadings(s)
	return s
}

func (p *Page) completeTables(s Selection) {
	for from := 0; from < len(p.Blocks); {
		table := dataTable(p.Blocks[from])
		to := from + 1
		if table == nil {
			from = to
			continue
		}
		for to < len(p.Blocks) && dataTable(p.Blocks[to]) == table {
			to++
		}
		kept, all := 0, 0
		for i := from; i < to; i++ {
			all += len(p.Blocks[i].Text)
			if s.Has(i) {
				kept += len(p.Blocks[i].Text)
			}
		}
		for i := from; i < to; i++ {
			s[i] = 2*kept >= all
		}
		from = to
	}
}

// dataTable returns the table that b is a whole row of, or nil.
func dataTable(b Block) *html.Node {
	if b.Kind != Row {
		return nil
	}
	for n := b.Node.Parent; n != nil; n = n.Parent {
		if n.Data == "table" {
			return n
		}
	}
	return nil
}

func (p *Page) completeSummaries(s Selection) {
	if p.unfolded {
		return
	}
	missing := map[*html.Node][]int{} // blocks by the details element whose summary they are
	for i := range p.Blocks {
		if b := &p.Blocks[i]; !s[i] && !b.Hidden {
			if d := opens(b.Node); d != nil {
				missing[d] = append(missing[d], i)
			}
		}
	}
	if len(missing) == 0 {
		return
	}
	for i := range p.Blocks {
		if !s[i] {
			continue
		}
		for n := p.Blocks[i].Node; n != nil; n = n.Parent {
			for _, k := range missing[n] {
				s[k] = true
			}
			delete(missing, n)
		}
	}
}

// opens returns the details element that n, a block's node, is the summary of,
// or nil.
func opens(n *html.Node) *html.Node {
	for ; n != nil && n.Data != "details"; n = n.Parent {
		if n.Data == "summary" && n.Parent != nil && n.Parent.Data == "details" {
			return n.Parent
		}
	}
	return nil
}

// manyHeadings is how many headings of one level in a row, without text between
// them, are a list whose entries happen to be headings, as cards are.
const manyHeadings = 3

// headingsAreText: where headings without text below are more than this part of
// what is kept (one in so many bytes), the page writes its text in headings.
const headingsAreText = 4

func (p *Page) completeHeadings(s Selection) {
	listed := p.listedHeadings(s)
	above := 0 // a heading has text below it if its level is under this
	var bare []int
	bareText, text := 0, 0
	for i := len(p.Blocks) - 1; i >= 0; i-- {
		b := &p.Blocks[i]
		if !s[i] {
			continue
		}
		text += len(b.Text)
		switch {
		case b.Kind != Heading || listed[i]:
			above = 7
		case b.Level < above:
			above = b.Level
		default:
			bare = append(bare, i)
			bareText += len(b.Text)
		}
	}
	if headingsAreText*bareText > text {
		return
	}
	for _, i := range bare {
		s[i] = false
	}
}

// listedHeadings returns the kept headings that are entries of a list.
func (p *Page) listedHeadings(s Selection) map[int]bool {
	listed := map[int]bool{}
	var row []int // kept headings of one level in a row
	flush := func() {
		if len(row) >= manyHeadings {
			for _, i := range row {
				listed[i] = true
			}
		}
		row = row[:0]
	}
	for i := range p.Blocks {
		if !s[i] {
			continue
		}
		b := &p.Blocks[i]
		if len(row) > 0 && (b.Kind != Heading || b.Level != p.Blocks[row[0]].Level) {
			flush()
		}
		if b.Kind == Heading {
			row = append(row, i)
		}
	}
	flush()
	return listed
}
