package hostmanifest

import "testing"

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
		if got := Forbids([]byte(text)); (got != "") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
