package blocks

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// A family is a group of names that authors give to elements of one purpose.
// parts match anywhere in a class, id, aria-label or test id; words match only
// whole words of class and id.
type family struct {
	name  string
	parts []string
	words []string
}

func list(s string) []string { return strings.Fields(s) }

// families are common across sites. Bit i of a node's families is families[i].
var families = [...]family{
	{"nav", list("nav menu"), nil},
	{"header", list("header masthead topbar top-bar"), nil},
	{"footer", list("footer colophon bottom-bar"), list("foot fuss pied")},
	{"sidebar", list("sidebar side-bar aside rail widget secondary seitenleiste"), nil},
	{"comment", list("comment disqus respond reply kommentar"), nil},
	{"share", list("share social follow addtoany facebook twitter teilen"), nil},
	{"related", list("related recommend also suggest similar upsell cross-sell popular trending latest read-next more- recirc recent verwandt"), nil},
	{"ad", list("advert promo sponsor banner taboola outbrain adsby -ad- ad-slot werbung anzeige"), list("ad ads dfp")},
	{"content", list("content article entry story main prose markdown rich-text richtext rte wysiwyg post-body editor inhalt contenu artikel"), list("text copy body")},
	{"product", list("product pdp price sku variant"), nil},
	{"description", list("desc detail spec overview about info summary feature"), nil},
	{"forum", list("forum thread message topic question answer bbcode discussion postbody cooked"), list("post posts")},
	{"cookie", list("cookie consent gdpr onetrust ccpa privacy"), list("ot cmp")},
	{"overlay", list("modal popup overlay dialog drawer offcanvas off-canvas lightbox tooltip dropdown flyout popover"), nil},
	{"crumbs", list("crumb"), nil},
	{"pager", list("pagin pager page-numbers prevnext nextprev"), nil},
	{"meta", list("meta byline author date time categor posted taxonomy"), list("tag tags autor")},
	{"newsletter", list("newsletter subscri signup sign-up mailing optin hs-form form"), nil},
	{"filter", list("search filter facet sort refine toolbar suche"), nil},
	{"card", list("card item tile grid list result teaser collection loop"), nil},
	{"contents", list("table-of-contents on-this-page outline tableofcontents"), list("toc")},
	{"hero", list("hero jumbotron intro headline title heading lead"), nil},
	{"button", list("button call-to-action"), list("cta btn")},
	{"fold", list("faq accordion collapse panel toggle expand"), list("tab tabs")},
	{"review", list("review rating testimonial stars"), nil},
	{"gallery", list("gallery carousel slider swiper slick slide thumb caption image figure media video"), nil},
	{"account", list("login account signin user profile avatar cart checkout wishlist basket"), list("bag")},
	{"legal", list("copyright legal disclaimer terms disclosure affiliate impressum"), nil},
	{"hidden", list("hidden sr-only visually-hidden screen-reader d-none inactive invisible skip-"), nil},
	{"code", list("code highlight docs sphinx language- syntax theme-doc"), list("doc api")},
	{"shipping", list("shipping return delivery stock availab payment quantity size swatch option"), nil},
	{"action", list("edit action vote permalink report quote signature like bookmark print"), nil},
}

// names holds the features of an element's names: its families, the keys of the
// single words, and the hash of tag and classes.
type names struct {
	families uint32
	keys     []uint32
	sign     uint64
	number   int32 // index into tree.names, 0 until set
}

// namer caches names by the attributes they come from.
type namer map[nameKey]*names

// nameKey holds the attributes that names come from; rest, the rare ones, is
// usually empty.
type nameKey struct{ tag, class, id, rest string }

// rareNames are attributes that few elements have.
type rareNames struct{ label, test, role, item string }

func (m namer) of(n *html.Node) *names {
	k := nameKey{tag: n.Data}
	var r rareNames
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Namespace != "" {
			continue
		}
		switch a.Key {
		case "class":
			k.class = a.Val
		case "id":
			k.id = a.Val
		case "aria-label":
			if len(a.Val) < 40 {
				r.label = a.Val
			}
		case "data-testid", "data-component":
			r.test = a.Val
		case "role":
			r.role = a.Val
		case "itemprop":
			r.item = a.Val
		}
	}
	if r != (rareNames{}) {
		k.rest = r.label + "\x00" + r.test + "\x00" + r.role + "\x00" + r.item
	}
	found := m[k]
	if found == nil {
		found = k.read(r)
		m[k] = found
	}
	return found
}

// maxNames limits each name attribute, in bytes; longer ones are generated.
const maxNames = 400

func (k nameKey) read(r rareNames) *names {
	class, id := cut(k.class, maxNames), cut(k.id, maxNames)
	var space [24]string
	words := appendNames(space[:0], class)
	n := &names{sign: hash64(k.tag)}
	for _, w := range words[:min(len(words), 6)] {
		n.sign = n.sign*31 + hash64(w)
	}
	words = appendNames(words, id)
	for _, s := range [...]string{class, id, r.label, cut(r.test, maxNames)} {
		n.families |= familiesIn(strings.ToLower(s))
	}
	n.keys = make([]uint32, 0, len(words)+3)
	for _, w := range words {
		n.families |= familyWords[w]
		n.keys = append(n.keys, hash32(w))
	}
	n.keys = append(n.keys, hash32("<"+k.tag))
	if r.role != "" {
		n.keys = append(n.keys, hash32("role="+strings.ToLower(r.role)))
	}
	if r.item != "" {
		n.keys = append(n.keys, hash32("item="+strings.ToLower(r.item)))
	}
	return n
}

