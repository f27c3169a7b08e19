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
	Article float64 // probability that the page is an article, not a list of others
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
	for i := range c.keep {
		c.add(c.scores.Words[i], c.scores.Content[i], c.keep[i])
	}
	c.addFigures()
	useful := c.right / max(c.kept+c.content, 1e-9)
	for _, part := range o.parts {
		c.settle(part, useful)
	}
	c.addTitles()
	c.fillGaps()
	c.dropDuplicates()
	s := o.page.Complete(c.keep)
	c.restoreTitles(s)
	return s
}

func byCharacters(p *page.Page, keep page.Selection) Scores {
	s := Scores{Content: make([]float64, len(p.Blocks)), Words: make([]float64, len(p.Blocks))}
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
	expected
}

// expected are sums over words for the expected F1 of a selection (see
// blocks.Scores.Expected): of the kept words that are content, of the kept words,
// and of all words that are content.
type expected struct{ right, kept, content float64 }

// of returns the sums of blocks.
func (c *completer) of(blocks []int) (e expected) {
	for _, i := range blocks {
		e.add(c.scores.Words[i], c.scores.Content[i], c.keep[i])
	}
	return e
}

func (e *expected) add(words, content float64, keep bool) {
	e.content += words * content
	if keep {
		e.kept += words
		e.right += words * content
	}
}

// set keeps blocks or not.
func (c *completer) set(blocks []int, keep bool) {
	for _, i := range blocks {
		if c.keep[i] != keep {
			sign := 1.0
			if !keep {
				sign = -1
			}
			c.kept += sign * c.scores.Words[i]
			c.right += sign * c.scores.Words[i] * c.scores.Content[i]
			c.keep[i] = keep
		}
	}
}

// isUseful reports whether the expected F1 is higher with blocks than without, if
// all of unit, to which they belong, is content or nothing of it, with the mean
// probability of the words of blocks. For a few words this is so from half of the
// expected F1 on; for most of the text from a probability of about a half.
func (c *completer) isUseful(blocks, unit []int) bool {
	share, words := c.share(blocks), c.words(blocks)
	own := c.of(unit)
	right, kept, content := c.right-own.right, c.kept-own.kept, c.content-own.content
	all := content + c.words(unit)
	f1 := func(right, kept, content float64) float64 { return 2 * right / max(kept+content, 1e-9) }
	with := share*f1(right+words, kept+words, all) + (1-share)*f1(right, kept+words, content)
	without := share*f1(right, kept, all) + (1-share)*f1(right, kept, content)
	return with >= without
}

func (c *completer) words(blocks []int) float64 {
	words := 0.0
	for _, i := range blocks {
		words += c.scores.Words[i]
	}
	return words
}

// settle keeps part whole, or leaves it out whole. Blocks of the same form are
// decided together, by useful, half of the expected F1: the probability from which
// a few blocks raise it.
func (c *completer) settle(part Part, useful float64) {
	some, all := false, true
	for i := part.First; i <= part.Last; i++ {
		some = some || c.keep[i]
		all = all && (c.keep[i] || c.page.Blocks[i].Hidden)
	}
	switch {
	case !some:
		c.join(part)
	case part.Divided:
		if part.Kind == List && len(part.Members) >= minStream && c.scores.Article >= minArticle {
			c.dropUnlikely(part)
		}
	case !all:
		forms := c.byForm(part)
		inText := len(forms) == 1 && c.inText(part)
		for _, blocks := range forms {
			whole := inText || c.share(blocks) >= useful
			c.set(blocks, whole)
		}
		if shown := c.shown(part.Range); len(forms) > 1 && c.share(shown) >= useful {
			c.keepMembers(part)
		}
	}
}

// dropUnlikely deselects the kept blocks of a divided list, such as a stream of
// teasers, if they are most of the kept text and not worth it together: members are
// right or wrong together, so that many unlikely ones are no small risk each.
func (c *completer) dropUnlikely(part Part) {
	shown := c.shown(part.Range)
	kept := slices.DeleteFunc(slices.Clone(shown), func(i int) bool { return !c.keep[i] })
	if words := c.words(kept); words > c.kept-words {
		c.set(kept, c.isUseful(kept, shown))
	}
}

// minStream is the number of members from which a divided list is decided as one,
// minArticle the probability of an article from which it may be left out: on other
// pages of the corpora such lists are right more often than their probabilities say.
const (
	minStream  = 4
	minArticle = 0.5
)

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

// withoutCaptions returns those of blocks that are no captions, or all if none are.
// A caption is short and judged by its own words, which say little about its table.
func (c *completer) withoutCaptions(blocks []int) []int {
	var rest []int
	for _, i := range blocks {
		if c.page.Blocks[i].Kind != page.Caption {
			rest = append(rest, i)
		}
	}
	if len(rest) == 0 {
		return blocks
	}
	return rest
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
	share := c.share(c.withoutCaptions(c.shown(part.Range)))
	if after := c.afterParts(part.Last+1, in); after <= in.Last {
		return c.keep[after] && share >= minShareInText[part.Kind]
	}
	return share >= minShareAtEnd[part.Kind]
}
