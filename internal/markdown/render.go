package markdown

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// maxOutput is how many bytes of Markdown one page gives at most.
const maxOutput = 16 << 20

// driver is the converter library with our plugin. It walks the blocks; the
// plugin writes each. It is safe for concurrent use.
var driver = sync.OnceValue(func() *converter.Converter {
	return converter.NewConverter(converter.WithPlugins(plugin{}))
})

// plugin renders every block in the house style. One renderer for all elements
// keeps the library from sorting dozens of them for each node.
type plugin struct{}

func (plugin) Name() string { return "pulltab" }

func (plugin) Init(c *converter.Converter) error {
	c.Register.Renderer(func(ctx converter.Context, _ converter.Writer, n *html.Node) converter.RenderStatus {
		r := ctx.Value(rendererKey{}).(*renderer)
		if n.Type == html.DocumentNode || n == r.root {
			r.ctx = ctx
			r.container(children(n), inherited{})
			r.finish()
			return converter.RenderSuccess
		}
		r.block(n)
		return converter.RenderSuccess
	}, converter.PriorityEarly)
	return nil
}

type rendererKey struct{}

// renderer is the state of one conversion.
type renderer struct {
	ctx    converter.Context
	cancel context.Context
	root   *html.Node
	base   *url.URL // what relative addresses resolve against, or nil
	o      Options
	w      writer
	notes  notes
	in     inherited           // of the block that is rendered next
	skip   map[*html.Node]bool // written already, elsewhere
	said   map[*html.Node]bool // titles and boxes that a mark of ours stands for
	holds  map[*html.Node]bool // elements that are no blocks by name, with blocks inside
	boxed  map[*html.Node]bool // block elements with blocks inside

	runs    []run    // of the open paragraph
	settled []run    // that settle returns
	line    textLine // that emit returns

	quotes, lists int    // open ones
	inCell        bool   // the open paragraph is a table cell
	boxes         bool   // checkboxes are shown: inside of a list item
	task          string // marker of the open task, before its first paragraph
	afterTitle    bool   // the line above is the title of a callout
	marker        byte   // bullet of the list that ended last, or its delimiter
	references    []*anchor
	numbers       map[anchor]int
	blankCells    int // of all tables so far
	losses        []page.Loss
	wrote         *holdings // links and images, as they were written
	allLinks      []listed
	allImages     []listed
}

func newRenderer(ctx context.Context, root *html.Node, base *url.URL, o Options) *renderer {
	r := &renderer{cancel: ctx, root: root, base: base, o: o, skip: map[*html.Node]bool{}, said: map[*html.Node]bool{}, holds: map[*html.Node]bool{}, boxed: map[*html.Node]bool{}, numbers: map[anchor]int{}, wrote: newHoldings()}
	r.w.limit = maxOutput
	r.notes = findNotes(root)
	r.findHolders(root)
	return r
}

// lose counts one more loss of a kind.
func (r *renderer) lose(kind string) {
	for i := range r.losses {
		if r.losses[i].Kind == kind {
			r.losses[i].Count++
			return
		}
	}
	r.losses = append(r.losses, page.Loss{Kind: kind, Count: 1})
}

// listed is a link or image for the lists at the end.
type listed struct{ text, address string }

func children(n *html.Node) []*html.Node {
	if n.FirstChild == nil {
		return nil
	}
	list := make([]*html.Node, 0, childCount(n))
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		list = append(list, c)
	}
	return list
}

func childCount(n *html.Node) (count int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		count++
	}
	return count
}

// container renders nodes, some of them in lines, some blocks.
func (r *renderer) container(nodes []*html.Node, in inherited) {
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if n.Type == html.ElementNode && r.isBlock(n) {
			r.flush()
			if bare := bareItems(nodes[i:]); bare > 1 {
				r.items(nodes[i:i+bare], n, in)
				i += bare - 1
				continue
			}
			r.in = in
			r.ctx.RenderNodes(r.ctx, &r.w.out, n)
			continue
		}
		r.runs = r.collect(r.runs, n, in)
	}
	r.flush()
}

