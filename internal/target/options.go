package target

import (
	"regexp"
	"strconv"
)

// Limits of the options.
const (
	maxOptions    = 50
	maxOptionText = 200 // bytes
)

var optionName = regexp.MustCompile(`^[A-Za-z]{1,30}$`)

// options reads the extension's options. Those that this version knows are checked;
// others, of a newer extension, are kept.
func (r *reader) options(n node) map[string]any {
	if n.empty() {
		return nil
	}
	options := map[string]any{}
	r.entries(n, maxOptions, func(name string, n node) {
		if !optionName.MatchString(name) {
			r.problem(n, "a name of an option has 1 to 30 letters")
			return
		}
		switch name {
		case "format":
			options[name] = choice(r, n, []string{"markdown", "json", "text", "html"})
		case "images":
			options[name] = choice(r, n, []string{"keep", "alt", "drop"})
		case "links":
			options[name] = choice(r, n, []string{"inline", "reference", "drop"})
		case "frontmatter", "titleHeading", "thoughts", "comments", "copyOnOpen":
			options[name] = r.boolean(n)
		case "commentDepth":
			options[name] = r.number(n, 1, 10)
		case "commentLimit":
			options[name] = r.number(n, 0, 1_000_000)
		default:
			options[name] = r.option(n)
		}
	})
	return options
}

// option reads the value of an unknown option.
func (r *reader) option(n node) any {
	value, ok := r.scalar(n)
	switch {
	case !ok || len(value) > maxOptionText:
		r.problem(n, "this must be a text, a number, true or false")
	case n.yaml.Tag == "!!bool":
		return value == "true"
	case n.yaml.Tag == "!!int":
		if number, err := strconv.Atoi(value); err == nil {
			return number
		}
	}
	return value
}
