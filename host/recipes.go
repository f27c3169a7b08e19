package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"pulltab/internal/recipe"
)

// recipesPath is where the user's own recipes are, "" if this computer has no
// place for configuration.
func recipesPath() string {
	dir := configDir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "recipes.yaml")
}

// lastRecipes is what the user's file held when it was last read.
var lastRecipes struct {
	sync.Mutex
	text []byte
	set  *recipe.Set
}

// currentRecipes returns the recipes as they are now: the user's file is read
// each time, so that a change counts from the next page on, and parsed only
// if it is another one than before.
func currentRecipes() recipe.Set {
	var text []byte
	if path := recipesPath(); path != "" {
		var err error
		if text, err = readConfig(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			set := recipe.Load(nil)
			set.Problem = err.Error()
			return set
		}
		if len(text) == maxConfigFile {
			set := recipe.Load(nil)
			set.Problem = fmt.Sprintf("the file has %d bytes or more", maxConfigFile)
			return set
		}
	}
	lastRecipes.Lock()
	defer lastRecipes.Unlock()
	if lastRecipes.set == nil || !bytes.Equal(text, lastRecipes.text) {
		set := recipe.Load(text)
		lastRecipes.text, lastRecipes.set = text, &set
	}
	return *lastRecipes.set
}
