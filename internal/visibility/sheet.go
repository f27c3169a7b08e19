package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Limits of the style sheets of one page, far above those of real pages.
const (
	maxSheetBytes = 1 << 20
	maxRules      = 20_000
	maxNesting    = 4    // of conditional groups
	maxRulesOf    = 64   // for one name, the last ones
	maxClass      = 2000 // bytes of a class attribute
)

// rule is a style rule for one compound selector.
type rule struct {
	tag, id      string // "" for any
	classes      []string
	specificity  int
	maybe        bool // the selector or a condition says more, so that it may not apply
	declarations []declaration
}

type declaration struct {
	property  property
	value     string // in lower case
	important bool
}

// sheet is the style rules of a page by the last part of their selectors: "#id",
// ".class" or the name of an element.
type sheet struct {
	rules    map[string][]*rule
	count    int
	external bool // the page has style sheets in other files
}

// sheetOf reads the style elements of doc.
func sheetOf(doc *html.Node) *sheet {
	s := &sheet{rules: map[string][]*rule{}}
	left := maxSheetBytes
	for n := dom.Next(doc, doc); n != nil; {
		next := dom.Next(n, doc)
		switch {
		case n.Type != html.ElementNode || n.Namespace != "":
		case n.Data == "template" || n.Data == "noscript": // of shadow trees, without scripts
			next = dom.NextAfter(n, doc)
		case n.Data == "link" && dom.HasWord(strings.ToLower(dom.Attr(n, "rel")), "stylesheet"):
			s.external = true
		case n.Data == "style" && (dom.Attr(n, "media") == "" || appliesOnScreen(dom.Attr(n, "media"))):
			css := dom.Text(n)
			s.external = s.external || strings.Contains(css, "@import")
			css = css[:min(len(css), left)]
			left -= len(css)
			s.read(css, dom.Attr(n, "media") != "", 0)
		}
		n = next
	}
	return s
}

// read adds the rules of css. maybe is true in a conditional group.
func (s *sheet) read(css string, maybe bool, level int) {
	for css != "" && s.count < maxRules {
		css = skipSpace(css)
		open := strings.IndexAny(css, "{;")
		if open < 0 {
			return
		}
		head := strings.TrimSpace(css[:open])
		if css[open] == ';' { // a statement such as @import
			css = css[open+1:]
			continue
		}
		end := blockEnd(css[open+1:]) + open + 1
		body := css[open+1 : end]
		css = css[min(end+1, len(css)):]
		if !strings.HasPrefix(head, "@") {
			s.add(head, body, maybe)
			continue
		}
		name, condition, _ := strings.Cut(head, " ")
		switch {
		case level >= maxNesting:
		case name == "@layer" || name == "@supports":
			s.read(body, maybe, level+1)
		case name == "@media" && appliesOnScreen(condition) || name == "@container":
			s.read(body, true, level+1)
		}
	}
}

// appliesOnScreen reports whether a media query may apply to a screen.
func appliesOnScreen(media string) bool {
	media = strings.ToLower(media)
	return !strings.Contains(media, "print") || strings.Contains(media, "screen") || strings.Contains(media, "all")
}

// skipSpace returns css without white space and comments at its start.
func skipSpace(css string) string {
	for {
		css = strings.TrimLeft(css, " \t\r\n\f}")
		switch {
		case strings.HasPrefix(css, "/*"):
			_, css, _ = strings.Cut(css[2:], "*/")
		case strings.HasPrefix(css, "<!--"):
			css = css[4:]
		case strings.HasPrefix(css, "-->"):
			css = css[3:]
		default:
			return css
		}
	}
}

// blockEnd returns the index in css of the brace that closes the open block, or
// the length of css.
func blockEnd(css string) int {
	depth := 1
	for i := 0; i < len(css); i++ {
		switch css[i] {
		case '\\':
			i++
		case '"', '\'':
			n := strings.IndexByte(css[i+1:], css[i])
			if n < 0 {
				return len(css)
			}
			i += n + 1
		case '/':
			if strings.HasPrefix(css[i:], "/*") {
				n := strings.Index(css[i+2:], "*/")
				if n < 0 {
					return len(css)
				}
				i += n + 3
			}
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(css)
}

// add adds the rule of each selector of head that names an element.
func (s *sheet) add(head, body string, maybe bool) {
	list := declarationsOf(body)
	if len(list) == 0 {
		return
	}
	for selector := range strings.SplitSeq(head, ",") {
		r, ok := parseSelector(selector)
		if !ok || s.count >= maxRules {
			continue
		}
		r.maybe = r.maybe || maybe
		r.declarations = list
		key := r.tag
		switch {
		case r.id != "":
			key = "#" + r.id
		case len(r.classes) > 0:
			key = "." + r.classes[0]
		}
		s.count++
		s.rules[key] = append(s.rules[key], &r)
	}
}

// parseSelector returns the last compound of a selector. It reports false for a
// pseudo-element and for a compound without name, class and id.
func parseSelector(selector string) (rule, bool) {
	selector = strings.TrimSpace(selector)
	if strings.Contains(selector, "::") || strings.HasSuffix(selector, ":before") || strings.HasSuffix(selector, ":after") {
		return rule{}, false
	}
	last := selector
	if at := strings.LastIndexAny(selector, " >+~\t\n"); at >= 0 {
		last = selector[at+1:]
	}
	r := rule{maybe: last != selector}
	if at := strings.IndexAny(last, ":[("); at >= 0 {
		last, r.maybe = last[:at], true
	}
	if strings.ContainsAny(last, `\*|&%)`) {
		return rule{}, false
	}
	for last != "" {
		end := strings.IndexAny(last[1:], ".#") + 1
		if end == 0 {
			end = len(last)
		}
		switch part := last[:end]; part[0] {
		case '.':
			r.classes = append(r.classes, part[1:])
			r.specificity += 10
		case '#':
			r.id = part[1:]
			r.specificity += 100
		default:
			r.tag = strings.ToLower(part)
			r.specificity++
		}
		last = last[end:]
	}
	return r, r.specificity > 0
}

// matches reports whether the compound of r matches n.
func (r *rule) matches(n *html.Node) bool {
	if r.tag != "" && r.tag != n.Data || r.id != "" && r.id != dom.Attr(n, "id") {
		return false
	}
	for _, c := range r.classes {
		if !dom.HasClass(n, c) {
			return false
		}
	}
	return true
}

// of yields the rules that match n, at most maxRulesOf for each of its names;
// none for an element with an immense class attribute.
func (s *sheet) of(n *html.Node) func(yield func(*rule) bool) {
	return func(yield func(*rule) bool) {
		class := dom.Attr(n, "class")
		if len(class) > maxClass {
			return
		}
		each := func(key string) bool {
			list := s.rules[key]
			for _, r := range list[max(0, len(list)-maxRulesOf):] {
				if r.matches(n) && !yield(r) {
					return false
				}
			}
			return true
		}
		if !each(n.Data) {
			return
		}
		if id := dom.Attr(n, "id"); id != "" && !each("#"+id) {
			return
		}
		for c := range strings.FieldsSeq(class) {
			if !each("." + c) {
				return
			}
		}
	}
}
