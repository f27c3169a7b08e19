// Package target reads the reader's settings for saving, which name folders by
// aliases, and saves pages to them. Whoever asks for a page to be saved names an
// alias; only the settings name folders, so that neither a page nor the extension
// chooses where this program writes.
//
// The package is internal; the format of the settings is stable and described in
// docs/saving.md.
package target
