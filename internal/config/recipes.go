package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"pulltab/internal/recipe"
)

// recipesFile holds the user's recipes.
const recipesFile = "recipes.yaml"

// RecipesPath returns the path of the user's recipes, or "" without a
// configuration folder.
func (f Folders) RecipesPath() string {
	if f.Config == "" {
		return ""
	}
	return filepath.Join(f.Config, recipesFile)
}

// parsedRecipes caches the result of parsing the user's recipes.
var parsedRecipes struct {
	sync.Mutex
	text []byte
	set  *recipe.Set
}

// Recipes returns the shipped recipes and the user's. It reads the user's file
// on each call, so that a change applies to the next page, and parses it only if
// its content has changed. An unusable file sets the set's Problem.
func (f Folders) Recipes() recipe.Set {
	var text []byte
	if path := f.RecipesPath(); path != "" {
		var err error
		if text, err = readFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return shippedRecipes(err.Error())
		}
		if len(text) == maxFile {
			return shippedRecipes(fmt.Sprintf("the file has %d bytes or more", maxFile))
		}
	}
	parsedRecipes.Lock()
	defer parsedRecipes.Unlock()
	if parsedRecipes.set == nil || !bytes.Equal(text, parsedRecipes.text) {
		set := recipe.Load(text)
		parsedRecipes.text, parsedRecipes.set = text, &set
	}
	return *parsedRecipes.set
}

// shippedRecipes returns the set without the user's recipes.
func shippedRecipes(problem string) recipe.Set {
	set := recipe.Load(nil)
	set.Problem = problem
	return set
}
