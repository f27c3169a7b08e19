package main

import (
	"path/filepath"
	"strings"
)

// nativeCaller says whether a browser started this process to speak native
// messaging, and which extension called. It is asked before anything else
// looks at the arguments, since a command line that prints its usage would put
// text where frames are due.
//
// Chromium passes the caller's origin, chrome-extension://ID/, and on Windows
// adds --parent-window=N; newer ones may add more flags. Firefox passes the
// absolute path of the registration and the add-on's id.
func nativeCaller(args []string) (caller string, native bool) {
	var words []string
	for _, a := range args {
		if !strings.HasPrefix(a, "--") {
			words = append(words, a)
		}
	}
	switch {
	case len(words) > 0 && strings.HasPrefix(words[0], chromiumScheme):
		return words[0], true
	case len(words) > 1 && strings.HasSuffix(words[0], ".json") && absolute(words[0]):
		return words[1], true
	}
	return "", false
}

// chromiumScheme begins the origin of an extension, in Edge and Opera too.
const chromiumScheme = "chrome-extension://"

// absolute says whether path is absolute on this system, or is written the
// Windows way, which browsers there do with either slash.
func absolute(path string) bool {
	drive := len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
	return filepath.IsAbs(path) || drive || strings.HasPrefix(path, `\\`)
}
