package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// chatgpt reads conversations of ChatGPT, the user's own and shared ones. The
// page holds an empty element for each turn that is far from the visible part.
var chatgpt = adapter{
	name:     "chatgpt",
	turns:    true,
	flat:     true,
	headless: true,
	is:       func(v *View) bool { return v.on("chatgpt.com", "chat.openai.com") },
	layouts:  []*layout{&chatgptTurns, &chatgptMessages},
	count:    countChatgpt,
}

var (
	chatgptTurn    = css(`[data-testid^="conversation-turn-"], [data-turn]`)
	chatgptPlace   = css(`[data-turn-id-container]:not([data-turn-id-container*="-root"])`)
	chatgptMessage = css("[data-message-author-role]")
)

// countChatgpt returns the number of turns: of their places, or by the number of
// the last one. Numbers begin with 2 where a message of the system is the first.
func countChatgpt(v *View) int {
	first, last := 0, 0
	for _, n := range find(v.body, chatgptTurn) {
		k := max(0, number(strings.TrimPrefix(dom.Attr(n, "data-testid"), "conversation-turn-")))
		if first == 0 {
			first = k
		}
		last = max(last, k)
	}
	if first == 2 {
		last--
	}
	return max(last, len(find(v.body, chatgptPlace)))
}

// chatgptTurns is the page with an element for each turn, which holds the
// messages of one side, pictures and documents of the canvas.
var chatgptTurns = layout{
	post: chatgptTurn,
	body: css(`[data-message-author-role], [id^="textdoc-message-"], [id^="image-"], [data-testid="file-tile"]`),
	drop: css(`button, h5.sr-only, h6.sr-only, [data-testid="canvas-header-actions"]`),
	more: func(e element, post *rawPost) {
		post.role = turnRole(e.AttrOr("data-turn", ""))
		for _, n := range e.find(chatgptMessage).Nodes {
			chatgptRole(n, post)
		}
		post.body = chatgptSpoken(post.body)
	},
}

// chatgptMessages is the page with an element for each message alone.
var chatgptMessages = layout{
	post: chatgptMessage,
	body: css(".markdown, .whitespace-pre-wrap"),
	drop: css("button"),
	more: func(e element, post *rawPost) { chatgptRole(e.Nodes[0], post) },
}

// chatgptRole sets the role and the model that the element of a message states.
func chatgptRole(n *html.Node, post *rawPost) {
	if role := turnRole(dom.Attr(n, "data-message-author-role")); post.role == "" {
		post.role = role
	}
	if model := dom.Attr(n, "data-message-model-slug"); model != "" {
		post.name = model
	}
}

// chatgptSpoken returns the nodes of body without the messages of tools, which
// the page shows only while they run.
func chatgptSpoken(body []*html.Node) []*html.Node {
	return filterNodes(body, func(n *html.Node) bool {
		role := turnRole(dom.Attr(n, "data-message-author-role"))
		return role != page.TurnRoles[2] && role != page.TurnRoles[3]
	})
}
