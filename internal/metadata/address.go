package metadata

import (
	"net/url"
	"strings"
)

// Address returns the full address as plain text, without user name and
// password. An address that cannot be parsed is returned unless it contains "@".
func Address(address string) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	switch {
	case err != nil && strings.Contains(address, "@"):
		return ""
	case err != nil || u.User == nil:
		return address
	}
	u.User = nil
	return u.String()
}

// absolute resolves ref against the page's base. It returns "" unless the result
// is an http or https address.
func (e *evidence) absolute(ref string) string {
	ref = strings.TrimSpace(ref)
	if ref == "" || len(ref) > maxAddress {
		return ""
	}
	u, err := url.Parse(ref)
	if err != nil {
		return ""
	}
	if e.page.Base != nil {
		u = e.page.Base.ResolveReference(u)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	u.User = nil
	return u.String()
}

// canonical: link rel=canonical, og:url.
func (e *evidence) canonical() found {
	f := first(
		found{e.absolute(e.link("canonical")), "link:canonical"},
		found{e.absolute(e.meta("og:url")), "og:url"},
	)
	// The home page as canonical address of another page is a template error.
	if u, err := url.Parse(f.value); err == nil && e.page.Base != nil && strings.Trim(u.Path, "/") == "" && u.RawQuery == "" &&
		strings.Trim(e.page.Base.Path, "/") != "" {
		return found{}
	}
	return f
}

// host returns the page's host name without "www.".
func (e *evidence) host() string {
	if e.page.Base == nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(e.page.Base.Hostname()), "www.")
}

// image: og:image, JSON-LD, twitter:image, link rel=image_src, microdata.
func (e *evidence) image() found {
	candidates := []found{
		{e.meta("og:image", "og:image:url", "og:image:secure_url"), "og:image"},
		{e.main.image, "json-ld"},
		{e.meta("twitter:image", "twitter:image:src"), "twitter:image"},
		{e.link("image_src"), "link:image_src"},
		{e.prop("image", "thumbnailurl"), e.propOrigin("image", "thumbnailurl")},
	}
	for _, c := range candidates {
		if a := e.absolute(c.value); a != "" {
			return found{a, c.origin}
		}
	}
	return found{}
}
