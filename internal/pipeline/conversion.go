package pipeline

import (
	"context"
	"fmt"

	"golang.org/x/net/html"

	"pulltab/internal/address"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
	"pulltab/internal/recipe"
	"pulltab/internal/typed"
)

// conversion is the state of one conversion. Its methods are the steps, in the
// order of converter.convert; each fills fields that later steps read.
type conversion struct {
	options    Options
	whole      *page.Page     // before recipe and selectors: metadata comes from it
	page       *page.Page     // after them: text comes from it
	recipe     *recipe.Recipe // for the page's address, or nil
	candidates []candidate
	comments   *page.Thread     // below an article; nil before a search for them
	agreement  *judge.Agreement // if asked for
	original   judge.Original   // of page
	answer     *AnswerCheck     // of Options.Answer
	clock      stopwatch
}

// parse parses src, and a second time with the recipe and the selectors
// applied, if there are any.
func (c *conversion) parse(ctx context.Context, src page.Source) error {
	s, err := parseSelectors(c.options)
	if err != nil {
		return err
	}
	if c.whole, err = page.ParseEdited(ctx, src, c.showCells); err != nil {
		return err
	}
	c.page = c.whole
	c.recipe = recipeFor(src, c.options)
	if s.none() && c.recipe == nil {
		return nil
	}
	c.page, err = page.ParseEdited(ctx, src, func(doc *html.Node) error {
		if c.recipe != nil {
			if err := c.recipe.Apply(ctx, doc); err != nil {
				return err
			}
		}
		if err := c.showCells(doc); err != nil {
			return err
		}
		return s.apply(ctx, doc)
	})
	return err
}

// extract runs the engines and, if asked for, compares them.
func (c *conversion) extract(ctx context.Context, v converter) error {
	if !c.page.Source.Fragment {
		c.candidates, c.comments = v.runEngines(ctx, c.page)
	}
	if c.options.Agreement {
		a, err := judge.Check(ctx, c.page)
		if err != nil {
			return fmt.Errorf("compare engines: %w", err)
		}
		c.agreement = &a
	}
	return nil
}

// description is a page's metadata with the origin of each field, and its typed
// data.
type description struct {
	metadata metadata.Metadata
	origins  metadata.Origins
	data     []typed.Item
	losses   []page.Loss // of the data
}

func (c *conversion) describe() description {
	m, origins := metadata.Collect(c.whole)
	if !c.options.FullAddress {
		m.URL, m.Canonical = address.Clean(m.URL), address.Clean(m.Canonical)
	}
	d := description{metadata: m, origins: origins}
	if !c.options.Partial && !c.partOnly() {
		d.data, d.losses = typed.Collect(c.whole)
	}
	return d
}

// addSelected adds everything that the user selected as a candidate.
func (c *conversion) addSelected() {
	if c.page.Source.Fragment || c.options.Select != "" {
		c.candidates = append(c.candidates, candidate{engine: sourceUser, keep: visible(c.page)})
	}
}

// rate sets the quality of every candidate. Quality depends on the default
// rendering, whatever the reader's options are, so that options for links and
// images change neither score nor winner. Candidates whose quality follows from
// their blocks are not rendered for it.
func (c *conversion) rate(ctx context.Context) {
	c.dropHidden()
	c.original = judge.OriginalOf(c.page)
	var uncertain []*candidate
	for i := range c.candidates {
		a := &c.candidates[i]
		if a.err != nil {
			continue
		}
		certain := false
		if a.quality, certain = judge.EstimateQuality(c.page, a.keep, c.original); !certain || a.site != nil {
			uncertain = append(uncertain, a)
		}
	}
	renderAll(ctx, c.page, uncertain, c.original)
}

// renderWinner returns the best candidate that renders without an error, with
// comments trimmed and its Markdown written as the options ask.
func (c *conversion) renderWinner(ctx context.Context) (winner, bool) {
	for range c.candidates {
		w, ok := c.choose()
		if !ok {
			return winner{}, false
		}
		w.page = c.page
		c.noteRecipe(&w)
		if w.trimComments(c.comments, c.options) {
			if w.doc, w.err = render(ctx, w.page, w.keep, w.thread, nil, markdown.Options{}); w.err == nil {
				w.rate(c.original)
			}
		}
		if w.err == nil {
			w.judgePictures(c.options)
			w.err = c.renderAsAsked(ctx, &w)
		}
		if w.err == nil {
			return w, w.doc.Markdown != ""
		}
		find(c.candidates, w.engine).err = w.err
	}
	return winner{}, false
}

// renderAsAsked renders w with the user's options, unless its document is
// that already.
func (c *conversion) renderAsAsked(ctx context.Context, w *winner) (err error) {
	if w.doc.Markdown != "" && len(w.pictures.Shown) == 0 && c.options.rendering() == DefaultOptions().rendering() {
		return nil
	}
	w.doc, err = render(ctx, w.page, w.keep, w.thread, w.pictures.Shown, c.options.rendering())
	return err
}

// choose returns the user's selection if there is one, else the recipe's
// content, else the best engine's or site adapter's result.
func (c *conversion) choose() (winner, bool) {
	if own := find(c.candidates, sourceUser); own != nil && own.err == nil {
		reason := Reason{Code: "selection", Engine: sourceUser}
		if c.page.Source.Fragment {
			reason.Code = "fragment"
		}
		return winner{candidate: *own, source: sourceUser, reasons: []Reason{reason}}, true
	}
	if own := find(c.candidates, sourceRecipe); own != nil && own.err == nil {
		return winner{candidate: *own, source: sourceRecipe, reasons: []Reason{{Code: "recipe", Engine: sourceRecipe, Other: c.recipe.Name}}}, true
	}
	if own := find(c.candidates, sourceAnswer); own != nil && own.err == nil {
		return winner{candidate: *own, source: sourceAnswer, reasons: []Reason{{Code: "selection", Engine: sourceAnswer}}}, true
	}
	w, ok := pickWinner(c.page, c.candidates, c.options.Engine)
	if c.options.Engine == "auto" {
		return preferSite(c.page, c.candidates, w, ok)
	}
	return w, ok
}

// wholePage reports whether the options ask for neither a part of the page nor
// a certain engine.
func (c *conversion) wholePage() bool {
	o := c.options
	return o.Engine == "auto" && o.Select == "" && o.Remove == "" && !c.page.Source.Fragment
}

// partOnly reports whether the content is the user's selection.
func (c *conversion) partOnly() bool {
	return c.options.Select != "" || c.whole.Source.Fragment
}

// coverage returns how much of the page's visible text w holds.
func (c *conversion) coverage(w winner) judge.Coverage {
	keep := w.keep
	if w.page != c.page {
		keep = matchingBlocks(c.page, w.page.Text(w.keep))
	}
	coverage := judge.Cover(c.page, keep)
	coverage.Parts = countParts(w)
	return coverage
}

// visible selects every block that is not hidden.
func visible(p *page.Page) page.Selection {
	keep := page.All(p)
	for i := range p.Blocks {
		keep[i] = !p.Blocks[i].Hidden
	}
	return keep
}
