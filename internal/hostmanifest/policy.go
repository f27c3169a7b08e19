package hostmanifest

import (
	"encoding/json"
	"slices"
)

// Forbids says why a policy of the computer's administrator keeps a browser of
// Chromium's family from starting our host, or "" if it does not. text is one
// file of the browser's folder of policies; what cannot be read forbids
// nothing, as in the browser.
func Forbids(text []byte) string {
	var policy struct {
		UserLevel *bool    `json:"NativeMessagingUserLevelHosts"`
		Blocked   []string `json:"NativeMessagingBlocklist"`
		Allowed   []string `json:"NativeMessagingAllowlist"`
	}
	if json.Unmarshal(text, &policy) != nil {
		return ""
	}
	blocked := slices.Contains(policy.Blocked, "*") || slices.Contains(policy.Blocked, HostName)
	switch {
	case blocked && !slices.Contains(policy.Allowed, HostName):
		return "the administrator of this computer forbids it"
	case policy.UserLevel != nil && !*policy.UserLevel:
		return "the administrator of this computer allows only programs that are registered for all users"
	}
	return ""
}
