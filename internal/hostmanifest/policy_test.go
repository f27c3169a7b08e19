package hostmanifest

import (
	"strings"
	"testing"
)

func TestForbidsReadsPoliciesAsChromiumDoes(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`:                                     false,
		`{"HomepageLocation":"x"}`:               false,
		`{"NativeMessagingUserLevelHosts":true}`: false,
		`{"NativeMessagingUserLevelHosts":false}`:                                           true,
		`{"NativeMessagingBlocklist":["*"]}`:                                                true,
		`{"NativeMessagingBlocklist":["io.pulltab.host"]}`:                                  true,
		`{"NativeMessagingBlocklist":["org.other.host"]}`:                                   false,
		`{"NativeMessagingBlocklist":["*"],"NativeMessagingAllowlist":["io.pulltab.host"]}`: false,
		`{"NativeMessagingBlocklist":["*"],"NativeMessagingAllowlist":["org.other.host"]}`:  true,
		`no JSON`: false,
	} {
		if got := ReadPolicy(Chromium, []byte(text)).ForbidsHost(false); (got != "") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	onlyShared := ReadPolicy(Chromium, []byte(`{"NativeMessagingUserLevelHosts":false}`))
	if got := onlyShared.ForbidsHost(true); got != "" {
		t.Errorf("a registration for all users is forbidden: %q", got)
	}
}

func TestForbidsExtensionAsBothFamiliesDo(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`:                                      false,
		`{"ExtensionInstallBlocklist":["*"]}`:     true,
		`{"ExtensionInstallBlocklist":["ID"]}`:    true,
		`{"ExtensionInstallBlocklist":["other"]}`: false,
		`{"ExtensionInstallBlocklist":["*"],"ExtensionInstallAllowlist":["ID"]}`:                                    false,
		`{"ExtensionInstallBlocklist":["*"],"ExtensionInstallForcelist":["ID;https://example.com"]}`:                false,
		`{"ExtensionSettings":{"*":{"installation_mode":"blocked"}}}`:                                               true,
		`{"ExtensionSettings":{"*":{"installation_mode":"blocked"},"ID":{"installation_mode":"force_installed"}}}`:  false,
		`{"ExtensionSettings":{"*":{"installation_mode":"allowed"},"ID":{"installation_mode":"blocked"}}}`:          true,
		`{"ExtensionSettings":{"ID":{"installation_mode":"removed"}}}`:                                              true,
		`{"ExtensionSettings":{"other":{"installation_mode":"blocked"}},"NativeMessagingBlocklist":["other.host"]}`: false,
	} {
		for _, family := range []Family{Chromium, Gecko} {
			id := Released(family)[0]
			policy := strings.ReplaceAll(text, "ID", id)
			if family == Gecko {
				policy = `{"policies":` + policy + `}`
			}
			if got := ReadPolicy(family, []byte(policy)).ForbidsExtension(Released(family)); got != want {
				t.Errorf("%s: %v", policy, got)
			}
		}
	}
}

func TestSeveralPoliciesAreAsStrictAsEach(t *testing.T) {
	no := false
	var all Policy
	all.Add(Policy{})
	all.Add(Policy{UserLevel: &no, Settings: map[string]ExtensionPolicy{"*": {Mode: "blocked"}}})
	all.Add(Policy{Blocked: []string{"other"}})
	if all.ForbidsHost(false) == "" || !all.ForbidsExtension([]string{ChromiumID}) {
		t.Errorf("%+v", all)
	}
}

func TestRegistryPolicyReadsListsAndNumbers(t *testing.T) {
	keys := map[string]map[string]string{
		"":                           {"NativeMessagingUserLevelHosts": "0", "ExtensionSettings": `{"*":{"installation_mode":"blocked"}}`},
		`\NativeMessagingBlocklist`:  {"1": "*"},
		`\ExtensionInstallAllowlist`: {"1": "a", "2": "b"},
	}
	p := RegistryPolicy(func(sub string) map[string]string { return keys[sub] })
	if p.UserLevel == nil || *p.UserLevel || p.ForbidsHost(true) == "" || len(p.Install) != 2 || !p.ForbidsExtension([]string{"c"}) {
		t.Errorf("%+v", p)
	}
}
