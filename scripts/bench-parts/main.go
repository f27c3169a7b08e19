// Command bench-parts counts torn lists, tables and definition lists in the results
// on labelled corpora: some direct items, rows or terms are kept and others are
// not, although the page marks no border between them (a heading inside) and the
// losses do not name what is missing. It also counts the right ones, whose text is
// in the truth, that are kept.
//
//	go run ./scripts/bench-parts CORPUS…
//
// "blocks alone" is the learned engine's choice before internal/parts completes it,
// "result" the whole conversion. The program first removes members from whole units
// and fails if it does not find each of these tears. It fails, too, if the result
// has a torn unit.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"text/tabwriter"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/engine"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench-parts:", err)
		os.Exit(1)
	}
}

// minPlanted is the number of tears that the self-test needs.
const minPlanted = 10

func run(dirs []string) error {
	if len(dirs) == 0 {
		return errors.New("no corpus given")
	}
	var total tally
	for _, dir := range dirs {
		corpus, err := bench.Open(dir)
		if err != nil {
			return err
		}
		var of tally
		entry := bench.Entry{Name: "parts", Answer: of.add}
		outcomes, err := bench.Run(context.Background(), corpus, []bench.Entry{entry}, bench.Options{})
		if err != nil {
			return err
		}
		for _, o := range outcomes {
			if err := o.Errors[0]; err != nil && !errors.Is(err, pipeline.ErrNoContent) {
				fmt.Fprintf(os.Stderr, "%s: %v\n", o.Case.ID, err)
			}
		}
		of.print(corpus.Name)
		total.merge(&of)
	}
	total.print("all corpora")
	if total.planted < minPlanted || total.found < total.planted {
		return fmt.Errorf("self-test: %d of %d planted tears found, %d needed", total.found, total.planted, minPlanted)
	}
	for _, kind := range kinds {
		if n := total.counts[kind].after.torn; n > 0 {
			return fmt.Errorf("%d torn %s", n, kind)
		}
	}
	return nil
}

// tally collects the counts of a corpus. Its zero value is empty.
type tally struct {
	mutex          sync.Mutex
	counts         map[string]count // by kind
	planted, found int
	torn           []string // page and first words
}

type count struct{ before, after side }

// side counts units in one selection.
type side struct {
	kept  int     // at least one member is kept
	torn  int     // among them
	named int     // cut, but named in the losses
	right int     // units whose text is in the truth
	share float64 // sum of the kept shares of their members
}

// add counts the units of one page.
func (t *tally) add(ctx context.Context, k bench.Case, p *page.Page) (bench.Answer, error) {
	o := pipeline.DefaultOptions()
	o.Comments, o.NoTimestamp = false, true
	r, err := pipeline.Convert(ctx, p.Source, o, nil)
	if err != nil {
		return bench.Answer{}, err
	}
	before := alone(ctx, p)
	after := r.Kept
	var cover []float64
	if k.Truth.Text != "" {
		cover = engine.Cover(p, k.Truth.Text)
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.counts == nil {
		t.counts = map[string]count{}
	}
	for _, u := range units(p) {
		c := t.counts[u.kind]
		right := cover != nil && u.isRight(p, cover)
		c.before.add(u, p, before, nil, right)
		if c.after.add(u, p, after, r.Losses, right) {
			t.torn = append(t.torn, k.ID+": "+u.kind+": "+p.Blocks[first(u)].Text)
		}
		t.counts[u.kind] = c
		t.plant(u, p, after)
	}
	return bench.Answer{Confidence: bench.Unknown}, nil
}

func first(u *unit) int {
	for _, m := range u.members {
		if len(m) > 0 {
			return m[0]
		}
	}
	return 0
}

// add counts u and reports whether it is torn.
func (s *side) add(u *unit, p *page.Page, keep page.Selection, losses []page.Loss, right bool) bool {
	kept, lost := u.state(keep)
	if right {
		s.right++
		s.share += u.keptShare(keep)
	}
	if kept == 0 {
		return false
	}
	s.kept++
	if u.torn(p, keep, losses) {
		s.torn++
		return true
	}
	if lost > 0 && !u.divided {
		s.named++
	}
	return false
}

// plant removes the first member of a unit that is kept whole and counts whether
// that is found.
func (t *tally) plant(u *unit, p *page.Page, keep page.Selection) {
	if kept, lost := u.state(keep); kept < 2 || lost > 0 || u.divided {
		return
	}
	torn := make(page.Selection, len(keep))
	copy(torn, keep)
	for _, m := range u.members {
		if len(m) > 0 {
			for _, b := range m {
				torn[b] = false
			}
			break
		}
	}
	t.planted++
	if u.torn(p, torn, nil) {
		t.found++
	}
}

// alone returns the learned engine's choice without internal/parts.
func alone(ctx context.Context, p *page.Page) page.Selection {
	analysis, err := engine.Blocks{}.Prepare(ctx, p)
	if err != nil {
		return nil
	}
	var v blocks.Votes
	if keep, err := engine.Run(ctx, engine.Readability{}, p); err == nil {
		v.Readability = keep
	}
	if keep, err := engine.Run(ctx, engine.VotingTrafilatura(), p); err == nil {
		v.Trafilatura = keep
	}
	return p.Complete(analysis.Score(blocks.Default(), v).Best(p, v))
}

func (t *tally) merge(o *tally) {
	if t.counts == nil {
		t.counts = map[string]count{}
	}
	for kind, c := range o.counts {
		sum := t.counts[kind]
		sum.before.merge(c.before)
		sum.after.merge(c.after)
		t.counts[kind] = sum
	}
	t.planted += o.planted
	t.found += o.found
}

func (s *side) merge(o side) {
	s.kept += o.kept
	s.torn += o.torn
	s.named += o.named
	s.right += o.right
	s.share += o.share
}

func (t *tally) print(name string) {
	fmt.Printf("\n%s: %d of %d planted tears found\n", name, t.found, t.planted)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tkept\ttorn\tnamed\tright\tof these kept")
	for _, kind := range kinds {
		c := t.counts[kind]
		c.before.print(w, kind+", blocks alone")
		c.after.print(w, kind+", result")
	}
	w.Flush()
	for _, line := range t.torn {
		fmt.Println("torn:", line)
	}
}

func (s side) print(w *tabwriter.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%.3f\n", name, s.kept, s.torn, s.named, s.right, s.share/float64(max(1, s.right)))
}
