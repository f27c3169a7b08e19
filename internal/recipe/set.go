package recipe

import (
	_ "embed"
	"net/url"
	"sync"
)

//go:embed recipes.yaml
var shippedFile []byte

// shipped returns the built-in recipes. A test parses them.
var shipped = sync.OnceValues(func() ([]Recipe, error) { return Parse(shippedFile) })

// Set is a list of recipes, the user's before the built-in ones. The zero value is
// empty.
type Set struct {
	All     []Recipe
	Problem string // why the user's file is not used, "" if it is or there is none
}

// Load returns the recipes of the user's file, which may be empty, and the built-in
// ones. A user's recipe replaces a built-in one of the same name. An invalid file
// is ignored as a whole.
func Load(user []byte) Set {
	set := Set{}
	own, err := Parse(user)
	if err != nil {
		set.Problem = err.Error()
		own = nil
	}
	taken := map[string]bool{}
	for _, r := range own {
		r.Own = true
		taken[r.Name] = true
		set.All = append(set.All, r)
	}
	ours, err := shipped()
	if err != nil {
		set.Problem = err.Error()
	}
	for _, r := range ours {
		if !taken[r.Name] {
			set.All = append(set.All, r)
		}
	}
	return set
}

// Find returns the first recipe for the address and the pattern that matched,
// nil if there is none.
func (s Set) Find(address string) (*Recipe, string) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, ""
	}
	for i := range s.All {
		for _, p := range s.All[i].match {
			if p.Matches(u) {
				return &s.All[i], p.text
			}
		}
	}
	return nil, ""
}
