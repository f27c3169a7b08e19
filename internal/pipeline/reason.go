package pipeline

import (
	"fmt"
	"strings"

	"pulltab/internal/judge"
)

// Reason states one ground on which the result was chosen, as a code with its
// arguments, so that a program can say it in any language. Result.Reason is its
// English sentence.
type Reason struct {
	Code   string    `json:"code"`
	Engine string    `json:"engine,omitempty"` // the engine, site adapter or recipe that the reason is about
	Other  string    `json:"other,omitempty"`  // the engine that it is compared with, the media type of an alternate or the method of an adapter
	Scores []float64 `json:"scores,omitempty"` // 0–1, two decimals
	Counts []int     `json:"counts,omitempty"`
	Cause  *Reason   `json:"cause,omitempty"`

	problem string // English details of an error
}

// reasonForms are the English sentences by code. $engine, $other, $problem and
// $cause stand for the fields, $s1 and $s2 for scores, $n1 and $n2 for counts, $p1
// and $p2 for scores in per cent. A test compares the codes with the extension's.
var reasonForms = map[string]string{
	"asked":            "$engine: asked for",
	"unsure":           "no engine is sure of its result",
	"failed":           "$engine: $problem",
	"learned":          "$engine: expected F1 $s1, no other engine's is higher by $s2",
	"only":             "$engine: the only result (expected F1 $s1)",
	"only-quality":     "$engine: the only result (quality $s1)",
	"highest":          "$engine: highest expected F1 ($s1 against $s2 of $other)",
	"same":             "$engine: same expected F1 as $other ($s1), higher quality ($s2 against $s3)",
	"equal":            "$engine: same expected F1 ($s1) and quality as $other, preferred among equals",
	"quality":          "$engine: highest quality ($s1 against $s2 of $other)",
	"equal-quality":    "$engine: same quality as $other ($s1), preferred among equals",
	"thin":             "$engine: the cleaned body, since $other kept only $n1 characters of text (under $n2) and is no surer",
	"fallback":         "$engine: the cleaned body, since there is no other result ($cause)",
	"no-result":        "$engine: the cleaned body, since no engine gave a result",
	"selection":        "$engine: all of what was selected",
	"fragment":         "$engine: the input is the content itself",
	"recipe":           "$engine: $other names the content",
	"markdown":         "$engine: the page is Markdown",
	"alternate":        "$engine: the site's own, $p1 % of which the page shows",
	"thread-json":      "$engine: $n1 posts, found in the thread's own JSON",
	"posts":            "$engine: $n1 posts, found by $other",
	"post":             "$engine: 1 post, found by $other",
	"site":             "$engine: what the page is there for, found by $other",
	"site-unsure":      "$engine: expected F1 only $s1",
	"site-less":        "$engine found less ($n1 characters of text against $n2)",
	"unreadable":       "what the site offers as $other cannot be read",
	"different":        "what the site offers as $other is not what the page shows ($p1 % of it is shown, $p2 % of the result is in it)",
	"recipe-applied":   "recipe $engine applied",
	"recipes-not-used": "your recipes are not used: $problem",
}

// String returns the English sentence of r.
func (r Reason) String() string {
	pairs := []string{"$engine", r.Engine, "$other", r.Other, "$problem", r.problem}
	if r.Cause != nil {
		pairs = append(pairs, "$cause", r.Cause.String())
	}
	for i, s := range r.Scores {
		pairs = append(pairs, fmt.Sprintf("$s%d", i+1), fmt.Sprintf("%.2f", s), fmt.Sprintf("$p%d", i+1), fmt.Sprintf("%.0f", 100*s))
	}
	for i, n := range r.Counts {
		pairs = append(pairs, fmt.Sprintf("$n%d", i+1), fmt.Sprint(n))
	}
	return strings.NewReplacer(pairs...).Replace(reasonForms[r.Code])
}

// sentence joins the English sentences of reasons.
func sentence(reasons []Reason) string {
	all := make([]string, len(reasons))
	for i, r := range reasons {
		all[i] = r.String()
	}
	return strings.Join(all, "; ")
}

// scores returns confidences as a Reason holds them.
func scores(values ...float64) []float64 {
	for i := range values {
		values[i] = hundredths(values[i])
	}
	return values
}

// Explanation says in codes why the result was chosen, and how much of its subject
// the page shows.
type Explanation struct {
	Reasons []Reason `json:"reasons"` // Result.Reason as codes

	Clean bool `json:"clean,omitempty"` // Result.Clean

	Extent *judge.Extent `json:"extent,omitempty"`
	Wall   string        `json:"wall,omitempty"` // judge.WallOf

	Page string `json:"page,omitempty"` // the native host's key of the page in memory
}

func (c *conversion) explain(w winner) *Explanation {
	e := &Explanation{Reasons: w.reasons, Clean: w.clean()}
	if w.page == c.page && w.source != sourceUser {
		e.Extent = judge.ExtentOf(w.page, w.keep)
	}
	if w.page == c.page && !e.Clean {
		e.Wall = judge.WallOf(w.page, w.keep)
	}
	return e
}

// clean reports whether w's source holds nothing but content.
func (w *winner) clean() bool {
	return w.source == sourceMarkdown || w.source == sourceUser || w.source == sourceRecipe
}
