package metadata

import (
	"strings"
)

// language: the root element's lang, content-language, og:locale, JSON-LD,
// Dublin Core, microdata, what the browser reports.
func (e *evidence) language() found {
	for _, c := range []found{
		{e.lang, "html lang"},
		{e.meta("content-language"), "meta:content-language"},
		{e.meta("og:locale"), "og:locale"},
		{e.main.language, "json-ld"},
		{e.meta("dc.language", "dcterms.language", "language"), "dc"},
		{e.prop("inlanguage"), e.propOrigin("inlanguage")},
		{e.page.Source.Language, "browser"},
	} {
		if tag := languageTag(c.value); tag != "" {
			return found{tag, c.origin}
		}
	}
	return found{}
}

// languageTag writes s as BCP 47: "pt_br" becomes "pt-BR". It returns "" for
// "und" and for a text that is not a tag, such as the English name of a language.
func languageTag(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), ",")
	s, _, _ = strings.Cut(s, ".") // de_DE.UTF-8
	if len(s) > 35 {
		return ""
	}
	parts := strings.Split(strings.ReplaceAll(s, "_", "-"), "-")
	for i, p := range parts {
		for _, r := range p {
			if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
				return ""
			}
		}
		switch {
		case p == "":
			return ""
		case i == 0:
			parts[i] = strings.ToLower(p)
		case len(p) == 4 && p[0] > '9':
			parts[i] = strings.ToUpper(p[:1]) + strings.ToLower(p[1:])
		case len(p) == 2:
			parts[i] = strings.ToUpper(p)
		default:
			parts[i] = strings.ToLower(p)
		}
	}
	if n := len(parts[0]); n < 2 || n > 3 || parts[0] == "und" {
		return ""
	}
	return strings.Join(parts, "-")
}
