package engine

import (
	"context"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Engine selects the blocks of a page that are its content. Select must not change
// p and must be safe for concurrent use. It may panic and, in third-party code,
// run beyond the end of ctx; Run guards against both.
type Engine interface {
	Name() string
	Select(ctx context.Context, p *page.Page) (page.Selection, error)
}

// Titled is an Engine that also finds the page's title.
type Titled interface {
	Engine
	SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error)
}

// Library is an Engine that runs a third-party library on a copy of the page.
// Output returns the library's own tree, in one or more parts, and the title. The
// tree is only used for mapping it to blocks and for measuring the loss of that.
type Library interface {
	Engine
	Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error)
}

// OwnText returns the text of the library's own output, before it is mapped to
// blocks.
func OwnText(ctx context.Context, l Library, p *page.Page) (string, error) {
	out, _, err := l.Output(ctx, p)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, n := range out {
		b.WriteString(textOf(n))
	}
	return b.String(), nil
}
