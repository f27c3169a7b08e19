package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// claude reads conversations of Claude, the user's own and shared ones.
var claude = adapter{
	name:     "claude",
	turns:    true,
	flat:     true,
	headless: true,
	is:       func(v *View) bool { return v.on("claude.ai") },
	layouts:  []*layout{&claudeTurns},
}

var (
	claudeUser   = css(`[data-testid="user-message"]`)
	claudeText   = css(".standard-markdown, .progressive-markdown")
	claudeButton = css("button")
)

// claudeTurns has the user's message in an element of its own, with attached files
// before it. An answer holds sections of thoughts, each opened by a button, its
// text, and the names of artifacts.
var claudeTurns = layout{
	post: css(`[data-testid="user-message"], [data-is-streaming], .font-claude-message`),
	body: css(".standard-markdown, .progressive-markdown, .artifact-block-cell"),
	drop: css("button"),
	more: func(e element, post *rawPost) {
		n := e.Nodes[0]
		if claudeUser.Match(n) {
			post.role, post.body = "User", append(claudeFiles(n), n)
			return
		}
		post.role = "Assistant"
		post.body, post.thoughts = claudeThoughts(n, post.body)
		if len(post.body) == 0 {
			post.body = []*html.Node{n}
		}
	},
}

// claudeThoughts separates the sections of thoughts from the texts of an answer: a
// section is an element with a button before its only text. The last text is the
// answer's.
func claudeThoughts(answer *html.Node, texts []*html.Node) (spoken, thoughts []*html.Node) {
	for i, text := range texts {
		section := (*html.Node)(nil)
		for p, steps := text, 0; p != answer && i+1 < len(texts) && claudeText.Match(text) && steps < maxAround; p, steps = p.Parent, steps+1 {
			if dom.Contains(p, texts[i+1]) || i > 0 && dom.Contains(p, texts[i-1]) {
				break
			}
			if p != text && claudeButton.Match(firstElement(p)) || p != text && findFirst(firstElement(p), claudeButton) != nil {
				section = p
				break
			}
		}
		if section == nil {
			spoken = append(spoken, text)
		} else {
			thoughts = append(thoughts, section)
		}
	}
	return spoken, thoughts
}

// firstElement returns the first element in n, or n itself if there is none.
func firstElement(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			return c
		}
	}
	return n
}

var claudeFile = css(`[data-testid="file-thumbnail"] h3, [data-testid="file-thumbnail"] img, img[data-testid]`)

// claudeFiles returns the elements that name or show the files attached to the
// message n: those in the nearest elements around it that hold no other message.
func claudeFiles(n *html.Node) []*html.Node {
	for p, steps := n.Parent, 0; p != nil && steps < maxOuter; p, steps = p.Parent, steps+1 {
		if s := selectNode(p); s.FindMatcher(claudeUser).Length() > 1 || s.FindMatcher(claudeText).Length() > 0 {
			return nil
		}
		var files []*html.Node
		for _, file := range find(p, claudeFile) {
			switch {
			case dom.Contains(n, file):
			case file.Data == "h3" && file.FirstChild != nil: // its text is no heading of the conversation
				files = append(files, file.FirstChild)
			default:
				files = append(files, file)
			}
		}
		if len(files) > 0 {
			return files
		}
	}
	return nil
}
