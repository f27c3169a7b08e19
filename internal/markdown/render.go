package markdown

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/macros"
	"pulltab/internal/page"
)

// maxOutput is the maximum size in bytes of the Markdown of one page.
const maxOutput = 16 << 20

// libraryConverter is html-to-markdown with plugin as its only plugin; see the
// package documentation. It is safe for concurrent use.
var libraryConverter = sync.OnceValue(func() *converter.Converter {
	return converter.NewConverter(converter.WithPlugins(plugin{}))
})

// plugin registers one renderer for all elements. A renderer per element would
// make the library sort dozens of handlers for each node.
type plugin struct{}

func (plugin) Name() string { return "pulltab" }

func (plugin) Init(c *converter.Converter) error {
	c.Register.Renderer(func(ctx converter.Context, _ converter.Writer, n *html.Node) converter.RenderStatus {
		r := ctx.Value(rendererKey{}).(*renderer)
		if n.Type == html.DocumentNode || n == r.root {
			r.ctx = ctx
			r.container(dom.Children(n), inherited{})
			r.writeAppendix()
			return converter.RenderSuccess
		}
		r.block(n)
		return converter.RenderSuccess
	}, converter.PriorityEarly)
	return nil
}

type rendererKey struct{}

// renderer is the state of one rendering.
type renderer struct {
	ctx          converter.Context
	cancel       context.Context
	root         *html.Node
	base         *url.URL // base of relative addresses, or nil
	o            Options
	w            writer
	notes        notes
	places       map[string]string   // heading ids in the Markdown, by ids of the page
	in           inherited           // formatting of the block rendered next
	skip         map[*html.Node]bool // elements rendered elsewhere
	implied      map[*html.Node]bool // titles and boxes replaced by a marker such as [!note] or [x]
	wrapsBlocks  map[*html.Node]bool // inline elements that contain blocks
	blocksInside map[*html.Node]bool // block elements that contain blocks

	runs      []run    // the open paragraph
	collapsed []run    // buffer of collapseSpace
	line      textLine // buffer of emit

	quotes, lists int    // number of open ones
	inCell        bool   // inside a table cell
	boxes         bool   // checkboxes are shown (inside list items)
	task          string // task marker to write before the next paragraph
	afterTitle    bool   // the previous line is the title of a callout
	marker        byte   // delimiter of the list that ended last, or 0
	references    []*anchor
	numbers       map[anchor]int
	blankCells    int // in all tables so far
	losses        []page.Loss
	wrote         *inventory // links and images written so far
	allLinks      []listEntry
	allImages     []listEntry
}

func newRenderer(ctx context.Context, root *html.Node, base *url.URL, o Options) *renderer {
	r := &renderer{cancel: ctx, root: root, base: resolvable(root, base), o: o, skip: map[*html.Node]bool{}, implied: map[*html.Node]bool{}, wrapsBlocks: map[*html.Node]bool{}, blocksInside: map[*html.Node]bool{}, numbers: map[anchor]int{}, wrote: newInventory()}
	r.w.limit = maxOutput
	if r.base == nil && base != nil && base.Host != "" {
		r.lose("resolved addresses")
	}
	r.notes = findNotes(root)
	r.places = findPlaces(root)
	r.findBlockWrappers(root)
	return r
}

// lose adds one loss of the given kind.
func (r *renderer) lose(kind string) {
	for i := range r.losses {
		if r.losses[i].Kind == kind {
			r.losses[i].Count++
			return
		}
	}
	r.losses = append(r.losses, page.Loss{Kind: kind, Count: 1})
}

// loseMacros counts code with a macro, since code cannot be escaped.
func (r *renderer) loseMacros(code string) {
	if macros.Count(code) > 0 {
		r.lose("macros")
	}
}

// container renders nodes, which may be inline or blocks.
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

// bareItems returns how many of nodes, from the first on, are adjacent li
// elements without a list.
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

// paragraph writes runs as one paragraph, or as several if there are double
// line breaks.
func (r *renderer) paragraph(runs []run) {
	if len(runs) == 0 || !hasContent(runs) {
		return
	}
	for _, part := range paragraphs(r.collapseSpace(runs)) {
		t := r.emit(part, hardBreaks)
		text := t.escapedBlock(len(r.w.open) > 0 && !r.afterTitle, r.w.atItemStart() && r.task == "")
		switch {
		case r.task != "":
			text = r.task + text
			r.task = ""
		case r.w.atItemStart() && (strings.HasPrefix(text, "[x](") || strings.HasPrefix(text, "[X](")):
			text = text[:2] + " " + text[2:] // not a ticked checkbox
		}
		r.write(text, true)
	}
}

// write writes one block. After the title of a callout only a paragraph may
// follow without an empty line.
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
