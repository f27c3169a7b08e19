package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"pulltab/internal/engine"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// Sources of a result that are not an engine's name.
const (
	sourceFallback = "readability-fallback"
	sourceUser     = "user-selection"
)

// thinText is the number of code points of text below which the winner counts
// as a miss, and the cleaned body takes its place.
const thinText = 200

// choice is the candidate that makes the result.
type choice struct {
	candidate
	source string
	reason string         // in words
	page   *page.Page     // that keep is of
	whole  page.Selection // keep before what the reader does not want of the comments went
	left   []page.Loss    // comments that went for their depth or number
	count  *Comments      // nil if there are none, or nobody asked for any
	said   page.Selection // keep without remarks: comments below an article, on an answer

	known *metadata.Metadata // what a recipe or another form of the page says of it, or nil
}

// tieOrder: the first of these wins among equals.
var tieOrder = map[string]int{"blocks": 3, "trafilatura": 2, "readability": 1}

// pick returns the best candidate: of the highest confidence, then of the
// highest quality, then in tieOrder; the learned engine's unless another leads
// by enough. The cleaned body takes part only by the rule for thin results, or
// when it is asked for by name.
func pick(p *page.Page, candidates []candidate, wanted string) (choice, bool) {
	body := find(candidates, "body")
	best := find(candidates, wanted)
	reason := ""
	if wanted != "auto" {
		reason = wanted + ": asked for"
	} else if empty(candidates) && !fewWords(p, body) && p.Source.ContentType != "text/plain" {
		return choice{}, false
	} else {
		best, reason = judged(candidates)
	}
	if best != nil && best.err != nil {
		reason = fmt.Sprintf("%s: %v", best.engine, best.err)
		best = nil
	}
	switch {
	case best != nil && (best.engine == "body" || textLength(p, best.keep) >= thinText):
		return choice{candidate: *best, source: best.engine, reason: reason}, true
	case body == nil || body.err != nil:
		return choice{}, false
	case best != nil:
		reason = fmt.Sprintf("%s: the cleaned body, since %s kept only %d characters of text (under %d)",
			sourceFallback, best.engine, textLength(p, best.keep), thinText)
	case reason != "":
		reason = fmt.Sprintf("%s: the cleaned body, since there is no other result (%s)", sourceFallback, reason)
	default:
		reason = sourceFallback + ": the cleaned body, since no engine gave a result"
	}
	return choice{candidate: *body, source: sourceFallback, reason: reason}, true
}

// doubt is the confidence under which a candidate does not stand against the
// learned engine's finding that the page has no content: under it, more is
// wrong than right.
const doubt = 0.5

// empty reports whether the page has no content, as the learned engine sees it
// and nobody is sure enough to object: a wall before the page, an empty shell. A
// file of plain text is never one.
func empty(candidates []candidate) bool {
	own := find(candidates, engine.Blocks{}.Name())
	return own != nil && errors.Is(own.err, engine.ErrNothing) &&
		!slices.ContainsFunc(candidates, func(c candidate) bool { return c.err == nil && c.confidence >= doubt })
}

// fewWords reports whether the page shows some text, but too little to doubt
// that it is what the page is there for.
func fewWords(p *page.Page, body *candidate) bool {
	if body == nil || body.err != nil {
		return false
	}
	n := textLength(p, body.keep)
	return 0 < n && n < thinText
}

// lead is how much surer of another engine's result than of the learned
// engine's the judge must be to prefer it: of two forecasts so close, the one
// that the learned engine makes by choosing block for block comes true more
// often. Of the leads tried on held-out pages, 0.05 costs pages of mixed types
// 0.1 points of F1 against 0.15, and 0.2 costs news pages what other engines do
// better.
const lead = 0.15

// judged returns the best candidate but the body, or nil, and why it is.
func judged(candidates []candidate) (*candidate, string) {
	var best, second *candidate
	for i := range candidates {
		c := &candidates[i]
		switch {
		case c.err != nil || c.engine == "body" || c.site != nil:
		case best == nil || better(c, best):
			best, second = c, best
		case second == nil || better(c, second):
			second = c
		}
	}
	own := find(candidates, engine.Blocks{}.Name())
	if best != nil && own != nil && own != best && own.err == nil && own.confidence > 0 && best.confidence < own.confidence+lead {
		return own, fmt.Sprintf("%s: expected F1 %.2f, no other engine's is higher by %.2f",
			own.engine, hundredths(own.confidence), lead)
	}
	switch {
	case best == nil:
		return nil, ""
	case second == nil && best.confidence > 0:
		return best, fmt.Sprintf("%s: the only result (expected F1 %.2f)", best.engine, hundredths(best.confidence))
	case second == nil:
		return best, fmt.Sprintf("%s: the only result (quality %.2f)", best.engine, best.quality.Score)
	case best.confidence > second.confidence:
		return best, fmt.Sprintf("%s: highest expected F1 (%.2f against %.2f of %s)",
			best.engine, hundredths(best.confidence), hundredths(second.confidence), second.engine)
	case best.confidence > 0 && best.quality.Score > second.quality.Score:
		return best, fmt.Sprintf("%s: same expected F1 as %s (%.2f), higher quality (%.2f against %.2f)",
			best.engine, second.engine, hundredths(best.confidence), best.quality.Score, second.quality.Score)
	case best.confidence > 0:
		return best, fmt.Sprintf("%s: same expected F1 (%.2f) and quality as %s, preferred among equals",
			best.engine, hundredths(best.confidence), second.engine)
	case best.quality.Score > second.quality.Score:
		return best, fmt.Sprintf("%s: highest quality (%.2f against %.2f of %s)",
			best.engine, best.quality.Score, second.quality.Score, second.engine)
	default:
		return best, fmt.Sprintf("%s: same quality as %s (%.2f), preferred among equals",
			best.engine, second.engine, best.quality.Score)
	}
}

func better(a, b *candidate) bool {
	if a.confidence != b.confidence {
		return a.confidence > b.confidence
	}
	if a.quality.Score != b.quality.Score {
		return a.quality.Score > b.quality.Score
	}
	return tieOrder[a.engine] > tieOrder[b.engine]
}

func find(candidates []candidate, engine string) *candidate {
	for i := range candidates {
		if candidates[i].engine == engine {
			return &candidates[i]
		}
	}
	return nil
}

// textLength counts the code points of the kept blocks' text. It does not
// depend on how images, links or summaries are rendered.
func textLength(p *page.Page, keep page.Selection) int {
	n := 0
	for i := range p.Blocks {
		if keep.Has(i) {
			n += utf8.RuneCountInString(p.Blocks[i].Text)
		}
	}
	return n
}
