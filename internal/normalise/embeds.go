package normalise

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// players are the elements that load a video on a click, by name: the attribute with
// its id, and the beginning of the address of its frame.
var players = map[string]struct{ id, address string }{
	"lite-youtube": {"videoid", "https://www.youtube.com/embed/"},
	"lite-vimeo":   {"videoid", "https://player.vimeo.com/video/"},
	"amp-youtube":  {"data-videoid", "https://www.youtube.com/embed/"},
	"amp-vimeo":    {"data-videoid", "https://player.vimeo.com/video/"},
	"amp-iframe":   {"src", ""},
}

// embeds replaces video players by frames.
func (n *normaliser) embeds() {
	for _, x := range dom.Topmost(n.doc, func(x *html.Node) bool { return players[x.Data].id != "" }) {
		p := players[x.Data]
		id := dom.Attr(x, p.id)
		if id == "" {
			continue
		}
		frame := &html.Node{Type: html.ElementNode}
		dom.Rename(frame, "iframe")
		dom.SetAttr(frame, "src", p.address+id)
		title := dom.Attr(x, "title")
		if title == "" {
			title = dom.Attr(x, "playlabel")
		}
		dom.SetAttr(frame, "title", title)
		n.replace(x, frame, Duplicate)
	}
}
