package outline

import (
	"fmt"
	"slices"
	"strings"
)

// Options of an answer.
type Options struct {
	Budget   int    // tokens of the whole answer; 0 means DefaultBudget
	Format   string // "md" (also ""), "json" or "text"
	Withhold bool   // replace flagged blocks by their flags
	Nonce    string // names the frame; the page must not know it
}

// Validate checks o and replaces zero values by the defaults.
func (o *Options) Validate() error {
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	if o.Format == "" {
		o.Format = "md"
	}
	switch {
	case o.Budget < MinBudget || o.Budget > MaxBudget:
		return fmt.Errorf("budget: %d is not between %d and %d", o.Budget, MinBudget, MaxBudget)
	case !slices.Contains([]string{"md", "json", "text"}, o.Format):
		return fmt.Errorf("format: %q is not md, json or text", cut(o.Format))
	}
	return nil
}

// Answer is a text for a model.
type Answer struct {
	Text   string `json:"text"`
	Tokens int    `json:"tokens"` // at most the budget
	Match  string `json:"match,omitempty"`
}

// StaleError means that a range names a revision that is gone. Outline is that of
// the page now.
type StaleError struct {
	Revision string
	Outline  Answer
}

func (e *StaleError) Error() string {
	return "E_STALE: revision " + e.Revision + " is gone; ask for blocks of the new outline"
}

// view is what an answer shows of a snapshot.
type view struct {
	note    string // about the request
	match   string
	shown   []int    // indices of blocks
	removed []*Block // blocks of an earlier revision
	left    []section
	outline bool // left is the answer itself
	brief   bool // without losses and places of flags
}

// Read returns the blocks of r, or of the whole page if it is nil, from the
// beginning, and the ids of those that do not fit.
func (s *Snapshot) Read(r *Range, o Options) (Answer, error) {
	if err := o.Validate(); err != nil {
		return Answer{}, err
	}
	all := make([]int, len(s.Blocks))
	for i := range all {
		all[i] = i
	}
	if r != nil {
		if r.Revision != "" && r.Revision != s.Revision {
			outline, err := s.Outline(o)
			if err != nil {
				return Answer{}, err
			}
			return Answer{}, &StaleError{r.Revision, outline}
		}
		var err error
		if all, err = s.find(*r); err != nil {
			return Answer{}, err
		}
	}
	return s.fit(view{}, all, nil, o), nil
}

// Outline returns the headings with the ids and the numbers of tokens of their
// sections. Deep headings are joined with those above if there is no room.
func (s *Snapshot) Outline(o Options) (Answer, error) {
	if err := o.Validate(); err != nil {
		return Answer{}, err
	}
	v := view{outline: true}
	all := make([]int, len(s.Blocks))
	for i := range all {
		all[i] = i
	}
	a, _ := s.withSections(v, s.sections(all), o)
	return a, nil
}

// Diff returns the blocks that an earlier revision of the page does not have, and
// the texts of those that only the earlier one has. A block that moved is in
// neither.
func (s *Snapshot) Diff(before *Snapshot, o Options) (Answer, error) {
	if err := o.Validate(); err != nil {
		return Answer{}, err
	}
	had := map[string]int{}
	for i := range before.Blocks {
		had[before.Blocks[i].Text]++
	}
	var added []int
	for i := range s.Blocks {
		if t := s.Blocks[i].Text; had[t] > 0 {
			had[t]--
		} else {
			added = append(added, i)
		}
	}
	var removed []*Block
	for i := len(before.Blocks) - 1; i >= 0; i-- {
		if b := &before.Blocks[i]; had[b.Text] > 0 {
			had[b.Text]--
			removed = append(removed, b)
		}
	}
	slices.Reverse(removed)
	note := fmt.Sprintf("since %s: %d blocks added, %d removed", before.Revision, len(added), len(removed))
	if len(added)+len(removed) == 0 {
		note = "since " + before.Revision + ": no change"
	}
	return s.fit(view{note: note}, added, removed, o), nil
}

