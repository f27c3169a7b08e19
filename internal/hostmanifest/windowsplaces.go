package hostmanifest

// windowsPlaces are the browsers of Windows. All channels of a brand read the
// same key. Chromium's code reads Google's key, before it Chromium's in all builds
// but Google's; so Brave, Vivaldi, Opera and Arc need Google's key, and get their
// own as well, which some of their versions read.
var windowsPlaces = []Place{
	windows("chrome", "Google Chrome", Chromium, []string{"$LOCAL/Google/Chrome", "$LOCAL/Google/Chrome Beta", "$LOCAL/Google/Chrome Dev", "$LOCAL/Google/Chrome SxS"},
		[]string{googleKey}, `Software\Policies\Google\Chrome`, append(signs(AppPath, "chrome"), signs(Client, "Google Chrome")...)),
	windows("chromium", "Chromium", Chromium, []string{"$LOCAL/Chromium"},
		[]string{`Software\Chromium`}, `Software\Policies\Chromium`, signs(Client, "Chromium")),
	windows("edge", "Microsoft Edge", Chromium, []string{"$LOCAL/Microsoft/Edge", "$LOCAL/Microsoft/Edge Beta", "$LOCAL/Microsoft/Edge Dev", "$LOCAL/Microsoft/Edge SxS"},
		[]string{`Software\Microsoft\Edge`}, `Software\Policies\Microsoft\Edge`, append(signs(AppPath, "msedge"), signs(Client, "Microsoft Edge")...)),
	windows("brave", "Brave", Chromium, []string{"$LOCAL/BraveSoftware/Brave-Browser", "$LOCAL/BraveSoftware/Brave-Browser-Beta", "$LOCAL/BraveSoftware/Brave-Browser-Nightly"},
		[]string{googleKey, `Software\BraveSoftware\Brave-Browser`}, `Software\Policies\BraveSoftware\Brave`, append(signs(AppPath, "brave"), signs(Client, "Brave")...)),
	windows("vivaldi", "Vivaldi", Chromium, []string{"$LOCAL/Vivaldi"},
		[]string{googleKey, `Software\Vivaldi`}, `Software\Policies\Vivaldi`, append(signs(AppPath, "vivaldi"), signs(Client, "Vivaldi")...)),
	windows("opera", "Opera", Chromium, []string{"$ROAMING/Opera Software"},
		[]string{googleKey, `Software\Opera Software`}, "", append(signs(AppPath, "opera"), signs(Client, "Opera")...)),
	windows("arc", "Arc", Chromium, []string{"$LOCAL/Arc"},
		[]string{googleKey}, "", append(signs(AppPath, "Arc"), signs(Client, "Arc")...)),
	windows("firefox", "Firefox", Gecko, []string{"$ROAMING/Mozilla/Firefox"},
		[]string{mozillaKey}, `Software\Policies\Mozilla\Firefox`, append(signs(AppPath, "firefox"), signs(Client, "Firefox-", "FIREFOX.EXE")...)),
	windows("zen", "Zen", Gecko, []string{"$ROAMING/zen"},
		[]string{mozillaKey}, "", append(signs(AppPath, "zen"), signs(Client, "Zen-", "zen-")...)),
	windows("librewolf", "LibreWolf", Gecko, []string{"$ROAMING/librewolf"},
		[]string{mozillaKey, `Software\LibreWolf`}, "", append(signs(AppPath, "librewolf"), signs(Client, "LibreWolf")...)),
	windows("waterfox", "Waterfox", Gecko, []string{"$ROAMING/Waterfox"},
		[]string{mozillaKey}, "", append(signs(AppPath, "waterfox"), signs(Client, "Waterfox-")...)),
	windows("floorp", "Floorp", Gecko, []string{"$ROAMING/Floorp"},
		[]string{mozillaKey}, "", append(signs(AppPath, "floorp"), signs(Client, "Floorp-")...)),
	refused(Place{
		System:  "windows",
		Present: []string{"$HOME/Desktop/Tor Browser"},
		Signs:   signs(Client, "Tor Browser"),
	}),
}

const (
	googleKey  = `Software\Google\Chrome`
	mozillaKey = `Software\Mozilla`
)

func windows(browser, title string, family Family, present, keys []string, policy string, signs []Sign) Place {
	p := Place{
		Browser: browser, Title: title, System: "windows", Family: family,
		Present:   present,
		Signs:     signs,
		Dir:       "$LOCAL/Pulltab",
		Shared:    []string{"$COMMON/Pulltab"},
		PolicyKey: policy,
	}
	for _, key := range keys {
		p.Keys = append(p.Keys, key+`\NativeMessagingHosts\`+HostName)
	}
	return p
}
