package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pulltab/internal/bridge"
)

// tabPattern matches the id of a tab: the beginning of a host's name and the
// browser's number of the tab.
var tabPattern = regexp.MustCompile(`^([0-9a-f]{4,16})\.(\d{1,10})$`)

// isTab reports whether an argument names a tab.
func isTab(name string) bool { return name == activeTab || tabPattern.MatchString(name) }

// activeTab names the tab in front.
const activeTab = "active"

// openTab is a tab with its id.
type openTab struct {
	ID string `json:"tab"`
	bridge.Tab
}

// listTabs returns the tabs of all browsers that agents may read, and the number of
// the others.
func listTabs(ctx context.Context) (tabs []openTab, others int, err error) {
	hosts, err := bridge.Hosts(ctx)
	if err == nil && len(hosts) == 0 {
		err = &bridge.Error{Code: bridge.CodeGone}
	}
	if err != nil {
		return nil, 0, err
	}
	tabs = []openTab{}
	answered := false
	var failure error
	for _, host := range hosts {
		r, err := bridge.Ask(ctx, host, bridge.Request{T: "tabs"})
		if err != nil {
			failure = err // a browser that is closing
			continue
		}
		answered = true
		others += r.Others
		for _, t := range r.Tabs {
			tabs = append(tabs, openTab{fmt.Sprintf("%s.%d", shortest(host, hosts), t.ID), t})
		}
	}
	if !answered {
		return nil, 0, failure
	}
	slices.SortStableFunc(tabs, func(a, b openTab) int { return cmp.Compare(a.ID, b.ID) })
	return tabs, others, nil
}

// shortest returns the shortest beginning of host, of at least four digits, that no
// other host has.
func shortest(host string, hosts []string) string {
	for n := 4; n < len(host); n++ {
		if !slices.ContainsFunc(hosts, func(h string) bool { return h != host && strings.HasPrefix(h, host[:n]) }) {
			return host[:n]
		}
	}
	return host
}

// findTab returns the host and the number of a tab.
func findTab(ctx context.Context, name string) (host string, tab int, err error) {
	if name == activeTab {
		return findActive(ctx)
	}
	m := tabPattern.FindStringSubmatch(name)
	if m == nil {
		return "", 0, usageError{fmt.Errorf("%q is no tab; pulltab tabs lists them", name)}
	}
	hosts, err := bridge.Hosts(ctx)
	if err != nil {
		return "", 0, err
	}
	tab, err = strconv.Atoi(m[2])
	if err != nil {
		return "", 0, err
	}
	for _, h := range hosts {
		if strings.HasPrefix(h, m[1]) {
			return h, tab, nil
		}
	}
	return "", 0, &bridge.Error{Code: bridge.CodeGone}
}

// findActive returns the tab in front. With several browsers it must be the only one
// that agents may read.
func findActive(ctx context.Context) (host string, tab int, err error) {
	tabs, _, err := listTabs(ctx)
	if err != nil {
		return "", 0, err
	}
	tabs = slices.DeleteFunc(tabs, func(t openTab) bool { return !t.Active })
	switch len(tabs) {
	case 0:
		return "", 0, &bridge.Error{Code: bridge.CodeNotAllowed}
	case 1:
		return findTab(ctx, tabs[0].ID)
	}
	return "", 0, &bridge.Error{Code: bridge.CodeUsage, Msg: fmt.Sprintf("%d browsers have such a tab; name one", len(tabs))}
}

// askTab sends a request about a tab.
func askTab(ctx context.Context, name string, r bridge.Request) (bridge.Reply, error) {
	host, tab, err := findTab(ctx, name)
	if err != nil {
		return bridge.Reply{}, err
	}
	r.Tab = tab
	return bridge.Ask(ctx, host, r)
}
