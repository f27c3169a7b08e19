package sites

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// hyperkitty reads threads of mailing lists in HyperKitty, the archive of
// Mailman 3. All mails are siblings; an answer to an answer is indented.
var hyperkitty = adapter{
	name: "hyperkitty",
	mail: true,
	flat: true,
	is:   func(v *View) bool { return v.mailArchive },
	read: func(v *View) []rawPost {
		list := hyperkittyThread.read(v)
		var open []string // the author of the last mail of each depth
		for i := range list {
			level := min(list[i].depth+1, len(open))
			if level > 0 && open[level-1] != "" {
				list[i].points = "reply to " + open[level-1]
			}
			open = append(open[:level], text(list[i].author))
		}
		return list
	},
}

var hyperkittyThread = layout{
	post:   css(".email"),
	author: css(".name"),
	time:   css(".time span[title], .email-date span[title], .email-date"),
	body:   css(".email-body, ul.attachments-list"),
	more: func(e element, post *rawPost) {
		post.when = hyperkittySent(post.time)
		if at, ok := hyperkittyLevel(e.Nodes[0].Parent); ok {
			post.depth = at
		}
		post.separateQuotes(hyperkittyQuote)
		post.leaveOut(e.find(hyperkittySwitch).Nodes)
	},
}

var (
	hyperkittyQuote  = css(".quoted-text")
	hyperkittySwitch = css(".quoted-switch") // "...", which is no block
)

// hyperkittyLevel returns the depth of an answer: an indentation of 2em a level.
func hyperkittyLevel(n *html.Node) (int, bool) {
	for property, value := range dom.Declarations(dom.Attr(n, "style")) {
		if em, found := strings.CutSuffix(strings.TrimSpace(value), "em"); found && property == "margin-left" {
			level, err := strconv.Atoi(em)
			return max(0, level) / 2, err == nil
		}
	}
	return 0, false
}

// hyperkittySent returns the time that the sender's program stated, or "".
func hyperkittySent(n *html.Node) string {
	if n == nil {
		return ""
	}
	_, sent, _ := strings.Cut(dom.Attr(n, "title"), ":")
	if !hasDate(sent) {
		return ""
	}
	return oneLine(sent)
}
