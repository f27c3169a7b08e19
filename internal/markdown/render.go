package markdown

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// maxOutput is how many bytes of Markdown one page gives at most.
const maxOutput = 16 << 20

// libraryConverter is the converter library with our plugin. It walks the blocks; the
// plugin writes each. It is safe for concurrent use.
var libraryConverter = sync.OnceValue(func() *converter.Converter {
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

// renderer is the state of one conversion.
type renderer struct {
	ctx          converter.Context
	cancel       context.Context
	root         *html.Node
	base         *url.URL // what relative addresses resolve against, or nil
	o            Options
	w            writer
	notes        notes
	in           inherited           // of the block that is rendered next
	skip         map[*html.Node]bool // written already, elsewhere
	implied      map[*html.Node]bool // titles and boxes that a mark of ours stands for
	wrapsBlocks  map[*html.Node]bool // elements that are no blocks by name, with blocks inside
	blocksInside map[*html.Node]bool // block elements with blocks inside

	runs      []run    // of the open paragraph
	collapsed []run    // that settle returns
	line      textLine // that emit returns

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
	wrote         *inventory // links and images, as they were written
	allLinks      []listEntry
	allImages     []listEntry
}

func newRenderer(ctx context.Context, root *html.Node, base *url.URL, o Options) *renderer {
	r := &renderer{cancel: ctx, root: root, base: base, o: o, skip: map[*html.Node]bool{}, implied: map[*html.Node]bool{}, wrapsBlocks: map[*html.Node]bool{}, blocksInside: map[*html.Node]bool{}, numbers: map[anchor]int{}, wrote: newInventory()}
	r.w.limit = maxOutput
	r.notes = findNotes(root)
	r.findBlockWrappers(root)
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
	for _, part := range paragraphs(r.collapseSpace(runs)) {
		t := r.emit(part, hardBreaks)
		text := t.escapedBlock(len(r.w.open) > 0 && !r.afterTitle, r.w.atItemStart() && r.task == "")
		switch {
		case r.task != "":
			text = r.task + text
			r.task = ""
		case r.w.atItemStart() && (strings.HasPrefix(text, "[x](") || strings.HasPrefix(text, "[X](")):
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
