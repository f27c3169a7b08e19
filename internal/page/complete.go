package page

import "golang.org/x/net/html"

// Complete returns keep, unchanged itself, as a selection that is complete as a
// document:
//   - a data table is selected as a whole if at least half of its bytes are;
//   - the summary of a details element is selected with any of its content;
//   - a heading is deselected if no selected text follows before the next heading
//     of its level or above.
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
			switch {
			case s[i]:
				kept += len(p.Blocks[i].Text)
				all += len(p.Blocks[i].Text)
			case !p.Blocks[i].Hidden:
				all += len(p.Blocks[i].Text)
			}
		}
		for i := from; i < to; i++ {
			s[i] = 2*kept >= all && (s[i] || !p.Blocks[i].Hidden)
		}
		from = to
	}
}

// dataTable returns the table of which b is a complete row, or nil.
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
	if !p.hasSummaries {
		return
	}
	missing := map[*html.Node][]int{} // blocks of summaries, by their details element
	for i := range p.Blocks {
		if b := &p.Blocks[i]; !s[i] && !b.Hidden {
			if d := summarised(b.Node); d != nil {
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

// summarised returns the details element whose summary contains n, a block's node,
// or nil.
func summarised(n *html.Node) *html.Node {
	for ; n != nil && n.Data != "details"; n = n.Parent {
		if n.Data == "summary" && n.Parent != nil && n.Parent.Data == "details" {
			return n.Parent
		}
	}
	return nil
}

// minHeadingList is the number of consecutive headings of one level, without text
// between them, that count as a list, such as the titles of cards.
const minHeadingList = 3

// headingTextRatio: if more than 1/headingTextRatio of the selected bytes are in
// headings without text below, the page has its text in headings, and all stay.
const headingTextRatio = 4

func (p *Page) completeHeadings(s Selection) {
	listed := p.listedHeadings(s)
	above := 0 // a heading of a lower level than this has text below
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
	if headingTextRatio*bareText > text {
		return
	}
	for _, i := range bare {
		s[i] = false
	}
}

// listedHeadings returns the selected headings that form a list (minHeadingList).
func (p *Page) listedHeadings(s Selection) map[int]bool {
	listed := map[int]bool{}
	var row []int // consecutive selected headings of one level
	flush := func() {
		if len(row) >= minHeadingList {
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
