package pictures

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// A family is a group of names that authors give to boxes, or to pictures, of one
// purpose. parts match anywhere in a name, words match whole words only.
type family struct {
	name         string
	parts, words []string
}

func list(s string) []string { return strings.Fields(s) }

// boxFamilies are families of class, id and role of elements around a picture. Bit
// i of a box's families is boxFamilies[i].
var boxFamilies = [...]family{
	{"teaser", list("related recommend teaser trending popular recirc upsell cross-sell suggest similar outbrain taboola read-next readnext next-article most-read mostread more-from morefrom latest-news you-may latest-posts see-also"), list("also promo promos recent latest next previous")},
	{"sidebar", list("sidebar side-bar widget right-rail complementary"), list("aside rail secondary")},
	{"share", list("share social addtoany addthis follow"), nil},
	{"nav", list("navbar navigation breadcrumb menu offcanvas off-canvas"), list("nav crumbs")},
	{"header", list("masthead topbar top-bar site-header banner page-header"), list("header")},
	{"footer", list("footer colophon contentinfo"), nil},
	{"advert", list("advert sponsor adsby ad-slot ad-container ad-wrapper affiliate dfp call-to-action newsletter subscri signup"), list("ad ads cta")},
	{"person", list("author byline avatar profile contributor gravatar commenter userpic user-info biography poster-info"), list("bio user member staff")},
	{"comment", list("comment disqus respond reply"), nil},
	{"overlay", list("modal popup overlay lightbox drawer tooltip cookie consent flyout"), list("dialog")},
	{"gallery", list("gallery carousel slider swiper slick slideshow splide flickity glide owl- thumbnails"), list("slide slides thumbs")},
	{"figure", list("figure image photo picture media img hero featured lead-"), list("thumb pic")},
	{"card", list("card tile grid collection"), list("item items col column list")},
	{"product", list("product woocommerce pdp"), list("sku")},
	{"content", list("content article entry story post-body postbody prose main richtext rich-text markdown body-text bbcode"), list("text copy body post message")},
	{"brand", list("logo brand partner client award certif press-"), list("trust")},
	{"review", list("review rating testimonial stars"), nil},
}

// Bits of boxFamilies.
const (
	teaserBox = 1 << iota
	sidebarBox
	shareBox
	navBox
	headerBox
	footerBox
	advertBox
	personBox
	commentBox
	overlayBox
	galleryBox
	figureBox
	cardBox
	productBox
	contentBox
	brandBox
	reviewBox
)

// ownFamilies are families of the names that a picture has itself: class, id, file
// name, and a short alt text.
var ownFamilies = [...]family{
	{"logo", list("logo wordmark brandmark"), list("brand")},
	{"icon", list("icon sprite arrow chevron hamburger spinner loader bullet checkmark separator divider"), list("ico star stars flag flags emoji smiley print search menu close play quote")},
	{"person", list("avatar gravatar author headshot userpic profile-pic profilepic"), list("profile portrait bio")},
	{"social", list("facebook twitter instagram linkedin pinterest whatsapp telegram youtube-icon mastodon bluesky addtoany"), list("share rss fb ig")},
	{"advert", list("advert banner sponsor promo doubleclick adserver affiliate newsletter"), list("ad ads cta")},
	{"badge", list("badge appstore app-store google-play googleplay play-store visa mastercard paypal payment"), list("seal award")},
	{"filler", list("placeholder default-image no-image noimage missing-image blank spacer 1x1 pixel transparent"), nil},
	{"photo", list("wp-image attachment- size-full size-large featured hero wp-post-image article-image photo"), list("lead")},
}

// Bits of ownFamilies.
const (
	logoName = 1 << iota
	iconName
	personName
	socialName
	advertName
	badgeName
	fillerName
	photoName
)

// roleNames are the own families of pictures that serve the site, not the page.
const roleNames = logoName | iconName | personName | socialName | advertName | badgeName | fillerName

// maxName limits each name that is read, in bytes; longer ones are generated.
const maxName = 300

// names returns the families that occur in s.
func names(families []family, s string) uint32 {
	if len(s) > maxName {
		s = s[:maxName]
	}
	s = spaced(s)
	var bits uint32
	for i := range families {
		f := &families[i]
		for _, part := range f.parts {
			if strings.Contains(s, part) {
				bits |= 1 << i
				break
			}
		}
		for _, word := range f.words {
			if bits&(1<<i) == 0 && hasWord(s, word) {
				bits |= 1 << i
			}
		}
	}
	return bits
}

// spaced returns s in lower case, with a hyphen before each capital letter that
// follows a small one, and with underscores and blanks as hyphens.
func spaced(s string) string {
	b := make([]byte, 0, len(s)+8)
	lower := false
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'A' && c <= 'Z':
			if lower {
				b = append(b, '-')
			}
			c, lower = c+'a'-'A', false
		case c == '_' || c == ' ' || c == '\t' || c == '\n':
			c, lower = '-', false
		default:
			lower = c >= 'a' && c <= 'z'
		}
		b = append(b, c)
	}
	return string(b)
}

// hasWord reports whether word occurs in s without a letter on either side.
func hasWord(s, word string) bool {
	letter := func(i int) bool { return i >= 0 && i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= 0x80) }
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return false
		}
		if i += at; !letter(i-1) && !letter(i+len(word)) {
			return true
		}
		at = i + 1
	}
}

// namer caches families by the names they come from.
type namer map[string]uint32

// box returns the families of the element n.
func (m namer) box(n *html.Node) uint32 {
	key := dom.Attr(n, "class") + " " + dom.Attr(n, "id") + " " + dom.Attr(n, "role")
	if key == "  " {
		return 0
	}
	bits, known := m[key]
	if !known {
		bits = names(boxFamilies[:], key)
		m[key] = bits
	}
	return bits
}

// isCaption reports whether n is marked as a caption or credit of a picture.
func isCaption(n *html.Node) bool {
	if n.Data == "figcaption" {
		return true
	}
	switch n.Data {
	case "p", "div", "span", "dd", "small", "em", "td", "li":
	default:
		return false
	}
	class := dom.Attr(n, "class")
	if len(class) > maxName || !strings.Contains(class, "aption") && !strings.Contains(class, "redit") && !strings.Contains(class, "egend") {
		return false
	}
	for name := range strings.FieldsSeq(spaced(class)) {
		for word := range strings.SplitSeq(name, "-") {
			if strings.HasPrefix(word, "caption") || word == "credit" || word == "legend" {
				return true
			}
		}
	}
	return false
}
