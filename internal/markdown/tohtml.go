package markdown

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// HTML in Markdown stays: what becomes of it is read as any page is.
var htmlOf = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))

// ToHTML returns what a site's own Markdown means, as HTML that is no safer
// than that of a page.
func ToHTML(md string) (string, error) {
	var b bytes.Buffer
	if err := htmlOf.Convert([]byte(md), &b); err != nil {
		return "", fmt.Errorf("read Markdown: %w", err)
	}
	return b.String(), nil
}
