package hostmanifest

// Sign is a trace of an installed browser. Programs leave it when they are
// installed, folders of profiles only when the browser is first started.
type Sign struct {
	Kind SignKind
	Name string
}

// SignKind is the place of a sign.
type SignKind string

// The kinds of signs.
const (
	Path    SignKind = "path"    // a program in a folder of PATH
	File    SignKind = "file"    // a file or folder; the name begins with a root
	Desktop SignKind = "desktop" // Linux: an entry of the menu, without its extension
	Bundle  SignKind = "bundle"  // macOS: an application, without its extension
	Client  SignKind = "client"  // Windows: a key of Software\Clients\StartMenuInternet that begins with the name
	AppPath SignKind = "app"     // Windows: a key of App Paths, without .exe
)

// Installed reports whether look finds a profile of p's browser or a sign of its
// program.
func (p Place) Installed(look func(Sign) bool) bool {
	for _, dir := range p.Present {
		if look(Sign{File, dir}) {
			return true
		}
	}
	for _, s := range p.Signs {
		if look(s) {
			return true
		}
	}
	return false
}

// signs returns a sign of one kind for each name.
func signs(kind SignKind, names ...string) []Sign {
	var list []Sign
	for _, name := range names {
		list = append(list, Sign{kind, name})
	}
	return list
}
