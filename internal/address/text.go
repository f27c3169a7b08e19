package address

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// RedactIn replaces in text the addresses given, and the credentials that they
// contain, wherever these occur: relative links of a page repeat them.
func RedactIn(text string, addresses ...string) string {
	var pairs [][2]string
	for _, full := range addresses {
		short := Redact(full)
		if full == "" || short == full {
			continue
		}
		if short != "" {
			pairs = append(pairs, [2]string{full, short})
		}
		pairs = append(pairs, secrets(full)...)
	}
	// The longest first, since one may be part of another.
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return cmp.Compare(len(b[0]), len(a[0])) })
	for _, p := range pairs {
		text = strings.ReplaceAll(text, p[0], p[1])
	}
	return text
}

// secrets returns the parts of an address that Redact replaces, with their
// replacements.
func secrets(address string) (pairs [][2]string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil
	}
	if u.User != nil {
		pairs = append(pairs, [2]string{u.User.String() + "@", ""})
		if password, set := u.User.Password(); set {
			pairs = addBare(pairs, password, "redacted")
		}
	}
	parts := strings.FieldsFunc(u.EscapedPath(), func(r rune) bool { return r == '/' || r == ';' })
	parts = append(parts, strings.FieldsFunc(u.RawQuery+"&"+u.EscapedFragment(), func(r rune) bool { return r == '&' || r == ';' })...)
	for _, part := range parts {
		if short := redactPair(part); short != part {
			pairs = append(pairs, [2]string{part, short})
			name, value, found := strings.Cut(part, "=")
			if !found {
				value = name
			}
			pairs = addBare(pairs, value, "redacted")
			if plain := unescaped(value); plain != value {
				pairs = addBare(pairs, plain, "redacted")
			}
		}
	}
	return pairs
}

// minBare is the minimal length of a credential that is replaced also without its
// name, in bytes: a short one or a plain word may be text of the page.
const minBare = 8

func addBare(pairs [][2]string, value, replacement string) [][2]string {
	isWord := !strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) || unicode.IsUpper(r) })
	if len(value) < minBare || isWord && len(value) < 2*minBare {
		return pairs
	}
	return append(pairs, [2]string{value, replacement})
}
