package notetemplate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/template"
	"unicode"
)

// MaxOutput is the limit of a rendered note without the page's text, and of the
// work of its functions, in bytes.
const MaxOutput = 16 << 20

var errTooLong = fmt.Errorf("the result is over %d MiB", MaxOutput>>20)

// functionNames are all functions that templates may call. Those of text/template
// that format or index are not among them.
var functionNames = []string{
	"date", "default", "join", "lower", "replace", "slug", "split", "trim", "upper", "wikilink",
	"and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "len",
}

// run is one execution of a template.
type run struct {
	work     int // bytes that functions read and wrote
	captured any // by capture
}

// functions returns the functions of r. The value from a pipe is the last argument.
func (r *run) functions() template.FuncMap {
	return template.FuncMap{
		"lower":    func(v any) (any, error) { return r.each(v, strings.ToLower) },
		"upper":    func(v any) (any, error) { return r.each(v, strings.ToUpper) },
		"trim":     func(v any) (any, error) { return r.each(v, strings.TrimSpace) },
		"slug":     func(v any) (any, error) { return r.each(v, slug) },
		"wikilink": func(v any) (any, error) { return r.each(v, wikilink) },
		"replace":  r.replace,
		"join":     r.join,
		"split":    r.split,
		"default":  func(fallback, v any) any { return orElse(fallback, v) },
		"date":     r.date,
		"display":  asText,
		"capture":  func(v any) string { r.captured = v; return "" },
	}
}

// charge counts the cost of a function's texts.
func (r *run) charge(texts ...string) error {
	for _, t := range texts {
		r.work += len(t) + 1
	}
	if r.work > 4*MaxOutput {
		return errTooLong
	}
	return nil
}

// each applies f to a text, or to each of a list.
func (r *run) each(v any, f func(string) string) (any, error) {
	if items, ok := v.(list); ok {
		result := make(list, len(items))
		for i, item := range items {
			result[i] = f(item)
			if err := r.charge(item, result[i]); err != nil {
				return nil, err
			}
		}
		return result, nil
	}
	s := asText(v)
	result := f(s)
	return result, r.charge(s, result)
}

func (r *run) replace(old, with string, v any) (any, error) {
	if old == "" {
		return nil, errors.New("replace needs a text to replace")
	}
	var failed error
	result, err := r.each(v, func(s string) string {
		if n := strings.Count(s, old); len(s)+n*len(with) > MaxOutput {
			failed = errTooLong
			return ""
		}
		return strings.ReplaceAll(s, old, with)
	})
	return result, errors.Join(failed, err)
}

func (r *run) join(separator string, v any) (string, error) {
	items, ok := v.(list)
	if !ok {
		return asText(v), nil
	}
	result := strings.Join(items, separator)
	return result, r.charge(result)
}

// split returns the parts of a text between separators, without blanks around them.
func (r *run) split(separator string, v any) (any, error) {
	if items, ok := v.(list); ok {
		return items, nil
	}
	items := list{}
	for _, item := range strings.SplitN(asText(v), separator, maxItems+1) {
		if item = strings.TrimSpace(item); item != "" && len(items) < maxItems {
			items = append(items, item)
		}
	}
	return items, r.charge(asText(v))
}

func (r *run) date(layout string, v any) (date, error) {
	t, ok := parseDate(asText(v))
	if !ok {
		return date(asText(v)), nil // an unusual date is better than none
	}
	result := formatDate(t, layout)
	return date(result), r.charge(layout, result)
}

func orElse(fallback, v any) any {
	if items, ok := v.(list); ok && len(items) == 0 || !ok && asText(v) == "" {
		return fallback
	}
	return v
}

// asText returns the text of a value.
func asText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case date:
		return string(v)
	case address:
		return string(v)
	case list:
		return strings.Join(v, ", ")
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// slug returns the letters and digits of s in lower case, with hyphens between
// words.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = gap || r != '\'' && r != '’'
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// wikilink returns a link to the note called s.
func wikilink(s string) string {
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]|#^\`, r) {
			return -1
		}
		return r
	}, s))
	if s == "" {
		return ""
	}
	return "[[" + s + "]]"
}