// familyPart is a part of a name with its families.
type familyPart struct {
	rest string // after its first two bytes
	bits uint32
}

// The parts and words of all families. Parts are indexed by their first two
// bytes, so that one pass over a name finds all families.
var (
	partsAt, partStarts = indexParts()
	familyWords         = func() map[string]uint32 {
		m := map[string]uint32{}
		for i := range families {
			for _, w := range families[i].words {
				m[w] |= 1 << i
			}
		}
		return m
	}()
)

func indexParts() (parts [][]familyPart, starts *[1 << 16]uint8) {
	parts = [][]familyPart{nil}
	starts = new([1 << 16]uint8)
	for i := range families {
		for _, p := range families[i].parts {
			at := &starts[int(p[0])<<8|int(p[1])]
			if *at == 0 {
				*at = uint8(len(parts))
				parts = append(parts, nil)
			}
			parts[*at] = append(parts[*at], familyPart{p[2:], 1 << i})
		}
	}
	return parts, starts
}

// familiesIn returns the families with a part in s, which is in lower case.
func familiesIn(s string) uint32 {
	var bits uint32
	for i := 0; i+1 < len(s); i++ {
		for _, p := range partsAt[partStarts[int(s[i])<<8|int(s[i+1])]] {
			if strings.HasPrefix(s[i+2:], p.rest) {
				bits |= p.bits
			}
		}
	}
	return bits
}

// cut returns at most n bytes of s.
func cut(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// appendNames appends the words of 2 to 20 letters in a class or id, in lower
// case. Digits, punctuation and camel case separate words.
func appendNames(words []string, s string) []string {
	if !ascii(s) {
		return appendUnicodeNames(words, s)
	}
	low := strings.ToLower(s)
	from, lower := 0, false
	for i := 0; i <= len(s); i++ {
		letter := i < len(low) && 'a' <= low[i] && low[i] <= 'z'
		if !letter || lower && s[i] != low[i] {
			if n := i - from; n >= 2 && n <= 20 {
				words = append(words, low[from:i])
			}
			from = i
		}
		if !letter {
			from++
		}
		lower = letter && s[i] == low[i]
	}
	return words
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendUnicodeNames is appendNames for strings that are not ASCII.
func appendUnicodeNames(words []string, s string) []string {
	var b strings.Builder
	letters, lower := 0, false
	flush := func() {
		if letters >= 2 && letters <= 20 {
			words = append(words, b.String())
		}
		b.Reset()
		letters = 0
	}
	for _, r := range s {
		if !unicode.IsLetter(r) {
			flush()
			lower = false
			continue
		}
		if unicode.IsUpper(r) && lower {
			flush()
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
		letters++
	}
	flush()
	return words
}

// landmarks are kinds of containers. Bit i of a node's landmarks is
// landmarks[i].
var landmarks = [...]string{
	"nav", "header", "footer", "aside", "main", "article", "section", "form", "table",
	"list", "dl", "figure", "blockquote", "pre", "details", "dialog", "a", "button", "li",
	"label", "search", "h1", "h2", "h3", "tabs", "template", "select", "noscript",
}

// Indices into landmarks.
const (
	inNav     = 0
	inHeader  = 1
	inFooter  = 2
	inAside   = 3
	inMain    = 4
	inArticle = 5
	inList    = 9
	inH1      = 21
	inH2      = 22
	inH3      = 23
)

var landmarkOfTag = func() map[string]uint32 {
	m := map[string]uint32{}
	for i, name := range landmarks {
		m[name] = 1 << i
	}
	for _, t := range list("h4 h5 h6") {
		m[t] = m["h3"]
	}
	for _, t := range list("ul ol menu") {
		m[t] = m["list"]
	}
	delete(m, "list")
	delete(m, "tabs")
	return m
}()

var landmarkOfRole = map[string]uint32{
	"navigation": 1 << inNav, "menu": 1 << inNav, "menubar": 1 << inNav, "menuitem": 1 << inNav,
	"banner": 1 << inHeader, "contentinfo": 1 << inFooter, "complementary": 1 << inAside,
	"main": 1 << inMain, "article": 1 << inArticle, "search": 1 << 20,
	"dialog": 1 << 15, "alertdialog": 1 << 15, "alert": 1 << 15,
	"tablist": 1 << 24, "tab": 1 << 24, "button": 1 << 17, "list": 1 << inList, "listitem": 1 << 18,
}

// landmarksOf returns the landmarks of n's tag and role.
func landmarksOf(n *html.Node) uint32 {
	bits := landmarkOfTag[n.Data]
	if role := dom.Attr(n, "role"); role != "" {
		bits |= landmarkOfRole[role]
	}
	return bits
}

// Constants of the FNV-1a hash (Fowler, Noll, Vo).
const (
	fnvOffset32 = 2166136261
	fnvPrime32  = 16777619
	fnvOffset64 = 14695981039346656037
	fnvPrime64  = 1099511628211
)

// hash32 returns the 32-bit FNV-1a hash of s.
func hash32(s string) uint32 {
	h := uint32(fnvOffset32)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * fnvPrime32
	}
	return h
}

// hash64 returns the 64-bit FNV-1a hash of s.
func hash64(s string) uint64 {
	h := uint64(fnvOffset64)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime64
	}
	return h
}
