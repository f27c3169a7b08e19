package pipeline

import (
	"pulltab/internal/page"
	"pulltab/internal/recipe"
)

const sourceRecipe = "recipe"

// ruleFor returns the recipe for src, nil if there is none. What the reader
// selected needs none.
func ruleFor(src page.Source, o Options) *recipe.Recipe {
	if src.Fragment {
		return nil
	}
	rule, _ := o.Recipes.Find(src.URL)
	return rule
}

// withRecipe adds the candidate of a recipe that names the content of p, if it
// is more than a few words, and to all others what belongs to it in any case.
func withRecipe(p *page.Page, candidates []candidate, o Options) []candidate {
	if ruleFor(p.Source, o) == nil {
		return candidates
	}
	content, keep := recipe.Selected(p)
	if keep.Count() > 0 {
		for i := range candidates {
			c := &candidates[i]
			if c.err != nil {
				continue
			}
			more := make(page.Selection, len(keep))
			for b := range more {
				more[b] = keep[b] || c.keep.Has(b)
			}
			c.keep = more
		}
	}
	if o.Engine == "auto" && textLength(p, content) >= thinText {
		candidates = append(candidates, candidate{engine: sourceRecipe, keep: content})
	}
	return candidates
}

// cook notes in c what a recipe had to do with it, and why one had not.
func (c *choice) cook(p *page.Page, o Options) {
	if rule := ruleFor(p.Source, o); rule != nil {
		known := rule.Known(p)
		c.known = &known
		if c.source != sourceRecipe {
			c.reason += "; recipe " + rule.Name + " applied"
		}
	}
	if o.Recipes.Problem != "" {
		c.reason += "; your recipes are not used: " + o.Recipes.Problem
	}
}
