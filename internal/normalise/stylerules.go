package normalise

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/andybalholm/cascadia"
)

// styleRule is a rule of a style sheet that generates text or changes a counter.
type styleRule struct {
	selector cascadia.Sel
	key      string // see keyOf
	order    int    // among the rules of the page
	pseudo   string // "before", "after", or "" for the element itself
	content  []contentToken
	states   bool             // the rule has a content property
	reset    []counterSetting // counter-reset
	add      []counterSetting // counter-increment
}

// contentToken is a part of a content property.
type contentToken struct {
	kind  byte // 's' text, 'a' attribute, 'c' counter, 'C' counters
	text  string
	style string // of a counter
	join  string // between counters
}

type counterSetting struct {
	name  string
	value int
}

const (
	maxStyleRules   = 60
	maxStyleBytes   = 1 << 20
	maxSelectorSize = 120
)

// styleRules returns the plain rules of a style sheet that generate text or change a
// counter, at most limit. Rules inside of at-rules, for example for print, are
// ignored.
func styleRules(css string, limit int) (rules []styleRule) {
	css = withoutComments(css)
	for len(rules) < limit {
		open := strings.IndexByte(css, '{')
		if open < 0 {
			return rules
		}
		head := css[:open]
		if i := strings.LastIndexByte(head, ';'); i >= 0 {
			head = head[i+1:] // after @import or @charset
		}
		css = css[open+1:]
		if strings.Contains(head, "@") {
			css = afterBlock(css)
			continue
		}
		end := blockEnd(css)
		body := css[:end]
		css = css[min(end+1, len(css)):]
		if !strings.Contains(body, "content") && !strings.Contains(body, "counter-") {
			continue
		}
		for selector := range strings.SplitSeq(head, ",") {
			if r, ok := styleRuleOf(strings.TrimSpace(selector), body); ok && len(rules) < limit {
				rules = append(rules, r)
			}
		}
	}
	return rules
}

func withoutComments(css string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(css, "/*")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, css, _ = strings.Cut(rest, "*/")
	}
}

// blockEnd returns the index of the brace that closes the declarations at the start of
// css. Braces in strings do not count.
func blockEnd(css string) int {
	quote := byte(0)
	for i := 0; i < len(css); i++ {
		switch c := css[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote || c == '\n' {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '}':
			return i
		}
	}
	return len(css)
}

// afterBlock returns css after the end of the block in which it starts.
func afterBlock(css string) string {
	depth := 1
	for i := 0; i < len(css); i++ {
		switch css[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return css[i+1:]
			}
		}
	}
	return ""
}

// styleRuleOf returns the rule of one selector. The selector must be plain: names,
// classes, ids, descendants and children.
func styleRuleOf(selector, body string) (r styleRule, ok bool) {
	for _, pseudo := range []string{"before", "after"} {
		if base, found := strings.CutSuffix(selector, "::"+pseudo); found {
			selector, r.pseudo = base, pseudo
		} else if base, found := strings.CutSuffix(selector, ":"+pseudo); found {
			selector, r.pseudo = base, pseudo
		}
	}
	if selector == "" || len(selector) > maxSelectorSize || strings.Count(selector, " ") > 6 {
		return r, false
	}
	for _, c := range []byte(selector) {
		if !isLetter(c) && (c < '0' || c > '9') && !strings.ContainsRune("-_.#> ", rune(c)) {
			return r, false
		}
	}
	var err error
	if r.selector, err = cascadia.Parse(selector); err != nil {
		return r, false
	}
	r.declare(body)
	if r.pseudo == "" {
		r.states = false
	}
	if len(r.content) > 0 && !slices.ContainsFunc(r.content, func(t contentToken) bool { return t.kind != 's' || hasMeaning(t.text) }) {
		r.states = false // icons and separators, of which some style sheets have thousands
	}
	r.key = keyOf(selector)
	return r, r.states || r.reset != nil || r.add != nil
}

