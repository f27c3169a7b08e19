package sites_test

import (
	"strings"
	"testing"
)

func TestACommunityWikiAnswerIsNotSignedByItsLastEditor(t *testing.T) {
	for _, f := range fixtures(t) {
		if f.name != "stackexchange-old" {
			continue
		}
		f.src.HTML = strings.Replace(f.src.HTML, `<div class="user-details"><a href="/users/2/emil">emil</a></div>`,
			`<div class="user-details"><span class="community-wiki">community wiki</span></div>
			<div class="user-details"><a href="/posts/91/revisions">mira</a></div>`, 1)
		if md := convert(t, f.src, nil).Markdown; !strings.Contains(md, "## Answer · community wiki · ") {
			t.Errorf("no answer of the community wiki in\n%s", md)
		}
	}
}
