package hostmanifest

// Folders of registrations for all users on Linux. Chromium's code has one for
// Google's build and one for all others; only Edge has its own.
const (
	sharedChrome   = "$ROOT/etc/opt/chrome/native-messaging-hosts"
	sharedChromium = "$ROOT/etc/chromium/native-messaging-hosts"
	sharedEdge     = "$ROOT/etc/opt/edge/native-messaging-hosts"
)

// linuxPlaces are the browsers from installers and the system's packages. The
// second column of linuxChromium is also the name of the browser's program.
var linuxPlaces = []Place{
	linuxChromium("chrome", "Google Chrome", "google-chrome", sharedChrome, "$ROOT/etc/opt/chrome",
		"$ROOT/opt/google/chrome", "google-chrome", "google-chrome-stable"),
	linuxChromium("chrome-beta", "Google Chrome Beta", "google-chrome-beta", sharedChrome, "$ROOT/etc/opt/chrome",
		"$ROOT/opt/google/chrome-beta", "google-chrome-beta"),
	linuxChromium("chrome-unstable", "Google Chrome Dev", "google-chrome-unstable", sharedChrome, "$ROOT/etc/opt/chrome",
		"$ROOT/opt/google/chrome-unstable", "google-chrome-unstable"),
	linuxChromium("chromium", "Chromium", "chromium", sharedChromium, "$ROOT/etc/chromium",
		"$ROOT/usr/lib/chromium", "chromium", "chromium-browser"),
	linuxChromium("edge", "Microsoft Edge", "microsoft-edge", sharedEdge, "$ROOT/etc/opt/edge",
		"$ROOT/opt/microsoft/msedge", "microsoft-edge", "microsoft-edge-stable"),
	linuxChromium("edge-beta", "Microsoft Edge Beta", "microsoft-edge-beta", sharedEdge, "$ROOT/etc/opt/edge",
		"$ROOT/opt/microsoft/msedge-beta", "microsoft-edge-beta"),
	linuxChromium("edge-dev", "Microsoft Edge Dev", "microsoft-edge-dev", sharedEdge, "$ROOT/etc/opt/edge",
		"$ROOT/opt/microsoft/msedge-dev", "microsoft-edge-dev"),
	linuxChromium("brave", "Brave", "BraveSoftware/Brave-Browser", sharedChromium, "$ROOT/etc/brave",
		"$ROOT/opt/brave.com/brave", "brave-browser", "brave", "brave-browser-stable"),
	linuxChromium("brave-beta", "Brave Beta", "BraveSoftware/Brave-Browser-Beta", sharedChromium, "$ROOT/etc/brave",
		"$ROOT/opt/brave.com/brave-beta", "brave-browser-beta"),
	linuxChromium("brave-nightly", "Brave Nightly", "BraveSoftware/Brave-Browser-Nightly", sharedChromium, "$ROOT/etc/brave",
		"$ROOT/opt/brave.com/brave-nightly", "brave-browser-nightly"),
	linuxChromium("vivaldi", "Vivaldi", "vivaldi", sharedChromium, "$ROOT/etc/vivaldi",
		"$ROOT/opt/vivaldi", "vivaldi", "vivaldi-stable"),
	linuxChromium("vivaldi-snapshot", "Vivaldi Snapshot", "vivaldi-snapshot", sharedChromium, "$ROOT/etc/vivaldi",
		"$ROOT/opt/vivaldi-snapshot", "vivaldi-snapshot"),
	linuxChromium("opera", "Opera", "opera", sharedChromium, "$ROOT/etc/opt/opera",
		"$ROOT/usr/lib/x86_64-linux-gnu/opera", "opera", "opera-stable"),
	linuxChromium("opera-beta", "Opera Beta", "opera-beta", sharedChromium, "$ROOT/etc/opt/opera",
		"$ROOT/usr/lib/x86_64-linux-gnu/opera-beta", "opera-beta"),
	linuxChromium("opera-developer", "Opera Developer", "opera-developer", sharedChromium, "$ROOT/etc/opt/opera",
		"$ROOT/usr/lib/x86_64-linux-gnu/opera-developer", "opera-developer"),
	linuxChromium("helium", "Helium", "net.imput.helium", sharedChromium, "$ROOT/etc/chromium",
		"$ROOT/opt/helium", "helium", "helium-browser"),

	// A newer Firefox (153 does) keeps its profiles below $CONFIG, but still looks
	// for hosts in the old folder. Zen shares it.
	linuxGecko("firefox", "Firefox", ".mozilla", "mozilla", []string{"$HOME/.mozilla", "$CONFIG/mozilla"},
		"$ROOT/opt/firefox", "firefox", "firefox-esr", "firefox-beta", "firefox-devedition", "firefox-nightly"),
	linuxGecko("zen", "Zen", ".mozilla", "mozilla", []string{"$HOME/.zen", "$CONFIG/zen"},
		"$ROOT/opt/zen", "zen-browser", "zen"),
	linuxGecko("librewolf", "LibreWolf", ".librewolf", "librewolf", []string{"$HOME/.librewolf", "$CONFIG/librewolf"},
		"$ROOT/usr/share/librewolf", "librewolf"),
	linuxGecko("waterfox", "Waterfox", ".waterfox", "waterfox", []string{"$HOME/.waterfox"},
		"$ROOT/opt/waterfox", "waterfox"),
	linuxGecko("floorp", "Floorp", ".floorp", "floorp", []string{"$HOME/.floorp"},
		"$ROOT/opt/floorp", "floorp"),
	refused(Place{
		System:  "linux",
		Present: []string{"$HOME/.local/share/torbrowser", "$HOME/tor-browser"},
		Signs:   signs(Path, "torbrowser-launcher", "tor-browser"),
	}),
}

