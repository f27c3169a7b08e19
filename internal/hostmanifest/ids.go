package hostmanifest

// Ids of host and extensions. Separately installed programs use them, so they
// never change. manifests/extension/ids.json contains the same ids.
const (
	HostName   = "io.pulltab.host"
	ChromiumID = "hcnhjipmmgghhbknkplgjonphdgfbjnf" // fixed by the key in manifests/extension/chromium.json
	FirefoxID  = "pulltab@pulltab.io"
)

// StoreID is the id that the Chrome Web Store gives the extension, "" before the
// first upload (docs/releasing.md). Then both ids may start the host, so that a
// store build and a developers' build work with the same registration.
const StoreID = ""

// Released returns the ids of the released extensions of family, the current one
// first.
func Released(family Family) []string {
	switch {
	case family == Gecko:
		return []string{FirefoxID}
	case StoreID == "":
		return []string{ChromiumID}
	}
	return []string{StoreID, ChromiumID}
}
