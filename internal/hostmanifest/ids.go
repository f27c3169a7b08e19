package hostmanifest

// Ids of host and extensions. Separately installed programs use them, so they
// never change. manifests/extension/ids.json contains the same ids.
const (
	HostName   = "io.pulltab.host"
	ChromiumID = "hcnhjipmmgghhbknkplgjonphdgfbjnf" // fixed by the key in manifests/extension/chromium.json
	FirefoxID  = "pulltab@pulltab.io"
)