// fit shows as many of the wanted blocks, then of the removed texts, as the budget
// allows, and names the rest.
func (s *Snapshot) fit(v view, wanted []int, removed []*Block, o Options) Answer {
	const mark = 5 // tokens of an id and a line end
	sections := s.sections(wanted)
	least := v
	least.left = whole(sections)
	room := o.Budget - s.count.Count(s.render(least, o))
	total := 0
	for _, n := range wanted {
		total += s.Blocks[n].Tokens + mark
	}
	if total > room {
		room -= min(o.Budget/5, 20*len(sections)) // for the headings of the rest
	}
	n := 0
	for n < len(wanted) && room >= s.Blocks[wanted[n]].Tokens+mark {
		room -= s.Blocks[wanted[n]].Tokens + mark
		n++
	}
	for _, b := range removed {
		if room -= b.Tokens + mark; n < len(wanted) || room < 0 {
			break
		}
		v.removed = append(v.removed, b)
	}
	for ; ; n-- {
		for n > 0 && n < len(wanted) && s.Blocks[wanted[n-1]].Level > 0 {
			n-- // a heading without its text
		}
		v.shown = wanted[:n]
		a, fits := s.withSections(v, s.sections(wanted[n:]), o)
		if fits || n == 0 && len(v.removed) == 0 {
			return a
		}
		if len(v.removed) > 0 {
			v.removed, n = v.removed[:len(v.removed)-1], n+1
		}
	}
}

// withSections renders v with as much of the sections' headings as the budget
// allows. It reports false if even one range for all of them does not fit.
func (s *Snapshot) withSections(v view, sections []section, o Options) (Answer, bool) {
	for max := noHeading; max >= 0; max-- {
		v.left = merged(sections, max)
		if max == 0 {
			v.left = whole(sections)
		}
		if len(v.left) > o.Budget/3 {
			continue // each takes more than three tokens
		}
		if a := s.answer(v, o); a.Tokens <= o.Budget {
			return a, true
		}
	}
	v.left, v.brief = whole(sections), true
	a := s.answer(v, o)
	return a, a.Tokens <= o.Budget
}

func (s *Snapshot) answer(v view, o Options) Answer {
	text := s.render(v, o)
	return Answer{text, s.count.Count(text), v.match}
}

// render returns v in the format of o.
func (s *Snapshot) render(v view, o Options) string {
	if o.Format == "json" {
		return s.renderJSON(v, o)
	}
	var b strings.Builder
	s.writeHead(&b, v)
	origin := s.Origin
	if origin == "" {
		origin = "unknown"
	}
	fmt.Fprintf(&b, "<page-%s origin=%s>\n", o.Nonce, origin)
	for _, n := range v.shown {
		writeBlock(&b, s.Blocks[n].ID, &s.Blocks[n], o)
	}
	for _, block := range v.removed {
		writeBlock(&b, "removed", block, o)
	}
	for _, x := range v.left {
		span := ids(s.Blocks[x.first].ID, s.Blocks[x.last].ID)
		switch {
		case v.outline:
			fmt.Fprintf(&b, "%s %d %s\n", span, x.tokens, x.heading)
		case x.heading == "":
			fmt.Fprintf(&b, "[%s left out, %d tokens]\n", span, x.tokens)
		default:
			fmt.Fprintf(&b, "[%s left out, %d tokens: %s]\n", span, x.tokens, x.heading)
		}
	}
	fmt.Fprintf(&b, "</page-%s>\n", o.Nonce)
	return b.String()
}

func writeBlock(b *strings.Builder, id string, block *Block, o Options) {
	flags := ""
	if len(block.Flags) > 0 {
		flags = " !" + strings.Join(block.Flags, " !")
	}
	switch {
	case o.Withhold && flags != "":
		fmt.Fprintf(b, "[%s withheld: %s]\n", id, strings.Join(block.Flags, ", "))
	case o.Format == "text" && flags == "" && id == block.ID:
		b.WriteString(formatted(block.Text, o) + "\n")
	default:
		fmt.Fprintf(b, "[%s%s] %s\n", id, flags, formatted(block.Text, o))
	}
}
