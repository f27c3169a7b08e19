package pipeline

import (
	"pulltab/internal/frontmatter"
	"pulltab/internal/judge"
	"pulltab/internal/page"
	"pulltab/internal/typed"
)

// Result is one finished conversion. --format json prints its JSON, and the
// native host sends it: the order of fields is fixed, unknown fields are absent.
type Result struct {
	URL        string            `json:"url,omitempty"`
	Title      string            `json:"title,omitempty"`
	Markdown   string            `json:"markdown"` // with front matter, if asked for
	Metadata   Metadata          `json:"metadata"`
	Origins    map[string]string `json:"origins,omitempty"` // where each field of Metadata was found
	Quality    judge.Quality     `json:"quality"`
	Confidence *Confidence       `json:"confidence,omitempty"`
	Agreement  *judge.Agreement  `json:"agreement,omitempty"` // if asked for
	Coverage   *judge.Coverage   `json:"coverage,omitempty"`
	Candidates []Candidate       `json:"candidates"`
	Reason     string            `json:"reason"`
	Losses     []page.Loss       `json:"losses,omitempty"`
	// Suspicious are texts that read as instructions to a language model.
	Suspicious []judge.Suspicion `json:"suspicious,omitempty"`

	Explanation  *Explanation  `json:"explanation,omitempty"` // if asked for
	Comments     *Comments     `json:"comments,omitempty"`    // if the page has separate comments and the options ask for them
	Data         []typed.Item  `json:"data,omitempty"`        // what the page states in the vocabulary of schema.org
	Turns        *Turns        `json:"turns,omitempty"`       // if the page is a conversation with a language model
	Tokens       *Tokens       `json:"tokens,omitempty"`      // if asked for
	Milliseconds *Milliseconds `json:"milliseconds,omitempty"`
	Text         string        `json:"text,omitempty"` // with the format text only
	HTML         string        `json:"html,omitempty"` // with the format html only

	// Type is the most probable of blocks.PageTypes, "" without the learned engine.
	Type string `json:"-"`

	Answer *AnswerCheck `json:"-"` // of Options.Answer
	Pruned string       `json:"-"` // see Options.Escalation

	// Kept are the blocks of the page that the result holds, for measurements; nil
	// if the text comes from an alternate, or if the page was edited before.
	Kept page.Selection `json:"-"`

	// Pictures are the numbers of pictures judged to be content, and of those shown.
	Pictures struct{ Content, Kept int } `json:"-"`

	// Clean means that the source holds nothing but content: a Markdown file, or
	// what the user or a recipe selected. Quality and confidence say little about it.
	Clean bool `json:"-"`

	// Running is closed when all work has ended, or nil if it has: a call that
	// cannot be stopped may outlive its context.
	Running <-chan struct{} `json:"-"`
}

// Metadata describes the page and the result: page fields first, then the
// judgement.
type Metadata = frontmatter.Fields

// Tokens are the numbers of a language model's tokens in the result and in the
// page's HTML.
type Tokens struct {
	Encoding string `json:"encoding"`
	Markdown int    `json:"markdown"` // exact, without front matter
	HTML     int    `json:"html"`     // exact up to 32 KiB, else from a sample
}

// Comments counts a page's comments.
type Comments struct {
	Shown int `json:"shown"` // in the result
	All   int `json:"all"`   // on the page
}

// Turns counts the turns of a conversation with a language model.
type Turns struct {
	Shown int            `json:"shown"` // in the result
	All   int            `json:"all"`   // that the page counts; it may have loaded only some
	Roles map[string]int `json:"roles"` // of the shown ones, by role: "user", "assistant", "system", "tool"
}

// Confidence is the calibrated estimate of the result's F1, with its band.
type Confidence struct {
	Score float64 `json:"score"` // 0–1, two decimals
	Band  string  `json:"band"`  // "high", "medium" or "low"
}

// Candidate describes the result of one engine.
type Candidate struct {
	Engine       string   `json:"engine"`
	Characters   int      `json:"characters"` // of its text, in code points
	Quality      float64  `json:"quality"`
	Confidence   *float64 `json:"confidence,omitempty"`
	Milliseconds *int64   `json:"milliseconds,omitempty"`
	Error        string   `json:"error"` // "" if it gave a result
}

// Milliseconds is the wall time of each part of a conversion.
type Milliseconds struct {
	Parse    int64 `json:"parse"`
	Extract  int64 `json:"extract"`
	Markdown int64 `json:"markdown"`
	Total    int64 `json:"total"`
}
