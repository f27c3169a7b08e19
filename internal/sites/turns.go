package sites

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// chat reads conversations with language models on sites without an adapter: by
// attributes or class names that state who speaks, else by a line with the
// speaker's name above each turn.
var chat = adapter{
	name:     "chat",
	turns:    true,
	flat:     true,
	headless: true,
	needsTwo: true,
	is:       func(v *View) bool { return v.speakers[roleUser] > 0 && v.speakers[roleAssistant] > 0 },
	read:     readTurns,
}

// The roles of turns as bits.
const (
	roleUser = iota
	roleAssistant
	roleSystem
	roleTool
	roles
)

// roleNames are values of attributes, and words in class names, that name a role.
var roleNames = map[string]int{
	"user": roleUser, "human": roleUser, "prompt": roleUser, "query": roleUser, "question": roleUser, "you": roleUser, "me": roleUser,
	"assistant": roleAssistant, "model": roleAssistant, "bot": roleAssistant, "ai": roleAssistant, "response": roleAssistant,
	"answer": roleAssistant, "agent": roleAssistant, "llm": roleAssistant,
	"system": roleSystem, "tool": roleTool, "function": roleTool,
}

// turnRole returns the role that the value of an attribute names, or "".
func turnRole(value string) string {
	if role, ok := roleNames[strings.ToLower(value)]; ok {
		return page.TurnRoles[role]
	}
	return ""
}

// speakerOf returns the role that an attribute of n states, or -1. For a class it
// takes a word for a message beside the one for the role: "chat-message user".
func speakerOf(a html.Attribute) int {
	switch {
	case len(a.Val) > 60 || len(a.Val) < 2:
		return -1
	case a.Key == "class":
		return speakerOfClass(a.Val)
	case !strings.HasPrefix(a.Key, "data-"):
		return -1
	}
	role, ok := roleNames[a.Val]
	if !ok {
		if role, ok = roleNames[strings.ToLower(strings.TrimSuffix(a.Val, "-message"))]; !ok {
			return -1
		}
	}
	for _, word := range [...]string{"role", "author", "sender", "speaker", "from", "turn", "message", "testid"} {
		if strings.Contains(a.Key, word) {
			return role
		}
	}
	return -1
}

// turnWords are the words that class names have beside a role's.
var turnWords = dom.Words("message msg turn chat bubble")

func speakerOfClass(class string) int {
	if !strings.Contains(class, "m") && !strings.Contains(class, "ch") && !strings.Contains(class, "turn") && !strings.Contains(class, "bubble") {
		return -1
	}
	role, message := -1, false
	for word := range strings.FieldsFuncSeq(class, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if turnWords[word] {
			message = true
		} else if r, ok := roleNames[word]; ok && role < 0 {
			role = r
		}
	}
	if !message {
		return -1
	}
	return role
}

// readTurns finds the turns of a conversation: the largest elements in which one
// side speaks. A page whose elements state no sides is read by speakers' names.
func readTurns(v *View) []rawPost {
	t := turnFinder{v: v, sides: map[*html.Node]int{}}
	t.mark(v.body)
	var list []rawPost
	t.collect(v.body, &list)
	if len(list) < 2 || !hasBothSides(list) {
		list = t.readLabelled()
	}
	t.dropFrame(list)
	return list
}

func hasBothSides(list []rawPost) bool {
	var sides [2]bool
	for _, post := range list {
		sides[0] = sides[0] || post.role == page.TurnRoles[roleUser]
		sides[1] = sides[1] || post.role == page.TurnRoles[roleAssistant]
	}
	return sides[0] && sides[1]
}

type turnFinder struct {
	v     *View
	sides map[*html.Node]int // roles stated at or below an element, as bits
}

