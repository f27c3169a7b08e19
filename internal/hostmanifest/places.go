package hostmanifest

// Places returns all known browsers on system (a GOOS), in display order. Sources: the browsers' own code (chrome_paths.cc,
// NativeMessaging.sys.mjs) where it is public, else the installers of KDE,
// Bitwarden, KeePassXC and gopass. Where they disagree about a system-wide
// folder, only the user's own is used.
func Places(system string) []Place {
	var found []Place
	for _, p := range places {
		if p.System == system {
			found = append(found, p)
		}
	}
	return found
}

var places = concat(
	linuxChromium("chrome", "Google Chrome", "google-chrome", "/etc/opt/chrome/policies/managed"),
	linuxChromium("chrome-beta", "Google Chrome Beta", "google-chrome-beta", "/etc/opt/chrome/policies/managed"),
	linuxChromium("chrome-unstable", "Google Chrome Dev", "google-chrome-unstable", "/etc/opt/chrome/policies/managed"),
	linuxChromium("chromium", "Chromium", "chromium", "/etc/chromium/policies/managed"),
	linuxChromium("edge", "Microsoft Edge", "microsoft-edge", "/etc/opt/edge/policies/managed"),
	linuxChromium("brave", "Brave", "BraveSoftware/Brave-Browser", "/etc/brave/policies/managed"),
	linuxChromium("vivaldi", "Vivaldi", "vivaldi", ""),
	linuxChromium("opera", "Opera", "opera", ""),
	linuxChromium("helium", "Helium", "net.imput.helium", ""),

	// A newer Firefox (153 does) keeps its profiles below $CONFIG, but still looks
	// for hosts in the old folder. Zen shares it.
	linuxGecko("firefox", "Firefox", ".mozilla", "$HOME/.mozilla", "$CONFIG/mozilla"),
	linuxGecko("zen", "Zen", ".mozilla", "$HOME/.zen", "$CONFIG/zen"),
	linuxGecko("librewolf", "LibreWolf", ".librewolf", "$HOME/.librewolf"),
	linuxGecko("waterfox", "Waterfox", ".waterfox", "$HOME/.waterfox"),
	linuxGecko("floorp", "Floorp", ".floorp", "$HOME/.floorp"),

	flatpak("chrome", "Google Chrome", Chromium, "com.google.Chrome", "config/google-chrome/NativeMessagingHosts"),
	flatpak("chromium", "Chromium", Chromium, "org.chromium.Chromium", "config/chromium/NativeMessagingHosts"),
	flatpak("edge", "Microsoft Edge", Chromium, "com.microsoft.Edge", "config/microsoft-edge/NativeMessagingHosts"),
	flatpak("brave", "Brave", Chromium, "com.brave.Browser", "config/BraveSoftware/Brave-Browser/NativeMessagingHosts"),
	flatpak("firefox", "Firefox", Gecko, "org.mozilla.firefox", ".mozilla/native-messaging-hosts"),
	flatpak("librewolf", "LibreWolf", Gecko, "io.gitlab.librewolf-community", ".librewolf/native-messaging-hosts"),
	flatpak("waterfox", "Waterfox", Gecko, "net.waterfox.waterfox", ".waterfox/native-messaging-hosts"),

	[]Place{{
		Browser: "firefox", Title: "Firefox", System: "linux", Packaging: Snap, Family: Gecko,
		Present: []string{"$HOME/snap/firefox"},
		Dir:     "$HOME/.mozilla/native-messaging-hosts",
		Advice: "Firefox asks once whether Pulltab may start; if that was refused, run: " +
			"flatpak permission-set webextensions " + HostName + " snap.firefox yes",
	}, {
		Browser: "chromium", Title: "Chromium", System: "linux", Packaging: Snap, Family: Chromium,
		Present:    []string{"$HOME/snap/chromium"},
		Impossible: "The Chromium snap cannot start programs outside its sandbox",
		Instead:    "Use Chromium or Chrome from another package, or Firefox; on this one, pulltab convert works on saved pages.",
	}},

	macChromium("chrome", "Google Chrome", "Google/Chrome"),
	macChromium("chrome-beta", "Google Chrome Beta", "Google/Chrome Beta"),
	macChromium("chrome-dev", "Google Chrome Dev", "Google/Chrome Dev"),
	macChromium("chrome-canary", "Google Chrome Canary", "Google/Chrome Canary"),
	macChromium("chromium", "Chromium", "Chromium"),
	macChromium("edge", "Microsoft Edge", "Microsoft Edge"),
	macChromium("edge-beta", "Microsoft Edge Beta", "Microsoft Edge Beta"),
	macChromium("edge-dev", "Microsoft Edge Dev", "Microsoft Edge Dev"),
	macChromium("edge-canary", "Microsoft Edge Canary", "Microsoft Edge Canary"),
	macChromium("brave", "Brave", "BraveSoftware/Brave-Browser"),
	macChromium("vivaldi", "Vivaldi", "Vivaldi"),
	macChromium("arc", "Arc", "Arc/User Data"),
	macChromium("opera", "Opera", "com.operasoftware.Opera"),
	macChromium("helium", "Helium", "net.imput.helium"),
	macGecko("firefox", "Firefox", "Mozilla", "Firefox"),
	macGecko("zen", "Zen", "Mozilla", "zen"),
	macGecko("librewolf", "LibreWolf", "librewolf", "librewolf"),

	windows("chrome", "Google Chrome", Chromium, `Software\Google\Chrome`, "$LOCAL/Google/Chrome"),
	windows("chromium", "Chromium", Chromium, `Software\Chromium`, "$LOCAL/Chromium"),
	windows("edge", "Microsoft Edge", Chromium, `Software\Microsoft\Edge`, "$LOCAL/Microsoft/Edge"),
	windows("brave", "Brave", Chromium, `Software\BraveSoftware\Brave-Browser`, "$LOCAL/BraveSoftware/Brave-Browser"),
	windows("vivaldi", "Vivaldi", Chromium, `Software\Vivaldi`, "$LOCAL/Vivaldi"),
	windows("opera", "Opera", Chromium, `Software\Opera Software`, "$ROAMING/Opera Software"),
	windows("firefox", "Firefox", Gecko, `Software\Mozilla`, "$ROAMING/Mozilla/Firefox"),
	windows("zen", "Zen", Gecko, `Software\Mozilla`, "$ROAMING/zen"),
	windows("librewolf", "LibreWolf", Gecko, `Software\LibreWolf`, "$ROAMING/librewolf"),
)

