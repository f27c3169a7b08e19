package pipeline

import (
	"reflect"
	"testing"

	"pulltab/internal/judge"
)

func TestCoverageCountsThePartsOfTheMainPart(t *testing.T) {
	const html = `<nav><ul><li>menu<li>kept nowhere</ul></nav><p>First kept.
<ul><li>kept one<li>kept two</ul><p>More kept.<ol><li>left out<li>left out, too</ol>
<nav><ul><li>page 2<li>page 3</ul></nav><table><tr><th>kept<th>b<tr><td>kept<td>d</table><pre>kept code</pre>
<math display="block"><mi>x</mi></math><p>Kept video: <video src="/v.mp4" width="800" height="450"></video><p>Kept, with a picture.<p><img src="/p.jpg" width="900" height="600">
<p>Last kept, and it is kept so long that its text alone is enough for the cleaned body to stay out of this: kept, kept, kept, kept, kept, kept, kept, kept, kept, kept, kept, kept.
<ul><li>below<li>the end</ul>`
	r := convertWith(t, html, DefaultOptions(), fake{"readability", []string{"kept"}})
	want := map[string]judge.PartCount{"lists": {Kept: 1, Of: 2}, "tables": {Kept: 1, Of: 1}, "code": {Kept: 1, Of: 1},
		"formulas": {Kept: 0, Of: 1}, "videos": {Kept: 1, Of: 1}, "pictures": {Kept: 1, Of: 1}}
	if !reflect.DeepEqual(r.Coverage.Parts, want) {
		t.Errorf("parts %v, want %v, of\n%s", r.Coverage.Parts, want, r.Markdown)
	}
}
