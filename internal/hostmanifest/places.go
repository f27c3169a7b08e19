package hostmanifest

// Places returns all known browsers on system (a GOOS), in display order. Sources:
// the browsers' own code (chrome_paths.cc, launch_context_win.cc,
// NativeManifests.sys.mjs, nsXREDirProvider.cpp) where it is public, else the
// installers of KDE, Bitwarden, KeePassXC and gopass.
func Places(system string) []Place {
	switch system {
	case "linux":
		return concat(linuxPlaces, sandboxPlaces)
	case "darwin":
		return concat(macPlaces)
	case "windows":
		return concat(windowsPlaces)
	}
	return nil
}

func concat(lists ...[]Place) []Place {
	var all []Place
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// refused returns p as Tor Browser, which gets no registration.
func refused(p Place) Place {
	p.Browser, p.Title, p.Family = "tor", "Tor Browser", Gecko
	p.Impossible = "Tor Browser makes all its users look alike, and a program outside it that a page's extension starts would end that"
	p.Instead = "Save the page in Tor Browser and run: pulltab convert FILE"
	return p
}