// mark fills sides below n and returns those of n.
func (t *turnFinder) mark(n *html.Node) int {
	side := 0
	if n.Type == html.ElementNode {
		if n.Data == "nav" || n.Data == "form" || isSilent(n) {
			return 0
		}
		for _, a := range n.Attr {
			if role := speakerOf(a); role >= 0 && a.Namespace == "" {
				side |= 1 << role
				break
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		side |= t.mark(c)
	}
	if side != 0 {
		t.sides[n] = side
	}
	return side
}

// collect appends the largest elements that state one role to list.
func (t *turnFinder) collect(n *html.Node, list *[]rawPost) {
	side := t.sides[n]
	if role := slices.Index([]int{1 << roleUser, 1 << roleAssistant, 1 << roleSystem, 1 << roleTool}, side); role >= 0 && t.states(n) {
		post := rawPost{body: []*html.Node{n}, role: page.TurnRoles[role], drop: find(n, turnControls)}
		post.time = findFirst(n, timeElement)
		post.name = statedModel(n)
		if thoughts := findFirst(n, turnThoughts); thoughts != nil && thoughts != n {
			post.thoughts, post.body = []*html.Node{thoughts}, without(n, map[*html.Node]bool{thoughts: true})
			post.drop = append(post.drop, find(thoughts, turnSummary)...)
		}
		*list = append(*list, post)
		return
	}
	if side == 0 {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		t.collect(c, list)
	}
}

// states reports whether n itself states a role, or is the only turn of an element
// around it that does not.
func (t *turnFinder) states(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Namespace == "" && speakerOf(a) >= 0 {
			return true
		}
	}
	return false
}

var (
	turnControls = css("button, form, textarea, select, [role=button], [role=toolbar], [contenteditable=true]")
	turnSummary  = css("summary")
	turnThoughts = css("details[type=reasoning], [class*=thinking i], [class*=thought i], [class*=reasoning i]")
)

// statedModel returns the model that an attribute of n, or of one of the first
// elements in it, names.
func statedModel(n *html.Node) string {
	for i, d := range firstNodes(n) {
		if i == 20 {
			break
		}
		for _, a := range d.Attr {
			if a.Namespace == "" && strings.HasPrefix(a.Key, "data-") && strings.Contains(a.Key, "model") && len(a.Val) > 2 && roleNames[a.Val] == 0 {
				return oneLine(a.Val)
			}
		}
	}
	return ""
}

// dropFrame leaves out the short texts that most turns of a side begin or end
// with: the speaker's name, "Copy".
func (t *turnFinder) dropFrame(list []rawPost) {
	for role := range roles {
		often := map[string]int{}
		var texts [][]*html.Node
		turns := 0
		for _, post := range list {
			if post.role != page.TurnRoles[role] {
				texts = append(texts, nil)
				continue
			}
			turns++
			edge := t.edges(post)
			for _, key := range keysOf(edge) {
				often[key]++
			}
			texts = append(texts, edge)
		}
		for i := range texts {
			for _, n := range texts[i] {
				key := keyOf(n)
				_, side := spokenBy(key)
				repeated := turns > 1 && 2*often[key] > turns
				if side || repeated {
					list[i].drop = append(list[i].drop, n)
				}
				if repeated && !side && n == texts[i][0] && list[i].name == "" {
					list[i].name = text(n)
				}
			}
		}
	}
}

// edges returns the first two and the last two short texts of a turn.
func (t *turnFinder) edges(post rawPost) []*html.Node {
	var all []*html.Node
	for _, n := range post.body {
		for d := n; d != nil; d = dom.Next(d, n) {
			if page.BlockOf(d) >= 0 && strings.TrimSpace(d.Data) != "" {
				all = append(all, d)
			}
		}
	}
	if len(all) > 4 {
		all = slices.Concat(all[:2], all[len(all)-2:])
	}
	return filterNodes(all, func(n *html.Node) bool { return len(n.Data) <= 40 })
}

func keysOf(nodes []*html.Node) []string {
	var keys []string
	for _, n := range nodes {
		if key := keyOf(n); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// keyOf returns the text of n in the form in which texts of a frame are compared.
func keyOf(n *html.Node) string { return strings.TrimSuffix(strings.ToLower(text(n)), ":") }

// spokenNames are the names of the sides in lower case, without "said" and colon.
var spokenNames = map[string]int{
	"you": roleUser, "user": roleUser, "human": roleUser, "me": roleUser, "du": roleUser, "ich": roleUser, "sie": roleUser,
	"chatgpt": roleAssistant, "claude": roleAssistant, "gemini": roleAssistant, "copilot": roleAssistant, "grok": roleAssistant,
	"perplexity": roleAssistant, "deepseek": roleAssistant, "le chat": roleAssistant, "mistral": roleAssistant, "assistant": roleAssistant,
	"assistent": roleAssistant, "ai": roleAssistant, "ki": roleAssistant, "bot": roleAssistant, "model": roleAssistant, "llama": roleAssistant,
}

// spokenBy returns the role of the speaker that s names: "You said:", "ChatGPT".
func spokenBy(s string) (role int, ok bool) {
	s = strings.ToLower(strings.TrimRight(strings.TrimSpace(s), ": "))
	for _, said := range [...]string{" said", " hat gesagt", " hast gesagt", " haben gesagt"} {
		s = strings.TrimSuffix(s, said)
	}
	role, ok = spokenNames[s]
	return role, ok
}

// mayBeSpeaker reports whether n can be the name of a speaker. It runs for every
// text of every page.
func mayBeSpeaker(n *html.Node) bool { return len(n.Data) >= 2 && len(n.Data) <= 24 }

// readLabelled finds turns below lines with the name of the speaker.
func (t *turnFinder) readLabelled() []rawPost {
	type label struct {
		n, unit *html.Node
		role    int
	}
	var labels []label
	below := map[*html.Node]int{} // labels at or below a node
	for n := t.v.body; n != nil; n = dom.Next(n, t.v.body) {
		if n.Type != html.TextNode || !mayBeSpeaker(n) || n.PrevSibling != nil || n.NextSibling != nil {
			continue
		}
		if role, ok := spokenBy(n.Data); ok {
			labels = append(labels, label{n: n, role: role})
			for p := n; p != nil && p != t.v.body; p = p.Parent {
				below[p]++
			}
		}
	}
	var list []rawPost
	said := false // a label has more than the name: "You said:"
	for i := range labels {
		l := &labels[i]
		said = said || strings.Contains(l.n.Data, "said") || strings.Contains(l.n.Data, "gesagt")
		if i > 0 && labels[i-1].role == l.role {
			return nil // sides do not alternate: no conversation
		}
		l.unit = l.n
		for p := l.n.Parent; p != nil && p != t.v.body && below[p] == 1; p = p.Parent {
			l.unit = p
		}
		post := rawPost{role: page.TurnRoles[l.role]}
		for n := l.n; n != l.unit; n = n.Parent {
			for c := n.NextSibling; c != nil; c = c.NextSibling {
				post.body = append(post.body, c)
			}
		}
		if len(post.body) == 0 {
			for c := l.unit.NextSibling; c != nil && below[c] == 0; c = c.NextSibling {
				post.body = append(post.body, c)
			}
		}
		for _, n := range post.body {
			post.drop = append(post.drop, find(n, turnControls)...)
		}
		list = append(list, post)
	}
	if len(list) < 3 && !said {
		return nil
	}
	return list
}
