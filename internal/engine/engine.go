// Package engine holds the extraction engines. An engine chooses blocks of a
// page; it never speaks for them: Markdown is always rendered from the page.
package engine

import (
	"context"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Engine chooses the blocks of a page that are its content. Select must not
// change p, must be safe for concurrent use, and should stop when ctx ends;
// it may panic, since third-party code runs on hostile input (Run guards it).
type Engine interface {
	Name() string
	Select(ctx context.Context, p *page.Page) (page.Selection, error)
}

// Titled is an Engine that has an opinion about the page's title too.
type Titled interface {
	Engine
	SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error)
}

// Library is an Engine whose work a third-party library does on a copy of the
// page. Output is the tree that it returned, in one or more parts, and its title; the
// tree is never shown to anyone, but says how much mapping it back loses.
type Library interface {
	Engine
	Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error)
}

// OwnText returns the text that l puts out by itself.
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
