package outline

import (
	"net/url"
	"strings"
)

// maxOrigin is the length of an origin in a frame. Of a longer one the end is
// shown, which names the registrable domain.
const maxOrigin = 80

// originOf returns the origin of an address, in characters that cannot end a frame;
// "" if it has none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	origin := strings.ToLower(u.Scheme + "://" + u.Host)
	origin = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune(".:/-_[]", r) {
			return r
		}
		return '?'
	}, origin)
	if len(origin) > maxOrigin {
		origin = "..." + origin[len(origin)-maxOrigin:]
	}
	return origin
}
