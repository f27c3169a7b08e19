package pipeline

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pulltab/internal/page"
)

// sentences returns n different sentences about topic.
func sentences(topic string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "In year %d the %s of the valley was measured again, and those who did it wrote down, with some care, what had changed. ", i+2, topic)
	}
	return b.String()
}

// framed returns a page with a header, navigation and footer around content.
func framed(content string) string {
	return `<!doctype html><html lang="en"><head><title>The valley</title></head><body>
<header class="site"><a href="/">The Valley</a></header><nav class="menu"><ul><li><a href="/1">News</a><li><a href="/2">Sport</a></ul></nav>` +
		content + `<footer class="footer"><p>All rights reserved</p></footer></body></html>`
}

// Regression: on pages of these shapes one engine returned a hundred characters
// of thousands.
func TestTheWinnerIsTheLongTextNotASummary(t *testing.T) {
	var long strings.Builder
	for _, topic := range []string{"mill", "river", "road", "bridge", "church", "market", "school", "forest"} {
		long.WriteString("<p>" + sentences(topic, 6) + "</p>")
	}
	teaser := `<div class="teaser"><p>A hundred characters of summary stand here, and a careless engine takes them for the whole of the text.</p></div>`
	for name, content := range map[string]string{
		"blog whose posts sit beside a summary":  `<div id="page">` + teaser + `<div class="entry">` + long.String() + `</div></div>`,
		"news whose text is cut by inset boxes":  `<article>` + teaser + strings.ReplaceAll(long.String(), "</p><p>", `</p><div class="box"><a href="/x">More</a></div><p>`) + `</article>`,
		"blog of line breaks without paragraphs": `<div class="post">` + teaser + `<div>` + strings.NewReplacer("<p>", "", "</p>", "<br><br>").Replace(long.String()) + `</div></div>`,
	} {
		r, err := Convert(context.Background(), page.Source{HTML: framed(content), URL: "https://example.com/a"}, DefaultOptions(), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, topic := range []string{"mill", "bridge", "forest"} {
			if !strings.Contains(r.Markdown, "In year 7 the "+topic) {
				t.Errorf("%s: the %s is missing from %d bytes of %s", name, topic, len(r.Markdown), r.Metadata.Source)
			}
		}
	}
}
