package recipe

import (
	"fmt"
	"net/url"
	"strings"
)

// Pattern is a glob for addresses: a host, and a path if there is a slash.
type Pattern struct {
	text       string
	host, path string // path "" means any
}

// ParsePattern reads HOST or HOST/PATH.
func ParsePattern(s string) (Pattern, error) {
	host, path, has := strings.Cut(s, "/")
	switch {
	case len(s) > maxPathBytes:
		return Pattern{}, fmt.Errorf("match: a pattern of %d bytes, limit %d", len(s), maxPathBytes)
	case host == "" || strings.ContainsAny(s, " \t?#") || strings.Contains(s, "://"):
		return Pattern{}, fmt.Errorf("match: %q is not HOST/PATH, for example \"*.example.com/docs/**\"", s)
	case strings.Trim(host, "*.") == "":
		return Pattern{}, fmt.Errorf("match: %q would match every host", s)
	}
	p := Pattern{text: s, host: strings.ToLower(host)}
	if has {
		p.path = "/" + path
	}
	return p, nil
}

// Matches reports whether p covers the address.
func (p Pattern) Matches(u *url.URL) bool {
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if !glob(p.host, host, '.') && !glob(p.host, strings.ToLower(u.Hostname()), '.') {
		return false
	}
	path := u.Path
	if path == "" {
		path = "/"
	}
	return p.path == "" || glob(p.path, path, '/')
}

// glob reports whether s matches pattern: * is any text without the separator,
// ** any text. It takes time proportional to the product of both lengths.
func glob(pattern, s string, separator byte) bool {
	// reach[i] is true if the pattern so far matches s[:i].
	reach := make([]bool, len(s)+1)
	reach[0] = true
	for i := 0; i < len(pattern); i++ {
		next := make([]bool, len(s)+1)
		switch {
		case pattern[i] != '*':
			for k := range len(s) {
				next[k+1] = reach[k] && s[k] == pattern[i]
			}
		default:
			any := i+1 < len(pattern) && pattern[i+1] == '*'
			if any {
				i++
			}
			for k := range len(s) + 1 {
				next[k] = reach[k] || k > 0 && next[k-1] && (any || s[k-1] != separator)
			}
		}
		reach = next
	}
	return reach[len(s)]
}