// flush writes the open paragraph.
func (r *renderer) flush() {
	r.paragraph(r.runs)
	r.runs = r.runs[:0]
}

// bareItems returns how many of nodes are items without a list around them, one
// right behind the other.
func bareItems(nodes []*html.Node) int {
	end := 0
	for i, n := range nodes {
		switch {
		case n.Type == html.ElementNode && n.Data == "li":
			end = i + 1
		case !isSpaceText(n):
			return end
		}
	}
	return end
}

// paragraph writes runs as one paragraph, or as several where two line breaks
// follow each other.
func (r *renderer) paragraph(runs []run) {
	if len(runs) == 0 || !hasContent(runs) {
		return
	}
	for _, part := range paragraphs(r.settle(runs)) {
		t := r.emit(part, hardBreaks)
		text := t.escaped(len(r.w.open) > 0 && !r.afterTitle, r.w.item() && r.task == "")
		switch {
		case r.task != "":
			text = r.task + text
			r.task = ""
		case r.w.item() && (strings.HasPrefix(text, "[x](") || strings.HasPrefix(text, "[X](")):
			text = text[:2] + " " + text[2:] // some readers would see a ticked box
		}
		r.write(text, true)
	}
}

// write writes one block. Below the title of a callout only a paragraph
// follows without an empty line: other blocks would not be read as such.
func (r *renderer) write(text string, paragraph bool) {
	if r.afterTitle {
		r.afterTitle = false
		if paragraph {
			r.w.gap = newLine
		}
	}
	if !paragraph && r.task != "" {
		task := r.task
		r.task = ""
		r.w.block(strings.TrimSpace(task))
	}
	r.marker = 0
	r.w.block(text)
}

// block renders the block n.
func (r *renderer) block(n *html.Node) {
	in := r.in
	if r.cancel.Err() != nil || r.w.full || r.skip[n] || unseen[n.Data] && n.Namespace != page.Own {
		return
	}
	if r.notes.body(n) {
		return
	}
	if n.Namespace == page.Own {
		if tex := strings.TrimSpace(content(n)); tex != "" {
			r.write("$$\n"+tex+"\n$$", false)
		}
		return
	}
	if kind, ok := page.Mark(n, "callout"); ok {
		r.callout(n, kind, in)
		return
	}
	in.lines = showsLines(n, in.lines)
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.heading(n, in)
	case "pre":
		r.listing(n)
	case "blockquote":
		r.quote(n, in)
	case "ul", "ol", "menu", "dir":
		r.list(n, in)
	case "li":
		r.items([]*html.Node{n}, n, in)
	case "table":
		r.table(n, in)
	case "hr":
		r.rule()
	case "iframe", "video", "audio", "embed", "object":
		if a, text := r.embed(n); a != nil {
			r.paragraph([]run{{text: text, link: a, style: in.style}})
		}
	case "dt", "summary":
		in.style |= styleStrong
		r.container(children(n), in)
	case "a":
		if a := r.anchor(n); a != nil {
			in.link = a
			if name := accessibleName(n); name != "" && !shows(n) {
				r.paragraph([]run{{text: name, link: a, style: in.style}})
				return
			}
		}
		r.container(children(n), in)
	default:
		if role := page.Attr(n, "role"); role == "list" && listItems(n) != nil {
			r.list(n, in)
			return
		}
		if hasClass(n, "line-block") && onlyElements(n) {
			r.lineBlock(n, in)
			return
		}
		in.style = styleOf(n, in.style)
		r.container(children(n), in)
	}
}

// onlyElements reports whether no text stands right below n.
func onlyElements(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && !isSpaceText(c) {
			return false
		}
	}
	return true
}

// lineBlock renders a poem whose lines are blocks as lines of one paragraph.
func (r *renderer) lineBlock(n *html.Node, in inherited) {
	var runs []run
	for _, c := range children(n) {
		if c.Type != html.ElementNode {
			continue
		}
		runs = append(r.collectAll(runs, c, in), run{kind: breakRun})
	}
	r.paragraph(runs)
}