// sandboxPlaces are the browsers from Flatpak and Snap. Snaps of Chromium's other
// relatives have the same limit as Chromium's.
var sandboxPlaces = []Place{
	flatpakChromium("chrome", "Google Chrome", "com.google.Chrome", "google-chrome"),
	flatpakChromium("chromium", "Chromium", "org.chromium.Chromium", "chromium"),
	flatpakChromium("ungoogled-chromium", "Ungoogled Chromium", "io.github.ungoogled_software.ungoogled_chromium", "chromium"),
	flatpakChromium("edge", "Microsoft Edge", "com.microsoft.Edge", "microsoft-edge"),
	flatpakChromium("brave", "Brave", "com.brave.Browser", "BraveSoftware/Brave-Browser"),
	flatpakChromium("vivaldi", "Vivaldi", "com.vivaldi.Vivaldi", "vivaldi"),
	flatpakChromium("opera", "Opera", "com.opera.Opera", "opera"),
	flatpakGecko("firefox", "Firefox", "org.mozilla.firefox", ".mozilla"),
	flatpakGecko("zen", "Zen", "app.zen_browser.zen", ".mozilla"),
	flatpakGecko("librewolf", "LibreWolf", "io.gitlab.librewolf-community", ".librewolf"),
	flatpakGecko("waterfox", "Waterfox", "net.waterfox.waterfox", ".waterfox"),
	flatpakGecko("floorp", "Floorp", "one.ablaze.floorp", ".floorp"),
	{
		Browser: "firefox", Title: "Firefox", System: "linux", Packaging: Snap, Family: Gecko,
		Present: []string{"$HOME/snap/firefox"},
		Signs:   signs(File, "$ROOT/snap/firefox"),
		Dir:     "$HOME/.mozilla/native-messaging-hosts",
		Advice: "Firefox asks once whether Pulltab may start; if that was refused, run: " +
			"flatpak permission-set webextensions " + HostName + " snap.firefox yes",
	},
	chromiumSnap("chromium", "Chromium", "chromium"),
	chromiumSnap("brave", "Brave", "brave"),
	chromiumSnap("opera", "Opera", "opera"),
}

// linuxChromium's policy is the folder that holds policies/managed; names are
// programs in PATH and entries of the menu.
func linuxChromium(browser, title, dir, shared, policy, program string, names ...string) Place {
	return Place{
		Browser: browser, Title: title, System: "linux", Family: Chromium,
		Present:  []string{"$CONFIG/" + dir},
		Signs:    append(append(signs(Path, names...), signs(Desktop, names...)...), Sign{File, program}),
		Dir:      "$CONFIG/" + dir + "/NativeMessagingHosts",
		Shared:   []string{shared},
		Policies: []string{policy + "/policies/managed"},
	}
}

// linuxGecko's lib is the folder below /usr/lib and /usr/lib64 (Fedora's builds)
// with registrations for all users.
func linuxGecko(browser, title, dir, lib string, present []string, program string, names ...string) Place {
	p := Place{
		Browser: browser, Title: title, System: "linux", Family: Gecko,
		Present: present,
		Signs:   append(append(signs(Path, names...), signs(Desktop, names...)...), Sign{File, program}),
		Dir:     "$HOME/" + dir + "/native-messaging-hosts",
		Shared:  []string{"$ROOT/usr/lib/" + lib + "/native-messaging-hosts", "$ROOT/usr/lib64/" + lib + "/native-messaging-hosts"},
	}
	for _, name := range names {
		p.Policies = append(p.Policies, "$ROOT/etc/"+name+"/policies", "$ROOT/usr/lib/"+name+"/distribution")
	}
	return p
}

func flatpakChromium(browser, title, app, dir string) Place {
	p := flatpak(browser, title, Chromium, app, "config/"+dir+"/NativeMessagingHosts")
	p.Present = append(p.Present, "$HOME/.var/app/"+app+"/config/"+dir)
	return p
}

func flatpakGecko(browser, title, app, dir string) Place {
	return flatpak(browser, title, Gecko, app, dir+"/native-messaging-hosts")
}

// flatpak needs no permission of the sandbox: the browser sees its own folder
// below ~/.var/app, and the program is copied into it.
func flatpak(browser, title string, family Family, app, dir string) Place {
	own := "$HOME/.var/app/" + app
	return Place{
		Browser: browser, Title: title, System: "linux", Packaging: Flatpak, Family: family, App: app,
		Present: []string{own},
		Signs:   signs(File, "$ROOT/var/lib/flatpak/app/"+app, "$HOME/.local/share/flatpak/app/"+app),
		Dir:     own + "/" + dir,
		Program: own + "/data/pulltab/pulltab",
		Advice:  "Pulltab runs inside this browser's sandbox and sees only the files that the browser sees.",
	}
}

func chromiumSnap(browser, title, name string) Place {
	return Place{
		Browser: browser, Title: title, System: "linux", Packaging: Snap, Family: Chromium,
		Present:    []string{"$HOME/snap/" + name},
		Signs:      signs(File, "$ROOT/snap/"+name),
		Impossible: "The " + title + " snap cannot start programs outside its sandbox",
		Instead:    "Use " + title + " or Chrome from another package, or Firefox; on this one, pulltab convert works on saved pages.",
	}
}
