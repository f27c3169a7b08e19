package hostmanifest

import (
	"encoding/json"
	"slices"
)

// Forbids returns the reason why an administrator's policy forbids a Chromium
// browser to start the host, or "". text is a file of the browser's policy folder.
// As in the browser, an unreadable file forbids nothing.
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
