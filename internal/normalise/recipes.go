package normalise

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// recipes removes the controls of a recipe: links that jump to it or print it, and
// check boxes beside ingredients and steps, with the signs drawn in their place.
func (n *normaliser) recipes() {
	for _, x := range dom.Topmost(n.doc, isRecipeControl) {
		for p := x.Parent; x.Data == "input" && p != nil && p.Data != "li" && !dom.HasWordCharacter(dom.Text(p)); p = p.Parent {
			x = p
		}
		n.remove(x, Control)
	}
}

// isRecipeControl reports whether x is a link to the recipe on its own page or to
// its printed form, or a check box in a part of a recipe.
func isRecipeControl(x *html.Node) bool {
	switch x.Data {
	case "a":
		return dom.TextIsShort(x, 60) && jumpsToRecipe.MatchString(dom.OneLine(dom.Text(x)))
	case "input":
		if dom.Attr(x, "type") != "checkbox" {
			return false
		}
		for p, steps := x.Parent, 0; p != nil && steps < 6; p, steps = p.Parent, steps+1 {
			class := dom.Attr(p, "class")
			if strings.Contains(class, "ingredient") || strings.Contains(class, "instruction") || strings.Contains(class, "direction") {
				return true
			}
		}
	}
	return false
}

// jumpsToRecipe matches the texts of these links in English and German.
var jumpsToRecipe = regexp.MustCompile(`(?i)^[^\pL\pN]*((jump|skip|go|scroll) to (the )?(recipe|video)|(print|pin|rate) (the |this )?recipe|(zum|direkt zum|springe? zum) rezept|rezept (aus)?drucken)[^\pL\pN]*$`)
