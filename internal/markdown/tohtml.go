package markdown

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// Raw HTML passes through: the result is parsed and normalised like any page.
var htmlOf = goldmark.New(goldmark.WithParser(newParser()), goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))

// ToHTML converts a site's own Markdown to HTML, which is as untrusted as a
// page.
func ToHTML(md string) (string, error) {
	var b bytes.Buffer
	if err := htmlOf.Convert([]byte(md), &b); err != nil {
		return "", fmt.Errorf("read Markdown: %w", err)
	}
	return b.String(), nil
}
