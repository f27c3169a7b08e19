package judge

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"pulltab/internal/page"
)

// Walls: reasons why a page shows little besides a notice.
const (
	WallCookies = "cookies" // a request for consent
	WallLogin   = "login"   // a form to log in
	WallPaid    = "paid"    // the beginning of a text for subscribers
	WallRobot   = "robot"   // a check that the visitor is a person
	WallEditor  = "editor"  // an editor that draws its text as a picture
)

// Greatest lengths of the text of a wall, in code points.
const (
	maxWall     = 1200
	maxPaidText = 2500
)

var (
	consentWords   = regexp.MustCompile(`(?i)\bcookies?\b|\bconsent\b|\bgdpr\b|einwillig|zustimm|datenschutz|akzeptier|\btracking\b|personal data|personenbezogen|privacy|data partners|werbung`)
	consentCore    = regexp.MustCompile(`(?i)\bcookies?\b|\bconsent\b|einwillig`)
	loginWords     = regexp.MustCompile(`(?i)\blog ?in\b|\bsign ?in\b|\bsign up\b|\banmeld|\beinlogg|\bpassword|\bpasswort|\bkennwort|\bregistrier|\bmembers? only\b`)
	robotWords     = regexp.MustCompile(`(?i)checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|enable javascript and cookies to continue|\bcaptcha\b|are you a robot|unusual traffic|bestätigen sie, dass sie ein mensch`)
	passwordFields = regexp.MustCompile(`(?i)<input\b[^>]{0,400}\btype\s*=\s*["']?password`)
	notFree        = regexp.MustCompile(`(?i)"isAccessibleForFree"\s*:\s*"?(?:false|http://schema\.org/False)`)
)

// WallOf returns the wall that p shows instead of its content, or "". keep is the
// result's selection, or everything visible if there is no result.
func WallOf(p *page.Page, keep page.Selection) string {
	size, consent := 0, 0
	var text strings.Builder
	for i := range p.Blocks {
		if !keep.Has(i) || p.Blocks[i].Hidden {
			continue
		}
		n := utf8.RuneCountInString(p.Blocks[i].Text)
		if size += n; size > maxPaidText {
			return ""
		}
		if consentWords.MatchString(p.Blocks[i].Text) {
			consent += n
		}
		text.WriteString(p.Blocks[i].Text)
		text.WriteByte('\n')
	}
	all := text.String()
	switch {
	case size <= maxWall && robotWords.MatchString(all):
		return WallRobot
	case size <= maxWall && size > 0 && 2*consent > size && consentCore.MatchString(all):
		return WallCookies
	case size <= maxWall/2 && loginWords.MatchString(all) && passwordFields.MatchString(p.Source.HTML):
		return WallLogin
	case notFree.MatchString(p.Source.HTML):
		return WallPaid
	}
	return ""
}

var (
	editorAddress = regexp.MustCompile(`^https://docs\.google\.com/(?:a/[^/]+/)?(?:document|spreadsheets|presentation)/(?:u/\d+/)?d/[^/]+/(?:edit|view|preview)?(?:[?#]|$)`)
	editorMarks   = regexp.MustCompile(`\bid="?docs-editor\b|\bclass="?kix-appview`)
)

// IsEditor reports whether src is an editor of Google Docs, which draws the
// document on a canvas.
func IsEditor(src page.Source) bool {
	return editorAddress.MatchString(src.URL) && editorMarks.MatchString(src.HTML)
}
