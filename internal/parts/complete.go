package parts

import (
	"cmp"
	"slices"

	"pulltab/internal/page"
)

// Scores are the results of the block classifier: for each block the probability
// of being content and the number of words. Without them, the selection itself
// decides: a block is content if it is kept, and counts by its characters.
type Scores struct {
	Content []float64
	Words   []float64
}

// minShareInText is the mean probability of its words from which a part without a kept block is kept, if
// the text before it and the text after it are, in the same container. Chosen by
// hand on the open corpora, without held-out pages.
var minShareInText = map[Kind]float64{List: 0.25, Definitions: 0.25, Table: 0.3, Code: 0.1}

// minShareAtEnd is the same at the end of a container whose last text before the
// part is kept. Chosen in the same way.
var minShareAtEnd = map[Kind]float64{List: 0.4, Definitions: 0.4, Table: 0.4, Code: 0.25}

// minHeading is the probability from which a heading above a part goes with it.
const minHeading = 0.2

// Outline is the parts of a page, for completing several selections. It is
// immutable.
type Outline struct {
	page   *page.Page
	ranges ranges
	parts  []Part
}

// Read returns the outline of p.
func Read(p *page.Page) *Outline {
	r := rangesOf(p)
	return &Outline{page: p, ranges: r, parts: find(p, r)}
}

// Complete returns keep, unchanged itself, with whole parts, and complete as a
// document (page.Page.Complete). A selection of nothing stays so.
func (o *Outline) Complete(keep page.Selection, scores Scores) page.Selection {
	c := completer{Outline: o, keep: make(page.Selection, len(o.page.Blocks)), scores: scores}
	if copy(c.keep, keep); c.keep.Count() == 0 {
		return c.keep
	}
	c.dropHiddenCopies()
	if scores.Content == nil {
		c.scores = byCharacters(o.page, c.keep)
	}
	c.setUseful()
	for _, part := range o.parts {
		c.settle(part)
	}
	c.addTitles()
	c.fillGaps()
	c.dropDuplicates()
	s := o.page.Complete(c.keep)
	c.restoreTitles(s)
	return s
}

func byCharacters(p *page.Page, keep page.Selection) Scores {
	s := Scores{make([]float64, len(p.Blocks)), make([]float64, len(p.Blocks))}
	for i := range p.Blocks {
		s.Words[i] = float64(len(p.Blocks[i].Text))
		if keep[i] {
			s.Content[i] = 1
		}
	}
	return s
}

// completer is the state of one call of Complete.
type completer struct {
	*Outline
	keep   page.Selection
	scores Scores
	// useful is the probability from which a block raises the expected F1, half of
	// it (see blocks.Scores.Expected). Parts of which some blocks are kept need it as
	// the mean probability of their words.
	useful float64
}

// setUseful sets useful for the present selection.
func (c *completer) setUseful() {
	var right, kept, all float64
	for i, w := range c.scores.Words {
		all += w * c.scores.Content[i]
		if c.keep[i] {
			kept += w
			right += w * c.scores.Content[i]
		}
	}
	if kept+all > 0 {
		c.useful = right / (kept + all)
	}
}

// settle keeps part whole, or leaves it out whole. Blocks of the same form are
// decided together.
func (c *completer) settle(part Part) {
	some, all := false, true
	for i := part.First; i <= part.Last; i++ {
		some = some || c.keep[i]
		all = all && (c.keep[i] || c.page.Blocks[i].Hidden)
	}
	switch {
	case all:
	case !some:
		c.join(part)
	case part.Divided:
	default:
		forms := c.byForm(part)
		inText := len(forms) == 1 && c.inText(part)
		for _, blocks := range forms {
			whole := c.share(blocks) >= c.useful || inText
			for _, i := range blocks {
				c.keep[i] = whole
			}
		}
		if len(forms) > 1 && c.share(c.shown(part.Range)) >= c.useful {
			c.keepMembers(part)
		}
	}
}

// keepMembers keeps the members of part of which no block is kept, if others are.
func (c *completer) keepMembers(part Part) {
	if !slices.Contains(c.keep[part.First:part.Last+1], true) {
		return
	}
	for _, m := range part.Members {
		if !slices.Contains(c.keep[m.First:m.Last+1], true) {
			for _, i := range c.shown(m) {
				c.keep[i] = true
			}
		}
	}
}

// share returns the mean probability of the words of blocks.
func (c *completer) share(blocks []int) float64 {
	content, words := 0.0, 0.0
	for _, i := range blocks {
		content += c.scores.Content[i] * c.scores.Words[i]
		words += c.scores.Words[i]
	}
	return content / max(words, 1e-9)
}

// shown returns the blocks of r that can be kept: hidden ones only if they are.
func (c *completer) shown(r Range) []int {
	var blocks []int
	for i := r.First; i <= r.Last; i++ {
		if c.keep[i] || !c.page.Blocks[i].Hidden {
			blocks = append(blocks, i)
		}
	}
	return blocks
}

// join keeps a part of which no block is kept, with the headings directly above
// it, if it is in a kept text.
func (c *completer) join(part Part) {
	if !c.inText(part) {
		return
	}
	for _, i := range c.shown(part.Range) {
		c.keep[i] = true
	}
	for i := part.First - 1; i >= 0 && c.page.Blocks[i].Level > 1 && !c.page.Blocks[i].Hidden; i-- {
		c.keep[i] = c.keep[i] || c.scores.Content[i] >= minHeading
	}
}

// afterParts returns the first block from at on that is not in one of the next few
// parts within r.
func (c *completer) afterParts(at int, r Range) int {
	for range 4 {
		k, found := slices.BinarySearchFunc(c.parts, at, func(p Part, at int) int { return cmp.Compare(p.First, at) })
		if !found || c.keep[at] || c.parts[k].Last > r.Last {
			break
		}
		at = c.parts[k].Last + 1
	}
	return at
}

// inText reports whether part is in a kept text: the block before it in its
// container, headings aside, is kept, and so is the one after it unless the
// container ends.
func (c *completer) inText(part Part) bool {
	around := c.ranges.wrapper(part.Node).Parent
	if around == nil {
		return false
	}
	in := c.ranges[around]
	before := part.First - 1
	for before >= in.First && c.page.Blocks[before].Kind == page.Heading && !c.keep[before] {
		before--
	}
	if before < in.First || !c.keep[before] {
		return false
	}
	share := c.share(c.shown(part.Range))
	if after := c.afterParts(part.Last+1, in); after <= in.Last {
		return c.keep[after] && share >= minShareInText[part.Kind]
	}
	return share >= minShareAtEnd[part.Kind]
}
