package sites

import "golang.org/x/net/html"

// gemini reads conversations of Gemini, which is built of elements of its own.
var gemini = adapter{
	name:     "gemini",
	turns:    true,
	flat:     true,
	headless: true,
	suffix:   " - Google Gemini",
	is:       func(v *View) bool { return v.on("gemini.google.com") },
	layouts:  []*layout{&geminiTurns},
}

var (
	geminiAnswer   = css("model-response")
	geminiThoughts = css("model-thoughts")
	geminiButton   = css("button")
	geminiSource   = css("source-footnote, sources-carousel-inline") // buttons without an address
)

// geminiTurns has the user's lines in paragraphs of their own, attached files in
// previews, and a report of research ("immersive") in a panel beside the answer.
var geminiTurns = layout{
	post: css("user-query, model-response, immersive-panel deep-research-immersive-panel"),
	body: css(`.query-text, user-query [dir], user-query-file-preview,
		message-content, generated-image, #extended-response-markdown-content`),
	drop: css("button, .cdk-visually-hidden, code-block .header, .code-block-decoration"),
	more: func(e element, post *rawPost) {
		post.role = "User"
		if e.IsMatcher(geminiAnswer) || e.Nodes[0].Data == "deep-research-immersive-panel" {
			post.role = "Assistant"
		}
		post.thoughts = e.find(geminiThoughts).Nodes
		in := map[*html.Node]bool{}
		for _, thought := range post.thoughts {
			in[thought] = true
			post.drop = append(post.drop, find(thought, geminiButton)...)
		}
		post.body = filterNodes(post.body, func(n *html.Node) bool { return !isWithin(n, in) })
		post.leaveOut(e.find(geminiSource).Nodes)
	},
}
