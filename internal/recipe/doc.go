// Package recipe applies rules for single sites, written in YAML: CSS selectors
// for the parts of a page that are its content, are removed, or hold its metadata.
// A recipe selects elements and matches addresses; it cannot run code, fetch
// anything or change text. docs/recipes.md describes the format.
//
// # Adding a recipe
//
// Add an entry to recipes.yaml:
//
//   - name: harbour
//     match: ["harbour.example/guides/**"]
//     remove: [".share-bar"]
//
// Then:
//
//  1. Write a page testdata/harbour.html in your own words, with the structure of
//     the site. Its first line is its address: <!-- url: https://… -->.
//  2. Run "go test ./internal/recipe -update" (or "make golden" for all packages)
//     and read the testdata/harbour.md that it writes. The test fails if the recipe
//     makes no difference.
//
// The package is internal and makes no promise of stability.
package recipe
