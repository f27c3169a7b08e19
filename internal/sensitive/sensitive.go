// Package sensitive lists sites that agents do not read without a second consent:
// mail, password managers, banks, health and government. The list has at most 300
// host names and is reviewed by hand. An unknown bank is not on it.
//
// Stability: internal; the extension has the same list (extension/src/agents).
package sensitive

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed hosts.txt
var text string

// Hosts returns the listed host names. Each stands for its subdomains, too.
var Hosts = sync.OnceValue(func() []string {
	var hosts []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			hosts = append(hosts, line)
		}
	}
	return hosts
})

// hostSet holds Hosts.
var hostSet = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, h := range Hosts() {
		set[h] = true
	}
	return set
})

// Is reports whether a host name or one of its parent domains is listed. host is in
// lower case, without port.
func Is(host string) bool {
	for host = strings.TrimSuffix(host, "."); host != ""; {
		if hostSet()[host] {
			return true
		}
		_, rest, found := strings.Cut(host, ".")
		if !found {
			return false
		}
		host = rest
	}
	return false
}
