package pipeline

import (
	"fmt"
	"html"
	"strings"

	"pulltab/internal/engine"
	"pulltab/internal/page"
	"pulltab/internal/tokens"
)

// Answer is the answer of a language model to a pruned page (see Escalation): the
// text of the content, or the numbers of its blocks.
type Answer struct {
	Text   string
	Blocks []int
}

// AnswerCheck says what became of an Answer.
type AnswerCheck struct {
	Used  bool    `json:"used"`
	Known float64 `json:"known"` // share of the answer's words that are on the page, two decimals
}

// minKnown is the share of an answer's words that must be on the page. Models drop
// marks and join words; an answer with less has text of its own.
const minKnown = 0.95

// sourceAnswer is the source of a result that follows an Answer.
const sourceAnswer = "answer"

// addAnswer adds the blocks that the answer names as a candidate, which then wins.
// The result is rendered from the page, so it holds no word of the model's own.
func (c *conversion) addAnswer() {
	a := c.options.Answer
	if a == nil {
		return
	}
	keep, known := c.answered(a)
	c.answer = &AnswerCheck{Used: known >= minKnown && keep.Count() > 0, Known: hundredths(known)}
	if c.answer.Used {
		c.candidates = append(c.candidates, candidate{engine: sourceAnswer, keep: c.page.Complete(keep)})
	}
}

func (c *conversion) answered(a *Answer) (page.Selection, float64) {
	if len(a.Blocks) == 0 {
		return engine.Answered(c.page, a.Text)
	}
	keep := make(page.Selection, len(c.page.Blocks))
	known := 0
	for _, b := range a.Blocks {
		if b >= 0 && b < len(keep) {
			keep[b] = true
			known++
		}
	}
	return keep, float64(known) / float64(len(a.Blocks))
}

// Escalation asks for Result.Pruned of results below a confidence. The zero value
// asks for none.
type Escalation struct {
	Below  float64
	Tokens int // the most that Pruned may have, estimated
}

// pruned returns the page for a language model, as HTML: the blocks that any engine
// kept besides the cleaned body, each with its number as id. Beyond the limit it is
// cut, with a comment.
func (c *conversion) pruned() string {
	keep := make(page.Selection, len(c.page.Blocks))
	for _, a := range c.candidates {
		if a.err == nil && a.engine != (engine.Body{}).Name() {
			for i := range keep {
				keep[i] = keep[i] || a.keep.Has(i)
			}
		}
	}
	if body := find(c.candidates, engine.Body{}.Name()); keep.Count() == 0 && body != nil {
		keep = body.keep
	}
	var b strings.Builder
	used := 0
	for i := range c.page.Blocks {
		block := &c.page.Blocks[i]
		if !keep.Has(i) || block.Hidden {
			continue
		}
		tag := tagOf(block)
		line := fmt.Sprintf("<%s id=b%d>%s</%s>\n", tag, i, html.EscapeString(block.Text), tag)
		if used += tokens.Estimate(line); used > c.options.Escalation.Tokens {
			b.WriteString("<!-- cut -->\n")
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

func tagOf(b *page.Block) string {
	switch b.Kind {
	case page.Heading:
		return fmt.Sprintf("h%d", b.Level)
	case page.Item:
		return "li"
	case page.Row, page.Cell:
		return "td"
	case page.Code:
		return "pre"
	case page.Caption:
		return "figcaption"
	}
	return "p"
}
