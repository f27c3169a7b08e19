package hostmanifest

// macPlaces are the browsers of macOS. Chromium's code has one folder for all
// users for Google's build and one for all others; only Edge has its own.
var macPlaces = []Place{
	macChromium("chrome", "Google Chrome", "Google/Chrome", "$ROOT/Library/Google/Chrome"),
	macChromium("chrome-beta", "Google Chrome Beta", "Google/Chrome Beta", "$ROOT/Library/Google/Chrome"),
	macChromium("chrome-dev", "Google Chrome Dev", "Google/Chrome Dev", "$ROOT/Library/Google/Chrome"),
	macChromium("chrome-canary", "Google Chrome Canary", "Google/Chrome Canary", "$ROOT/Library/Google/Chrome"),
	macChromium("chromium", "Chromium", "Chromium", macShared),
	macChromium("edge", "Microsoft Edge", "Microsoft Edge", "$ROOT/Library/Microsoft/Edge"),
	macChromium("edge-beta", "Microsoft Edge Beta", "Microsoft Edge Beta", "$ROOT/Library/Microsoft/Edge"),
	macChromium("edge-dev", "Microsoft Edge Dev", "Microsoft Edge Dev", "$ROOT/Library/Microsoft/Edge"),
	macChromium("edge-canary", "Microsoft Edge Canary", "Microsoft Edge Canary", "$ROOT/Library/Microsoft/Edge"),
	macChromium("brave", "Brave Browser", "BraveSoftware/Brave-Browser", macShared),
	macChromium("brave-beta", "Brave Browser Beta", "BraveSoftware/Brave-Browser-Beta", macShared),
	macChromium("brave-nightly", "Brave Browser Nightly", "BraveSoftware/Brave-Browser-Nightly", macShared),
	macChromium("vivaldi", "Vivaldi", "Vivaldi", macShared),
	macChromium("vivaldi-snapshot", "Vivaldi Snapshot", "Vivaldi Snapshot", macShared),
	macChromium("arc", "Arc", "Arc/User Data", macShared),
	macChromium("opera", "Opera", "com.operasoftware.Opera", macShared),
	macChromium("opera-gx", "Opera GX", "com.operasoftware.OperaGX", macShared),
	macChromium("opera-beta", "Opera Beta", "com.operasoftware.OperaNext", macShared),
	macChromium("opera-developer", "Opera Developer", "com.operasoftware.OperaDeveloper", macShared),
	macChromium("helium", "Helium", "net.imput.helium", macShared),

	// Firefox's code has a fixed folder, which its relatives share unless they
	// change it.
	macGecko("firefox", "Firefox", "Mozilla", "Firefox", "Firefox", "Firefox Developer Edition", "Firefox Nightly"),
	macGecko("zen", "Zen", "Mozilla", "zen", "Zen", "Zen Browser"),
	macGecko("librewolf", "LibreWolf", "librewolf", "librewolf", "LibreWolf"),
	macGecko("waterfox", "Waterfox", "Mozilla", "Waterfox", "Waterfox"),
	macGecko("floorp", "Floorp", "Mozilla", "Floorp", "Floorp"),
	refused(Place{
		System:  "darwin",
		Present: []string{"$CONFIG/TorBrowser-Data"},
		Signs:   signs(Bundle, "Tor Browser"),
	}),
}

// macShared is the folder above the registrations for all users.
const macShared = "$ROOT/Library/Application Support/Chromium"

// macChromium's title is also the name of the application.
func macChromium(browser, title, dir, shared string) Place {
	return Place{
		Browser: browser, Title: title, System: "darwin", Family: Chromium,
		Present: []string{"$CONFIG/" + dir},
		Signs:   signs(Bundle, title),
		Dir:     "$CONFIG/" + dir + "/NativeMessagingHosts",
		Shared:  []string{shared + "/NativeMessagingHosts"},
	}
}

func macGecko(browser, title, dir, present string, bundles ...string) Place {
	p := Place{
		Browser: browser, Title: title, System: "darwin", Family: Gecko,
		Present: []string{"$CONFIG/" + present},
		Signs:   signs(Bundle, bundles...),
		Dir:     "$CONFIG/" + dir + "/NativeMessagingHosts",
		Shared:  []string{"$ROOT/Library/Application Support/" + dir + "/NativeMessagingHosts"},
	}
	for _, bundle := range bundles {
		p.Policies = append(p.Policies, "$ROOT/Applications/"+bundle+".app/Contents/Resources/distribution")
	}
	return p
}
