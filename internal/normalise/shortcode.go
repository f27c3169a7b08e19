package normalise

import (
	"regexp"
	"strings"
)

// shortCodePrefixes begin the names of page builders' short codes.
var shortCodePrefixes = []string{"[vc_", "[et_pb_", "[fusion_", "[av_", "[mk_", "[ux_", "[cs_", "[kc_", "[tatsu_", "[siteorigin_", "[wpb_", "[nectar_", "[thrive_"}

// HasShortCodes reports whether a page may hold short codes of a page builder.
func HasShortCodes(html string) bool {
	for _, prefix := range shortCodePrefixes {
		if strings.Contains(html, prefix) {
			return true
		}
	}
	return false
}

// shortCode matches a short code, opening or closing. Short codes of up to 2,000
// bytes occur, with styles in them.
var shortCode = func() *regexp.Regexp {
	names := make([]string, len(shortCodePrefixes))
	for i, prefix := range shortCodePrefixes {
		names[i] = prefix[1:]
	}
	return regexp.MustCompile(`\[/?(?:` + strings.Join(names, "|") + `)[a-z0-9_]*(?:\s[^\[\]]*)?\]`)
}()
