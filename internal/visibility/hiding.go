package visibility

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// inherited is the part of an element's style that its descendants inherit, as
// far as it is known.
type inherited struct {
	tiny   bool   // font size of a pixel or less
	color  string // of text; "" if unknown
	ground string // behind the text; "" if unknown
}

// reason returns how the style c of n hides n's content, or "".
func (c *computed) reason(n *html.Node) string {
	is := func(p property, hides func(string) bool) bool {
		return c.value[p] != "" && hides(c.value[p]) && (c.maybe[p] == "" || c.own[p] || hides(c.maybe[p]))
	}
	word := func(w string) func(string) bool { return func(v string) bool { return v == w } }
	if is(display, word("none")) {
		return "display"
	}
	if n.Data == "html" || n.Data == "body" || n.Data == "main" || n.Data == "article" {
		return "" // hidden while the page loads
	}
	var why string
	switch {
	case is(visible, word("hidden")), is(visible, word("collapse")):
		why = "visibility"
	case is(opacity, func(v string) bool { return number(v, 1) < 0.05 }), is(filter, func(v string) bool { return zeroOpacity.MatchString(v) }):
		why = "opacity"
	case is(transform, func(v string) bool { return zeroScale.MatchString(v) }):
		why = "size"
	}
	if why != "" && !revealed(n) {
		return why
	}
	away := func(v string) bool { return length(v, 0) <= offScreen }
	outOfFlow := c.value[position] == "absolute" || c.value[position] == "fixed"
	cut := is(overflow, word("hidden")) || is(overflow, word("clip"))
	switch {
	case is(contentVisibility, word("hidden")):
		return "visibility"
	case outOfFlow && (is(left, away) || is(right, away) || is(top, away)),
		is(textIndent, away) && c.value[background] == "":
		return "place"
	case outOfFlow && is(clip, func(v string) bool { return emptyRect.MatchString(v) }), is(clipPath, func(v string) bool { return emptyInset.MatchString(v) }):
		return "clip"
	case cut && (is(height, func(v string) bool { return length(v, 100) <= 1 }) || is(maxHeight, func(v string) bool { return length(v, 100) <= 1 })):
		return "height"
	}
	return ""
}

// offScreen is the distance in pixels from which text is outside of every
// screen.
const offScreen = -900

var (
	zeroOpacity = regexp.MustCompile(`opacity\(0(\.0\d*)?%?\)`)
	zeroScale   = regexp.MustCompile(`scale[xy]?\(0(\.0\d*)?[,)]`)
	emptyRect   = regexp.MustCompile(`^rect\( *[01](px)?[ ,]+[01](px)?[ ,]+[01](px)?[ ,]+[01](px)? *\)$`)
	emptyInset  = regexp.MustCompile(`^inset\( *(50|[6-9]\d|100)%|^polygon\( *0 0, *0 0`)
)

// revealed reports whether the names of n say that an animation shows it.
func revealed(n *html.Node) bool {
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Namespace != "" {
			continue
		}
		if a.Key == "class" && animated.MatchString(a.Val) || strings.HasPrefix(a.Key, "data-") && animated.MatchString(a.Key) {
			return true
		}
	}
	return false
}

var animated = regexp.MustCompile(`(?i)anim|reveal|fade|\baos\b|\bwow\b|invisible|lazy|scroll|motion|appear|in-?view|slide|load`)

// number returns the number v, or other.
func number(v string, other float64) float64 {
	scale := 1.0
	if s, ok := strings.CutSuffix(v, "%"); ok {
		v, scale = s, 0.01
	}
	if x, err := strconv.ParseFloat(v, 64); err == nil {
		return x * scale
	}
	return other
}

// length returns the length v in pixels, with rough factors for other units, or
// other.
func length(v string, other float64) float64 {
	end := strings.LastIndexAny(v, "0123456789.") + 1
	x, err := strconv.ParseFloat(v[:end], 64)
	if err != nil {
		return other
	}
	switch v[end:] {
	case "em", "rem", "ch", "ex", "vw", "vh", "vmin", "vmax":
		x *= 10
	case "", "px", "pt":
	case "%":
		if x != 0 {
			return other
		}
	default:
		if x != 0 {
			return other
		}
	}
	return x
}

// inherit returns the style that the content of n inherits. Style sheets in
// other files may change what is only inherited.
func (c *computed) inherit(n *html.Node, from inherited, external bool) inherited {
	to := from
	if external {
		to = inherited{}
	}
	if v := c.value[fontSize]; v != "" && (c.maybe[fontSize] == "" || c.own[fontSize]) {
		to.tiny = length(v, 100) <= 1 && !strings.HasSuffix(v, "em") && !strings.HasSuffix(v, "%") ||
			number(strings.TrimRight(v, "rem%"), 1) == 0 || from.tiny && strings.HasSuffix(v, "em") && !strings.HasSuffix(v, "rem")
	}
	if v := c.value[color]; v != "" {
		to.color = colorKey(v)
		if c.maybe[color] != "" && !c.own[color] || to.color == transparent && (c.value[textClip] == "text" || c.value[background] != "") {
			to.color = ""
		}
	} else if c.maybe[color] != "" {
		to.color = ""
	}
	if v := c.value[background]; v != "" {
		to.ground = colorKey(v)
	}
	if c.maybe[background] != "" && !c.own[background] {
		to.ground = ""
	}
	if v := dom.Attr(n, "bgcolor"); v != "" && c.value[background] == "" {
		to.ground = colorKey(strings.ToLower(v))
	}
	if dom.HasAttr(n, "background") {
		to.ground = ""
	}
	return to
}

// reason returns how s hides text, or "".
func (s inherited) reason() string {
	switch {
	case s.tiny:
		return "size"
	case s.color == transparent, s.color != "" && s.color == s.ground:
		return "colour"
	}
	return ""
}

const transparent = "transparent"

var (
	hexColor = regexp.MustCompile(`^#([0-9a-f]{3}|[0-9a-f]{6})$`)
	rgbColor = regexp.MustCompile(`^rgba?\( *(\d+)[ ,]+(\d+)[ ,]+(\d+)(?:[ ,/]+([\d.]+%?))? *\)$`)
)

// colorKey returns a key by which equal colours are equal: "#rrggbb" or
// transparent, or "" if v is not understood.
func colorKey(v string) string {
	switch v {
	case "white":
		return "#ffffff"
	case "black":
		return "#000000"
	case transparent:
		return transparent
	}
	if hexColor.MatchString(v) {
		if len(v) == 4 {
			return "#" + strings.Repeat(v[1:2], 2) + strings.Repeat(v[2:3], 2) + strings.Repeat(v[3:4], 2)
		}
		return v
	}
	if m := rgbColor.FindStringSubmatch(v); m != nil {
		if m[4] != "" && number(m[4], 1) < 0.05 {
			return transparent
		}
		key := "#"
		for _, part := range m[1:4] {
			x, _ := strconv.Atoi(part)
			key += strconv.FormatInt(0x100+int64(min(x, 0xff)), 16)[1:]
		}
		return key
	}
	return ""
}
