package normalise

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

func TestControlsThatShowTextBecomeText(t *testing.T) {
	for page, want := range map[string]string{
		`<p>The <button>gauge</button> reads low.`:                             `<p>The <span>gauge</span> reads low.</p>`,
		`<p><button>Gauges</button> read low.`:                                 `<p><span>Gauges</span> read low.</p>`,
		`<p>Read the <button>staff</button>.`:                                  `<p>Read the <span>staff</span>.</p>`,
		`<p>It reads low. <button>Share</button>`:                              `<p>It reads low. <button>Share</button></p>`,
		`<p>Low. <button>Copy</button> the text`:                               `<p>Low. <button>Copy</button> the text</p>`,
		`<div><button>Search</button> the site</div>`:                          `<div><button>Search</button> the site</div>`,
		`<p>One <button>Next</button> Two`:                                     `<p>One <button>Next</button> Two</p>`,
		`<p>36 more<button>Show</button>less`:                                  `<p>36 more<button>Show</button>less</p>`,
		"<textarea readonly cols=9>@book{a,\n}</textarea>":                     "<pre readonly=\"\" cols=\"9\">@book{a,\n}</pre>",
		`<textarea>Your comment</textarea>`:                                    `<textarea>Your comment</textarea>`,
		`<textarea readonly> </textarea>`:                                      `<textarea readonly=""> </textarea>`,
		`<p>[vc_row css=".a{b:c}"][vc_column]Text[/vc_column] a[0] [note]</p>`: `<p>  Text  a[0] [note]</p>`,
		`<pre>[vc_row]</pre>`:                                                  `<pre>[vc_row]</pre>`,
	} {
		doc, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		Controls(doc, HasShortCodes(page))
		var b strings.Builder
		if err := html.Render(&b, dom.Body(doc)); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(strings.TrimPrefix(b.String(), "<body>"), "</body>"); got != want {
			t.Errorf("%s:\n%s, want\n%s", page, got, want)
		}
	}
}
