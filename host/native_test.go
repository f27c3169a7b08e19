package main

import "testing"

func TestArgumentsSelectNativeMode(t *testing.T) {
	const origin = "chrome-extension://hcnhjipmmgghhbknkplgjonphdgfbjnf/"
	for _, c := range []struct {
		name   string
		args   []string
		caller string
		native bool
	}{
		{"Chromium", []string{origin}, origin, true},
		{"Chromium on Windows", []string{origin, "--parent-window=0"}, origin, true},
		{"flags in front", []string{"--parent-window=5", origin}, origin, true},
		{"flags of a newer Chromium", []string{origin, "--reconnect-command=x", "--native-messaging-connect-id=y", "--new"}, origin, true},
		{"Firefox", []string{"/home/a b/.mozilla/native-messaging-hosts/io.pulltab.host.json", "pulltab@pulltab.io"}, "pulltab@pulltab.io", true},
		{"Firefox on Windows", []string{`C:\Users\a b\io.pulltab.host.json`, "pulltab@pulltab.io"}, "pulltab@pulltab.io", true},
		{"Firefox with forward slashes", []string{`C:/Users/a/io.pulltab.host.json`, "pulltab@pulltab.io"}, "pulltab@pulltab.io", true},
		{"a shared folder", []string{`\\server\io.pulltab.host.json`, "pulltab@pulltab.io"}, "pulltab@pulltab.io", true},
		{"a newer Firefox", []string{"/x/io.pulltab.host.json", "pulltab@pulltab.io", "more", "--flag"}, "pulltab@pulltab.io", true},
		{"nothing", nil, "", false},
		{"help", []string{"--help"}, "", false},
		{"a command", []string{"convert", "page.html", "--url", origin}, "", false},
		{"a command with a JSON file", []string{"convert", "/x/page.json"}, "", false},
		{"a JSON file alone", []string{"/x/page.json"}, "", false},
		{"a relative registration", []string{"page.json", "pulltab@pulltab.io"}, "", false},
		{"a web page", []string{"https://example.com/"}, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			caller, native := nativeCaller(c.args)
			if caller != c.caller || native != c.native {
				t.Errorf("%q, %v; want %q, %v", caller, native, c.caller, c.native)
			}
		})
	}
}