func (r *renderer) heading(n *html.Node, in inherited) {
	in.style &^= styleStrong // a heading is bold by itself
	lists := listsIn(n)
	for _, list := range lists {
		r.skip[list] = true
	}
	// No list fits into the line of a heading: they follow it.
	defer func() {
		for _, list := range lists {
			delete(r.skip, list)
			r.list(list, in)
		}
	}()
	runs := r.settle(r.collectAll(nil, n, in))
	if !hasContent(runs) {
		return
	}
	text := r.emit(runs, oneLine).within()
	if strings.HasSuffix(text, "#") {
		// A row of # at the end would be read as the end of the heading.
		if i := strings.LastIndexByte(text, ' '); strings.Trim(text[i+1:], "#") == "" {
			text = text[:i+1] + `\` + text[i+1:]
		}
	}
	r.write(strings.Repeat("#", int(n.Data[1]-'0'))+" "+text, false)
}

// listsIn returns the lists inside of heading n, outer ones only.
func listsIn(n *html.Node) (lists []*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "ul" || c.Data == "ol" {
			lists = append(lists, c)
		} else if c.Type == html.ElementNode {
			lists = append(lists, listsIn(c)...)
		}
	}
	return lists
}

func (r *renderer) rule() {
	text := "---"
	// At the start of a document "---" opens front matter; in a list item
	// it would make a rule of the whole line.
	if r.w.out.Len() == 0 || r.w.item() {
		text = "***"
	}
	r.write(text, false)
}

func (r *renderer) quote(n *html.Node, in inherited) {
	in.style = styleOf(n, in.style)
	if r.quotes+r.lists >= maxNesting {
		r.container(children(n), in)
		return
	}
	r.quotes++
	r.w.push("> ", "> ")
	r.container(children(n), in)
	r.w.pop()
	r.quotes--
}

// callout renders a box as a quote whose first line names its kind.
func (r *renderer) callout(n *html.Node, kind string, in inherited) {
	if r.quotes+r.lists >= maxNesting || kind == "" {
		r.container(children(n), in)
		return
	}
	var title *html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && page.Stamped(d, "title") {
			title = d
			break
		}
	}
	head := "[!" + kind + "]"
	if fold, ok := page.Mark(n, "fold"); ok {
		head += fold
	}
	if title != nil {
		runs := r.settle(r.collectAll(nil, title, in))
		if text := r.emit(runs, oneLine).within(); strings.EqualFold(text, kind) {
			r.said[title] = true
		} else if text != "" {
			head += " " + text
		}
		r.skip[title] = true
	}
	r.quotes++
	r.w.push("> ", "> ")
	r.write(head, false)
	r.afterTitle = true
	r.container(children(n), in)
	r.afterTitle = false
	r.w.pop()
	r.quotes--
	r.w.gap = blankLine
}

// runnable are the languages whose blocks a note app would run.
var runnable = set(`dataviewjs dataview js-engine templater tasks query meta-bind meta-bind-js-view customjs custom-js run
	execute-code button buttons excalibrain jsx: ad-js`)

func (r *renderer) listing(n *html.Node) {
	text := content(n)
	if strings.TrimSpace(text) == "" {
		return
	}
	language, _ := page.Mark(n, "language")
	if runnable[language] || strings.HasPrefix(language, "run-") || strings.HasPrefix(language, "templater") || strings.HasPrefix(language, "dataview") {
		language = "text"
	}
	fence := strings.Repeat("`", max(3, longestRun(text, '`', false)+1))
	r.write(fence+language+"\n"+strings.TrimSuffix(text, "\n")+"\n"+fence, false)
}

// content returns the text below n as it stands, line breaks included.
func content(n *html.Node) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return c.Data
	}
	return contentOf(n)
}

func hasClass(n *html.Node, name string) bool {
	for c := range strings.FieldsSeq(page.Attr(n, "class")) {
		if c == name {
			return true
		}
	}
	return false
}
