package judge

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

// Agreement measures how similar the texts of structurally different engines are
// on a page, independently of which is right. Low agreement means that a result
// should be checked.
type Agreement struct {
	Min     float64           `json:"min"` // lowest Jaccard similarity of the pairs of compared engines
	Verdict string            `json:"verdict"`
	Title   bool              `json:"title"` // the engines' titles agree, see titlesAgree
	Titles  map[string]string `json:"titles"`
	Flags   []string          `json:"flags"`
	Pairs   []Pair            `json:"pairs"` // those of compared engines first
	Diff    *Diff             `json:"diff,omitempty"`
}

// Pair is the similarity of two engines' texts.
type Pair struct {
	A       string  `json:"a"`
	B       string  `json:"b"`
	Jaccard float64 `json:"jaccard"` // of their shingles, four decimals
}

// Verdicts with the lowest Min of each.
const (
	Pass = "pass" // from 0.75
	Warn = "warn" // from 0.5
	Fail = "fail" // below, or an engine returned nothing

	passFrom = 0.75
	warnFrom = 0.5
)

// Flags of an Agreement.
const (
	FlagNull       = "readability-null"   // readability returned nothing
	FlagShort      = "readability-short"  // its text is under shortText characters
	FlagUnreadable = "not-readerable"     // Mozilla's isProbablyReaderable would refuse the page
	FlagFallback   = "semantic-fallback"  // no landmark: semantic used the whole body
	FlagCharacters = "character-shingles" // a script without spaces: shingles of characters
)

// shortText is Readability's default minimum length of a result, in code points.
const shortText = 500

// Extraction is the result of one engine.
type Extraction struct {
	Engine string
	Keep   page.Selection
	Title  string
	Err    error // set if it returned nothing
}

// compared is the number of engines that Min is computed over: readability, which
// scores containers, semantic, which uses landmarks, and distiller, which uses
// text density.
const compared = 3

// checkTime is the timeout of all engines; limits on nodes and bytes apply long
// before.
const checkTime = 8 * time.Second

// Check runs the engines on p in parallel and compares them. It fails only if ctx
// ends.
func Check(ctx context.Context, p *page.Page) (Agreement, error) {
	engines := []engine.Titled{engine.Readability{}, engine.Semantic{}, engine.Distiller{}, engine.Trafilatura{Fallback: true}}
	found := make([]Extraction, len(engines))
	limited, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	var running sync.WaitGroup
	for i, e := range engines {
		running.Go(func() {
			keep, title, err := engine.RunTitled(limited, e, p)
			found[i] = Extraction{e.Name(), keep, title, err}
		})
	}
	running.Wait()
	if err := ctx.Err(); err != nil {
		return Agreement{}, err
	}
	return Agree(p, [compared]Extraction(found), found[compared:]...), nil
}

// Agree compares the extractions of readability, semantic and distiller, in this
// order; others are listed but do not affect Min. Diff is that of the pair with
// the lowest similarity.
func Agree(p *page.Page, three [compared]Extraction, others ...Extraction) Agreement {
	all := append(three[:], others...)
	texts := make([]string, len(all))
	for i, x := range all {
		if x.Err == nil {
			texts[i] = p.Text(x.Keep)
		}
	}
	sets, characters := agreementShingles(texts)

	a := Agreement{Min: math.Inf(1), Titles: map[string]string{}, Flags: flags(p, three[0], texts[0]), Pairs: []Pair{}}
	if characters {
		a.Flags = append(a.Flags, FlagCharacters)
	}
	var worst [2]int
	for j := range all {
		for i := range j {
			similarity := sets[i].Jaccard(sets[j])
			a.Pairs = append(a.Pairs, Pair{all[i].Engine, all[j].Engine, round4(similarity)})
			if j < compared && similarity < a.Min {
				a.Min, worst = similarity, [2]int{i, j}
			}
		}
	}
	nothing := slices.Contains(texts[:compared], "")
	a.Verdict = verdict(a.Min, nothing)
	a.Min = round4(a.Min)
	for _, x := range all {
		if x.Err == nil && x.Title != "" {
			a.Titles[x.Engine] = x.Title
		}
	}
	a.Title = titlesAgree(three[:])
	d := diff(p, all[worst[0]], all[worst[1]])
	a.Diff = &d
	return a
}

func verdict(least float64, nothing bool) string {
	switch {
	case nothing || least < warnFrom:
		return Fail
	case least < passFrom:
		return Warn
	}
	return Pass
}

func flags(p *page.Page, readability Extraction, text string) []string {
	flags := []string{}
	switch {
	case readability.Err != nil || text == "":
		flags = append(flags, FlagNull)
	case utf8.RuneCountInString(text) < shortText:
		flags = append(flags, FlagShort)
	}
	if !engine.Readerable(p) {
		flags = append(flags, FlagUnreadable)
	}
	if engine.Landmark(p) == nil {
		flags = append(flags, FlagFallback)
	}
	return flags
}

// titlesAgree reports whether at least two extractions have a title and the
// words of the shortest are a part of every other: some engines keep the site's
// name, which does not count as disagreement.
func titlesAgree(found []Extraction) bool {
	var titles [][]string
	for _, x := range found {
		if w := plainWords(x.Title); x.Err == nil && len(w) > 0 {
			titles = append(titles, w)
		}
	}
	if len(titles) < 2 {
		return false
	}
	shortest := slices.MinFunc(titles, func(a, b []string) int { return len(a) - len(b) })
	for _, t := range titles {
		if !containsRun(t, shortest) {
			return false
		}
	}
	return true
}

// containsRun reports whether part occurs in all.
func containsRun(all, part []string) bool {
	for i := 0; i+len(part) <= len(all); i++ {
		if slices.Equal(all[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

func round4(f float64) float64 { return math.Round(f*1e4) / 1e4 }
