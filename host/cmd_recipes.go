package main

import (
	"errors"
	"fmt"
	"strings"

	"pulltab/internal/recipe"
)

// recipesCommand lists recipes: the per-site rules.
type recipesCommand struct {
	URL  string `name:"url" placeholder:"URL" help:"Print only the recipe for this address, and the matching pattern."`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (recipesCommand) Help() string {
	return `Your own recipes are in ` + folders().RecipesPath() + `;
docs/recipes.md explains how to write one. A change applies to the next page.

Examples:

  pulltab recipes

  pulltab recipes --url https://en.wikipedia.org/wiki/Tide`
}

// listedRecipe is one entry of recipes --json.
type listedRecipe struct {
	Name    string   `json:"name"`
	Origin  string   `json:"origin"` // "yours" or "shipped"
	Match   []string `json:"match"`
	Matched string   `json:"matched,omitempty"` // the pattern that matches --url
}

// Run prints the recipes. It fails if the user's recipes are invalid.
func (c recipesCommand) Run(std streams) error {
	set := folders().Recipes()
	list := []listedRecipe{}
	add := func(r *recipe.Recipe, matched string) {
		origin := "shipped"
		if r.Own {
			origin = "yours"
		}
		list = append(list, listedRecipe{r.Name, origin, r.Match, matched})
	}
	if c.URL != "" {
		if r, matched := set.Find(c.URL); r != nil {
			add(r, matched)
		}
	} else {
		for i := range set.All {
			add(&set.All[i], "")
		}
	}
	if c.JSON {
		if err := writeJSON(std.out, list); err != nil {
			return err
		}
	} else {
		for _, r := range list {
			why := strings.Join(r.Match, " ")
			if r.Matched != "" {
				why = "since the address matches " + r.Matched
			}
			fmt.Fprintf(std.out, "%s (%s): %s\n", r.Name, r.Origin, why)
		}
		if c.URL != "" && len(list) == 0 {
			fmt.Fprintln(std.out, "no recipe matches this address")
		}
	}
	if set.Problem != "" {
		return errors.New("your recipes are ignored; correct " + folders().RecipesPath() + ": " + set.Problem)
	}
	return nil
}
