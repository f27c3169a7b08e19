package blocks

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// A family is a group of names that authors give to elements of one purpose.
// Parts match anywhere in the class, id, label or test id, words only a whole
// word of them.
type family struct {
	name  string
	parts []string
	words []string
}

func list(s string) []string { return strings.Fields(s) }

// families are what class names tell across sites; bit i of a node's families
// is families[i].
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

// namesOf returns the families that an element's names belong to, the keys of
// the single words, and a hash of tag and class.
type names struct {
	families uint32
	keys     []uint32
	sign     uint64
}

// namer reads the names of elements; equal names are read once.
type namer map[nameKey]names

type nameKey struct{ tag, class, id, label, test, role, item string }

func (m namer) of(n *html.Node) names {
	k := nameKey{tag: n.Data}
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
				k.label = a.Val
			}
		case "data-testid", "data-component":
			k.test = a.Val
		case "role":
			k.role = a.Val
		case "itemprop":
			k.item = a.Val
		}
	}
	found, ok := m[k]
	if !ok {
		found = k.read()
		m[k] = found
	}
	return found
}

// maxNames bounds how much of an element's names is read, in bytes; longer
// ones are generated, not chosen.
const maxNames = 400

func (k nameKey) read() names {
	var n names
	all := strings.ToLower(cut(k.class, maxNames) + " " + cut(k.id, maxNames) + " " + k.label + " " + cut(k.test, maxNames))
	words := splitNames(cut(k.class, maxNames))
	n.sign = hash64(k.tag)
	for i, w := range words {
		if i < 6 {
			n.sign = n.sign*31 + hash64(w)
		}
	}
	words = append(words, splitNames(cut(k.id, maxNames))...)
	n.families = familiesIn(all, words)
	for _, w := range words {
		n.keys = append(n.keys, hash32(w))
	}
	n.keys = append(n.keys, hash32("<"+k.tag))
	if k.role != "" {
		n.keys = append(n.keys, hash32("role="+strings.ToLower(k.role)))
	}
	if k.item != "" {
		n.keys = append(n.keys, hash32("item="+strings.ToLower(k.item)))
	}
	return n
}

// familyPart is a part of names with the families it stands for.
type familyPart struct {
	rest string // after its first two bytes
	bits uint32
}

// The parts and words of all families, the parts by their first two bytes:
// names are looked through once, whatever the number of families.
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

func familiesIn(all string, words []string) uint32 {
	var bits uint32
	for i := 0; i+1 < len(all); i++ {
		for _, p := range partsAt[partStarts[int(all[i])<<8|int(all[i+1])]] {
			if strings.HasPrefix(all[i+2:], p.rest) {
				bits |= p.bits
			}
		}
	}
	for _, w := range words {
		bits |= familyWords[w]
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

// splitNames returns the words of 2 to 20 letters in a class or id, in lower
// case; digits, marks and changes of case separate them.
func splitNames(s string) []string {
	var words []string
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

// landmarks are kinds of containers; bit i of a node's landmarks is the kind
// landmarks[i].
var landmarks = [...]string{
	"nav", "header", "footer", "aside", "main", "article", "section", "form", "table",
	"list", "dl", "figure", "blockquote", "pre", "details", "dialog", "a", "button", "li",
	"label", "search", "h1", "h2", "h3", "tabs", "template", "select", "noscript",
}

// The bits of landmarks that code asks for by name.
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

func landmarksOf(n *html.Node) uint32 {
	bits := landmarkOfTag[n.Data]
	if role := page.Attr(n, "role"); role != "" {
		bits |= landmarkOfRole[role]
	}
	return bits
}

func hash32(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

func hash64(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
