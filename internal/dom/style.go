package dom

import "strings"

// Declarations calls yield with each property of a style attribute or of the
// body of a style rule, in lower case, and its value, until yield returns false.
// Semicolons in strings, brackets and comments separate nothing.
func Declarations(style string) func(yield func(property, value string) bool) {
	return func(yield func(property, value string) bool) {
		for style != "" {
			end := declarationEnd(style)
			property, value, ok := strings.Cut(style[:end], ":")
			style = style[min(end+1, len(style)):]
			if at := strings.LastIndex(property, "*/"); at >= 0 {
				property = property[at+2:]
			}
			if !ok {
				continue
			}
			if !yield(strings.ToLower(strings.TrimSpace(property)), strings.TrimSpace(value)) {
				return
			}
		}
	}
}

// declarationEnd returns the index of the semicolon that ends the first
// declaration of s, or the length of s.
func declarationEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"', '\'':
			n := strings.IndexByte(s[i+1:], s[i])
			if n < 0 {
				return len(s)
			}
			i += n + 1
		case '/':
			if strings.HasPrefix(s[i:], "/*") {
				n := strings.Index(s[i+2:], "*/")
				if n < 0 {
					return len(s)
				}
				i += n + 3
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		case ';':
			if depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// HidesByStyle reports whether a style attribute hides its element. Custom
// properties, such as --footer-display, do not.
func HidesByStyle(style string) bool {
	if len(style) < len("display:none") {
		return false
	}
	for property, value := range Declarations(style) {
		switch property {
		case "display":
			if styleWord(value) == "none" {
				return true
			}
		case "visibility":
			if styleWord(value) == "hidden" {
				return true
			}
		}
	}
	return false
}

// styleWord returns value in lower case without "!important".
func styleWord(value string) string {
	if at := strings.IndexByte(value, '!'); at >= 0 {
		value = value[:at]
	}
	return strings.ToLower(strings.TrimSpace(value))
}
