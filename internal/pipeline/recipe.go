package pipeline

import (
	"pulltab/internal/page"
	"pulltab/internal/recipe"
)

const sourceRecipe = "recipe"

// recipeFor returns the recipe for src, or nil. A fragment, which the user
// selected, has none.
func recipeFor(src page.Source, o Options) *recipe.Recipe {
	if src.Fragment {
		return nil
	}
	found, _ := o.Recipes.Find(src.URL)
	return found
}

// addRecipe adds the blocks that the recipe keeps in any case to every
// candidate, and the content that it selects as a candidate of its own, unless
// that is shorter than thinText.
func (c *conversion) addRecipe() {
	if c.recipe == nil {
		return
	}
	content, keep := recipe.Selected(c.page)
	if keep.Count() > 0 {
		for i := range c.candidates {
			a := &c.candidates[i]
			if a.err != nil {
				continue
			}
			union := make(page.Selection, len(keep))
			for b := range union {
				union[b] = keep[b] || a.keep.Has(b)
			}
			a.keep = union
		}
	}
	if c.options.Engine == "auto" && textLength(c.page, content) >= thinText {
		c.candidates = append(c.candidates, candidate{engine: sourceRecipe, keep: content})
	}
}

// noteRecipe takes the recipe's metadata into w and appends to its reasons the
// recipe that was applied, or the problem of the user's recipes.
func (c *conversion) noteRecipe(w *winner) {
	if c.recipe != nil {
		known := c.recipe.Metadata(c.page)
		w.metadata = &known
		if w.source != sourceRecipe {
			w.reasons = append(w.reasons, Reason{Code: "recipe-applied", Engine: c.recipe.Name})
		}
	}
	if problem := c.options.Recipes.Problem; problem != "" {
		w.reasons = append(w.reasons, Reason{Code: "recipes-not-used", problem: problem})
	}
}
