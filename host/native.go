package main

import (
	"path/filepath"
	"strings"

	"pulltab/internal/hostmanifest"
)

// nativeCaller reports whether a browser has started this process for native
// messaging, and returns the calling extension. It decides before the command
// line is parsed, since a printed usage message would break the connection.
//
// Chromium passes the caller's origin, chrome-extension://ID/, and on Windows
// adds --parent-window=N; newer versions may add more flags. Firefox passes the
// absolute path of the registration and the add-on's id.
func nativeCaller(args []string) (caller string, native bool) {
	var words []string
	for _, a := range args {
		if !strings.HasPrefix(a, "--") {
			words = append(words, a)
		}
	}
	switch {
	case len(words) > 0 && strings.HasPrefix(words[0], hostmanifest.ChromiumScheme):
		return words[0], true
	case len(words) > 1 && strings.HasSuffix(words[0], ".json") && isAbsolute(words[0]):
		return words[1], true
	}
	return "", false
}

// isAbsolute reports whether path is absolute on this system or on Windows,
// where browsers use either kind of slash.
func isAbsolute(path string) bool {
	drive := len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
	return filepath.IsAbs(path) || drive || strings.HasPrefix(path, `\\`)
}
