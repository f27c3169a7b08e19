package pipeline

import (
	"context"
	"strings"
	"testing"

	"pulltab/internal/page"
)

// handbook returns a documentation page with structures that engines tend to
// lose.
func handbook() string {
	return framed(`<main><article><h1>The gauge</h1><p>` + sentences("gauge", 4) + `</p>
<h2>Reading it</h2><p>` + sentences("scale", 4) + `</p>
<div class="highlight"><pre><code class="language-python">def height(mark):
    return mark * 0.25
</code></pre></div>
<h3>Marks</h3><p>` + sentences("mark", 4) + `</p>
<table><thead><tr><th>Mark</th><th>Height</th></tr></thead><tbody><tr><td>Low</td><td>0.25 m</td></tr><tr><td>High</td><td>4.10 m</td></tr></tbody></table>
<p>` + sentences("flood", 4) + `</p></article></main>`)
}

// structures must be in the Markdown of the handbook, whatever the engine.
var structures = []string{
	"## Reading it\n", "### Marks\n",
	"```python\ndef height(mark):\n    return mark * 0.25\n```",
	"| Mark | Height |\n| --- | --- |\n", "| Low | 0.25 m |\n", "| High | 4.10 m |\n",
}

func keepsStructure(t *testing.T, engine string) {
	t.Helper()
	o := DefaultOptions()
	o.Engine = engine
	r, err := Convert(context.Background(), page.Source{HTML: handbook(), URL: "https://example.com/gauge"}, o, nil)
	if err != nil {
		t.Fatalf("%s: %v", engine, err)
	}
	for _, s := range structures {
		if !strings.Contains(r.Markdown, s) {
			t.Errorf("%s lost %q in\n%s", engine, s, r.Markdown)
		}
	}
}

func TestReadabilityKeepsTablesCodeAndHeadings(t *testing.T) {
	keepsStructure(t, "readability")
	keepsStructure(t, "body")
}

func TestTrafilaturaKeepsTablesCodeAndHeadings(t *testing.T) {
	keepsStructure(t, "trafilatura")
}
