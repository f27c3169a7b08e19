package address

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// secretNames matches names of parameters whose values are credentials.
var secretNames = regexp.MustCompile(`(?i)(^|[][._-])(access|api|auth|authorization|bearer|code|credentials?|csrf|hmac|invite|jwt|key|login|magic|nonce|otp|pass|passcode|passphrase|passwd|password|pin|pwd|saml\w*|secret|session|sess|sid|sig|sign|signature|sso|state|ticket|token|unlock|xsrf)([][._-]|id|key|token|code|$)|(token|secret|session|sessionid|sessid|password|apikey|signature|authkey|accesskey|credential)$`)

// Redact returns an address without user information, fragment and secrets.
// Values of parameters with a credential's name are removed. Path segments and
// other values that look random are replaced by a short digest, so that
// different pages keep different addresses. Equal addresses give equal results.
// An address without a host gives "".
func Redact(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "" // a file, a data address, or no address
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

// redactSegment redacts one segment of a path, with the parameters that some
// servers append: /page;jsessionid=…
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

// redactValue replaces a value that looks like a secret, an e-mail address or
// another address.
func redactValue(escaped string) string {
	plain, err := url.QueryUnescape(escaped)
	if err != nil {
		plain = escaped
	}
	if !looksSecret(plain) && !strings.Contains(plain, "@") && !strings.Contains(plain, "://") && !isJSON(plain) {
		return escaped
	}
	digest := sha256.Sum256([]byte(plain))
	return "redacted-" + hex.EncodeToString(digest[:4])
}

// isJSON reports whether a value is a JSON object or array with a string in it,
// whose keys are no parameters.
func isJSON(value string) bool {
	return (strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[")) && strings.Contains(value, `"`)
}

// minSecretLength is the length of the shortest run of letters and digits taken
// for a secret, in bytes: 16 hexadecimal digits are 64 bits.
const minSecretLength = 16

// looksSecret reports whether s contains a random-looking run of letters and
// digits: a long one that often changes between lower case, upper case and
// digits.
func looksSecret(s string) bool {
	runs := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, run := range runs {
		changes, digits := 0, 0
		previous := 0
		for _, r := range run {
			kind := 1
			switch {
			case unicode.IsDigit(r):
				kind = 2
				digits++
			case unicode.IsUpper(r):
				kind = 3
			}
			if previous != 0 && kind != previous {
				changes++
			}
			previous = kind
		}
		if len(run) >= minSecretLength && digits > 0 && changes >= 4 {
			return true
		}
		if len(run) >= minSecretLength*3/2 && changes >= 6 { // letters alone have less entropy
			return true
		}
	}
	return false
}
