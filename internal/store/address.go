package store

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// Site returns the host name of an address, in lower case and without port,
// or "" if it has none: files and pages of the browser have no site.
func Site(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// secretNames matches names of parameters whose values let somebody in.
var secretNames = regexp.MustCompile(`(?i)(^|[._-])(access|api|auth|authorization|bearer|code|credentials?|csrf|hmac|jwt|key|login|nonce|otp|pass|passcode|passphrase|passwd|password|pin|pwd|saml\w*|secret|session|sess|sid|sig|sign|signature|sso|state|ticket|token|xsrf)([._-]|id|key|token|code|$)|(token|secret|session|sessionid|sessid|password|apikey|signature|authkey|accesskey|credential)$`)

// Redact returns an address without user information, fragment and secrets:
// the values of parameters that are named like one go, and whatever looks
// random enough to be one is replaced by a short digest, so that two pages
// stay two. Equal addresses give equal results.
func Redact(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "" // a file's path, data in an address, or nothing that can be told apart
	}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	u.Host = strings.ToLower(u.Host)
	segments := strings.Split(u.EscapedPath(), "/")
	for i, s := range segments {
		segments[i] = redactSegment(s)
	}
	u.Path, u.RawPath = strings.Join(segments, "/"), ""
	if path, err := url.PathUnescape(u.Path); err == nil {
		u.RawPath, u.Path = u.Path, path
	}
	pairs := strings.FieldsFunc(u.RawQuery, func(r rune) bool { return r == '&' || r == ';' })
	for i, p := range pairs {
		pairs[i] = redactPair(p)
	}
	u.RawQuery = strings.Join(pairs, "&")
	return u.String()
}

// redactSegment handles one step of a path, with the parameters that some
// servers append to it: /page;jsessionid=…
func redactSegment(segment string) string {
	name, parameters, found := strings.Cut(segment, ";")
	name = redactValue(name)
	if !found {
		return name
	}
	parts := strings.Split(parameters, ";")
	for i, p := range parts {
		parts[i] = redactPair(p)
	}
	return name + ";" + strings.Join(parts, ";")
}

func redactPair(pair string) string {
	name, value, found := strings.Cut(pair, "=")
	if !found {
		return redactValue(name)
	}
	if plain, err := url.QueryUnescape(name); err != nil || secretNames.MatchString(plain) {
		return name + "=redacted"
	}
	return name + "=" + redactValue(value)
}

// redactValue replaces what looks like a secret, and addresses of mail.
func redactValue(escaped string) string {
	plain, err := url.QueryUnescape(escaped)
	if err != nil {
		plain = escaped
	}
	if !looksSecret(plain) && !strings.Contains(plain, "@") && !strings.Contains(plain, "://") {
		return escaped
	}
	digest := sha256.Sum256([]byte(plain))
	return "redacted-" + hex.EncodeToString(digest[:4])
}

// leastSecret is the shortest run of letters and digits that can be a secret
// of its own, in bytes: 16 hexadecimal digits are 64 bits.
const leastSecret = 16

// looksSecret says whether s holds a run of letters and digits that nobody
// would write by hand: long, and letters and digits mixed through.
func looksSecret(s string) bool {
	runs := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, run := range runs {
		changes, digits := 0, 0
		was := 0
		for _, r := range run {
			kind := 1
			switch {
			case unicode.IsDigit(r):
				kind = 2
				digits++
			case unicode.IsUpper(r):
				kind = 3
			}
			if was != 0 && kind != was {
				changes++
			}
			was = kind
		}
		if len(run) >= leastSecret && digits > 0 && changes >= 4 {
			return true
		}
		if len(run) >= leastSecret*3/2 && changes >= 6 { // letters alone carry less
			return true
		}
	}
	return false
}