func concat(lists ...[]Place) []Place {
	var all []Place
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

func linuxChromium(browser, title, dir, policy string) []Place {
	return []Place{{
		Browser: browser, Title: title, System: "linux", Family: Chromium,
		Present: []string{"$CONFIG/" + dir},
		Dir:     "$CONFIG/" + dir + "/NativeMessagingHosts",
		Policy:  policy,
	}}
}

func linuxGecko(browser, title, dir string, present ...string) []Place {
	return []Place{{
		Browser: browser, Title: title, System: "linux", Family: Gecko,
		Present: present,
		Dir:     "$HOME/" + dir + "/native-messaging-hosts",
	}}
}

// flatpak needs no permission of the sandbox: the browser sees its own folder
// below ~/.var/app, and the program is copied into it.
func flatpak(browser, title string, family Family, app, dir string) []Place {
	own := "$HOME/.var/app/" + app
	return []Place{{
		Browser: browser, Title: title, System: "linux", Packaging: Flatpak, Family: family, App: app,
		Present: []string{own},
		Dir:     own + "/" + dir,
		Program: own + "/data/pulltab/pulltab",
		Advice:  "Pulltab runs inside this browser's sandbox and sees only the files that the browser sees.",
	}}
}

func macChromium(browser, title, dir string) []Place {
	return []Place{{
		Browser: browser, Title: title, System: "darwin", Family: Chromium,
		Present: []string{"$CONFIG/" + dir},
		Dir:     "$CONFIG/" + dir + "/NativeMessagingHosts",
	}}
}

func macGecko(browser, title, dir, present string) []Place {
	return []Place{{
		Browser: browser, Title: title, System: "darwin", Family: Gecko,
		Present: []string{"$CONFIG/" + present},
		Dir:     "$CONFIG/" + dir + "/NativeMessagingHosts",
	}}
}

func windows(browser, title string, family Family, key, present string) []Place {
	return []Place{{
		Browser: browser, Title: title, System: "windows", Family: family,
		Present: []string{present},
		Dir:     "$LOCAL/Pulltab",
		Key:     key + `\NativeMessagingHosts\` + HostName,
	}}
}