// declare reads the declarations of a rule.
func (r *styleRule) declare(body string) {
	hides := false
	for property, value := range declarations(body) {
		switch property {
		case "content":
			r.content, r.states = contentTokens(value), true
		case "counter-reset":
			r.reset = counterSettings(value, 0)
		case "counter-increment":
			r.add = counterSettings(value, 1)
		case "display":
			hides = hides || value == "none"
		case "visibility":
			hides = hides || value == "hidden"
		case "opacity", "font-size", "width", "height":
			hides = hides || value == "0" || value == "0px"
		}
	}
	if hides {
		r.content = nil
	}
}

// keyOf returns the class, id or name that an element must have to match selector: the
// last one in it, a class with its dot and an id with its hash.
func keyOf(selector string) string {
	last := selector[strings.LastIndexAny(selector, " >")+1:]
	if i := strings.LastIndexAny(last, ".#"); i >= 0 {
		last = last[i:]
	}
	return last
}

// declarations yields the properties and values of a block.
func declarations(body string) func(yield func(property, value string) bool) {
	return func(yield func(property, value string) bool) {
		start, quote, depth := 0, byte(0), 0
		for i := 0; i <= len(body); i++ {
			if i < len(body) {
				switch c := body[i]; {
				case c == '\\':
					i++
					continue
				case quote != 0:
					if c == quote {
						quote = 0
					}
					continue
				case c == '"' || c == '\'':
					quote = c
					continue
				case c == '(':
					depth++
					continue
				case c == ')':
					depth--
					continue
				case c != ';' || depth > 0:
					continue
				}
			}
			property, value, found := strings.Cut(body[min(start, len(body)):min(i, len(body))], ":")
			start = i + 1
			value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
			if found && !yield(strings.ToLower(strings.TrimSpace(property)), value) {
				return
			}
		}
	}
}

// contentTokens parses a content property. The result is nil if a part of it cannot be
// known from the style sheet.
func contentTokens(value string) (tokens []contentToken) {
	for value = strings.TrimSpace(value); value != ""; value = strings.TrimSpace(value) {
		switch c := value[0]; {
		case c == '"' || c == '\'':
			text, rest := cssString(value)
			tokens = append(tokens, contentToken{kind: 's', text: text})
			value = rest
		case c == '/':
			tokens = nil // the rest is the alternative text
			value = value[1:]
		default:
			name, rest, found := strings.Cut(value, "(")
			arguments, after, closed := strings.Cut(rest, ")")
			if !found || !closed {
				return nil
			}
			list := strings.SplitN(arguments, ",", 3)
			for i := range list {
				list[i] = strings.TrimSpace(list[i])
			}
			token := contentToken{text: list[0]}
			switch strings.TrimSpace(name) {
			case "attr":
				token.kind = 'a'
			case "counter":
				token.kind = 'c'
				if len(list) > 1 {
					token.style = list[1]
				}
			case "counters":
				token.kind = 'C'
				if len(list) > 1 && list[1] != "" && (list[1][0] == '"' || list[1][0] == '\'') {
					token.join, _ = cssString(list[1])
				}
				if len(list) > 2 {
					token.style = list[2]
				}
			default:
				return nil
			}
			tokens = append(tokens, token)
			value = after
		}
	}
	return tokens
}

// cssString reads the string at the start of s and returns the rest after it.
func cssString(s string) (text, rest string) {
	var b strings.Builder
	quote := s[0]
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			return b.String(), s[i+1:]
		case c == '\\':
			end := i + 1
			for end < len(s) && end < i+7 && strings.IndexByte("0123456789abcdefABCDEF", s[end]) >= 0 {
				end++
			}
			if code, err := strconv.ParseUint(s[i+1:end], 16, 32); err == nil {
				if code <= utf8.MaxRune {
					b.WriteRune(rune(code))
				}
				if end < len(s) && s[end] == ' ' {
					end++
				}
				i = end - 1
			} else if i+1 < len(s) {
				i++
				if s[i] != '\n' {
					b.WriteByte(s[i])
				}
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

func counterSettings(value string, standard int) (list []counterSetting) {
	if value == "none" {
		return nil
	}
	for word := range strings.FieldsSeq(value) {
		if n, err := strconv.Atoi(word); err == nil {
			if len(list) > 0 {
				list[len(list)-1].value = n
			}
			continue
		}
		list = append(list, counterSetting{word, standard})
	}
	return list
}
