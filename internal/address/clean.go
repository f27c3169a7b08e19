package address

import (
	"net/url"
	"regexp"
	"strings"
)

// credentialNames matches names of parameters that hold nothing but credentials.
// Others of secretNames, such as code and key, often mean something else.
var credentialNames = regexp.MustCompile(`(?i)(^|[][._-])(pass|passwd|password|pwd|passphrase|passcode|otp|secret|jwt|sessid|sessionid|phpsessid|jsessionid|apikey|authkey|credentials?|signature|token|xsrf|csrf)([][._-]|id|code|$)|(token|secret|sessionid|sessid|password|apikey|signature|authkey|accesskey|credential)$`)

// Clean returns an address as a reader would write it down: without user
// information and without the parameters, of the path, the query and the fragment,
// that are credentials. All else stays as it is, so that the address still leads
// to the page.
func Clean(address string) string {
	address = withoutUser(address)
	before, fragment, hasFragment := strings.Cut(address, "#")
	path, query, hasQuery := strings.Cut(before, "?")
	segments := strings.Split(path, ";")
	kept := segments[:1]
	for _, s := range segments[1:] { // page;jsessionid=…/next
		parameter, rest, found := strings.Cut(s, "/")
		switch {
		case !isCredential(parameter):
			kept = append(kept, s)
		case found:
			kept[len(kept)-1] += "/" + rest
		}
	}
	clean := strings.Join(kept, ";")
	if hasQuery {
		if query = cleanPairs(query); query != "" {
			clean += "?" + query
		}
	}
	if hasFragment {
		if fragment = cleanPairs(fragment); fragment != "" {
			clean += "#" + fragment
		}
	}
	return clean
}

// withoutUser removes user name and password.
func withoutUser(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		return scheme + "://" + rest[i+1:]
	}
	return address
}

// cleanPairs removes credentials from name=value pairs.
func cleanPairs(query string) string {
	pairs := strings.Split(query, "&")
	kept := pairs[:0]
	for _, p := range pairs {
		if !isCredential(p) {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "&")
}

// isCredential reports whether a pair has the name of a credential, or another
// name of secretNames and a random value, or JSON with such a name as value.
func isCredential(pair string) bool {
	name, value, found := strings.Cut(pair, "=")
	if !found || value == "" {
		return false
	}
	name, value = unescaped(name), unescaped(value)
	if isJSON(value) {
		return jsonCredential.MatchString(value)
	}
	return credentialNames.MatchString(name) || secretNames.MatchString(name) && looksSecret(value)
}

// jsonCredential matches the key of a credential in JSON.
var jsonCredential = regexp.MustCompile(`(?i)"[^"]*(token|secret|passw|session|signature|apikey|credential)[^"]*"\s*:`)

func unescaped(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}
