package hostmanifest

import (
	"encoding/json"
	"slices"
	"strings"
)

// Policy is what an administrator decided about the host and the extension.
type Policy struct {
	UserLevel *bool                      `json:"NativeMessagingUserLevelHosts"`
	Blocked   []string                   `json:"NativeMessagingBlocklist"`
	Allowed   []string                   `json:"NativeMessagingAllowlist"`
	NoInstall []string                   `json:"ExtensionInstallBlocklist"`
	Install   []string                   `json:"ExtensionInstallAllowlist"`
	Forced    []string                   `json:"ExtensionInstallForcelist"`
	Settings  map[string]ExtensionPolicy `json:"ExtensionSettings"`
}

// ExtensionPolicy is the policy for one extension, or for "*".
type ExtensionPolicy struct {
	Mode string `json:"installation_mode"`
}

// ReadPolicy parses a file of the policy folder of a browser of family. As in the
// browser, an unreadable file forbids nothing.
func ReadPolicy(family Family, text []byte) Policy {
	var gecko struct{ Policies Policy }
	if family == Gecko {
		if json.Unmarshal(text, &gecko) != nil {
			return Policy{}
		}
		return gecko.Policies
	}
	var p Policy
	if json.Unmarshal(text, &p) != nil {
		return Policy{}
	}
	return p
}

// ForbidsHost returns the reason why the policy forbids to start the host, or "".
// allUsers is whether the host is registered for all users.
func (p Policy) ForbidsHost(allUsers bool) string {
	blocked := slices.Contains(p.Blocked, "*") || slices.Contains(p.Blocked, HostName)
	switch {
	case blocked && !slices.Contains(p.Allowed, HostName):
		return "the administrator of this computer forbids it"
	case p.UserLevel != nil && !*p.UserLevel && !allUsers:
		return "the administrator of this computer allows only programs that are registered for all users"
	}
	return ""
}

// ForbidsExtension reports whether the policy forbids the extension with one of
// ids.
func (p Policy) ForbidsExtension(ids []string) bool {
	forced := func(entry string) bool {
		id, _, _ := strings.Cut(entry, ";")
		return slices.Contains(ids, id)
	}
	named := func(id string) bool { return slices.Contains(ids, id) }
	if slices.ContainsFunc(p.Forced, forced) {
		return false
	}
	for _, id := range ids {
		if own, ok := p.Settings[id]; ok {
			return own.Mode == "blocked" || own.Mode == "removed"
		}
	}
	if p.Settings["*"].Mode == "blocked" {
		return true
	}
	blocked := slices.Contains(p.NoInstall, "*") || slices.ContainsFunc(p.NoInstall, named)
	return blocked && !slices.ContainsFunc(p.Install, named)
}

// Add makes p as strict as both.
func (p *Policy) Add(more Policy) {
	if p.UserLevel == nil || more.UserLevel != nil && !*more.UserLevel {
		p.UserLevel = more.UserLevel
	}
	p.Blocked = append(p.Blocked, more.Blocked...)
	p.Allowed = append(p.Allowed, more.Allowed...)
	p.NoInstall = append(p.NoInstall, more.NoInstall...)
	p.Install = append(p.Install, more.Install...)
	p.Forced = append(p.Forced, more.Forced...)
	for id, settings := range more.Settings {
		if p.Settings == nil {
			p.Settings = map[string]ExtensionPolicy{}
		}
		p.Settings[id] = settings
	}
}

// RegistryPolicy reads a policy from a registry: values returns the values of the
// policies' key with a suffix.
func RegistryPolicy(values func(sub string) map[string]string) Policy {
	list := func(name string) []string {
		var all []string
		for _, value := range values(`\` + name) {
			all = append(all, value)
		}
		slices.Sort(all)
		return all
	}
	p := Policy{
		Blocked: list("NativeMessagingBlocklist"), Allowed: list("NativeMessagingAllowlist"),
		NoInstall: list("ExtensionInstallBlocklist"), Install: list("ExtensionInstallAllowlist"), Forced: list("ExtensionInstallForcelist"),
	}
	single := values("")
	if level, ok := single["NativeMessagingUserLevelHosts"]; ok {
		allowed := level != "0"
		p.UserLevel = &allowed
	}
	if json.Unmarshal([]byte(single["ExtensionSettings"]), &p.Settings) != nil {
		p.Settings = nil
	}
	return p
}
