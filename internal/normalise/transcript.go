package normalise

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// transcripts makes a paragraph of each part of a video's transcript: its time,
// which becomes a link to that time of the video, and its text.
func (n *normaliser) transcripts() {
	video := dom.First(n.doc, func(x *html.Node) bool { return x.Data == "ytd-watch-flexy" })
	if video == nil || dom.Attr(video, "video-id") == "" {
		return
	}
	address := "https://www.youtube.com/watch?v=" + dom.Attr(video, "video-id") + "&t="
	for _, part := range dom.Topmost(n.doc, isTranscriptPart) {
		stamp := dom.First(part, func(x *html.Node) bool {
			return dom.HasClass(x, "segment-timestamp") || strings.Contains(dom.Attr(x, "class"), "SegmentTimestamp")
		})
		if stamp == nil {
			continue
		}
		shown := strings.TrimSpace(dom.Text(stamp))
		seconds, ok := clock(shown)
		if !ok {
			continue
		}
		a := newElement("a", shown)
		dom.SetAttr(a, "href", address+strconv.Itoa(seconds)+"s")
		p := newElement("p", "")
		p.AppendChild(a)
		p.AppendChild(dom.NewText(" "))
		stamp.Parent.RemoveChild(stamp)
		p.AppendChild(dom.NewText(dom.OneLine(dom.Text(part))))
		dom.Clear(part)
		part.AppendChild(p)
	}
}

func isTranscriptPart(x *html.Node) bool {
	return x.Data == "ytd-transcript-segment-renderer" || x.Data == "transcript-segment-view-model"
}

// clock returns the seconds of a time such as 1:05 or 1:02:03.
func clock(s string) (seconds int, ok bool) {
	for field := range strings.SplitSeq(s, ":") {
		k, err := strconv.Atoi(field)
		if err != nil || k < 0 || k > 999 {
			return 0, false
		}
		seconds = 60*seconds + k
	}
	return seconds, strings.Contains(s, ":")
}
