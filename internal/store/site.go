package store

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// ArgumentError reports an invalid value of a field of a request.
type ArgumentError struct{ Field, Problem string }

func (e *ArgumentError) Error() string { return e.Field + ": " + e.Problem }

// Site returns the host name of an address: in lower case and in ASCII form,
// without port and final dot. It is "" if the address has none: files and pages
// of the browser have no site.
func Site(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return hostName(u.Hostname())
}

// hostName returns the stored form of a host name.
func hostName(name string) string {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		return ascii
	}
	return name
}

// ParseSite returns the stored form of a host name as a user writes it: also a
// whole address, with a port, in Unicode or with a final dot. The error is an
// *ArgumentError.
func ParseSite(text string) (string, error) {
	address := strings.TrimSpace(text)
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || strings.ContainsAny(u.Hostname(), " \x00%") {
		return "", &ArgumentError{"site", fmt.Sprintf("%q is not a host name such as example.com", text)}
	}
	return hostName(u.Hostname()), nil
}

// spellings returns the forms under which a host name may be stored: earlier
// versions kept final dots and names in Unicode.
func spellings(site string) []string {
	forms := []string{site, site + "."}
	if unicode, err := idna.Lookup.ToUnicode(site); err == nil && unicode != site {
		forms = append(forms, unicode, unicode+".")
	}
	return forms
}
