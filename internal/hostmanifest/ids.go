// Package hostmanifest knows where each browser on each system looks for the
// registration of a native-messaging host, and what it must hold. It is pure:
// it reads and writes nothing.
package hostmanifest

// The names by which browsers, extension and host know each other. They are
// part of the contract between separately installed programs and never change;
// manifests/extension/ids.json holds the same.
const (
	HostName   = "io.pulltab.host"
	ChromiumID = "hcnhjipmmgghhbknkplgjonphdgfbjnf" // fixed by the key in manifests/extension/chromium.json
	FirefoxID  = "pulltab@pulltab.io"
)
