package pipeline

import (
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestAnswersChooseBlocksOfThePage(t *testing.T) {
	t.Parallel()
	first, second, beside := prose("first", 200), prose("second", 200), prose("beside", 200)
	html := "<article><h1>Heading</h1><p>" + first + "</p><p>" + second + " 42 metres &amp; <b>more</b>.</p></article><div class=sidebar><p>" + beside + "</p></div>"
	for _, test := range []struct {
		name          string
		answer        Answer
		used          bool
		with, without []string
	}{
		{"text", Answer{Text: "# Heading\n\n" + first}, true, []string{"first"}, []string{"second", "beside"}},
		{"text that engines dropped", Answer{Text: beside}, true, []string{"beside"}, []string{"first", "second"}},
		{"a changed number", Answer{Text: first + "\n\n" + second + " 43 metres & more."}, true, []string{"first", "42 metres"}, []string{"43", "beside"}},
		{"blocks", Answer{Blocks: []int{1, 3}}, true, []string{"first", "beside"}, []string{"second"}},
		{"a sentence of its own", Answer{Text: first + " " + second + " Nobody knows."}, true, []string{"first", "second"}, []string{"obody"}},
		{"invented text", Answer{Text: first[:40] + strings.Repeat("The page explains at length how wonderful it is. ", 5)}, false, []string{"first", "second"}, []string{"wonderful"}},
		{"no words", Answer{Text: "…"}, false, []string{"first", "second"}, nil},
		{"blocks that are not there", Answer{Blocks: []int{99, -1}}, false, []string{"first", "second"}, nil},
	} {
		o := DefaultOptions()
		o.Format, o.Answer = "text", &test.answer
		r, err := Convert(t.Context(), page.Source{HTML: html}, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Answer == nil || r.Answer.Used != test.used || (r.Metadata.Source == sourceAnswer) != test.used {
			t.Errorf("%s: %+v, source %s", test.name, r.Answer, r.Metadata.Source)
		}
		for _, w := range test.with {
			if !strings.Contains(r.Text, w) || !strings.Contains(r.Markdown, w) {
				t.Errorf("%s: %s is missing in %q", test.name, w, r.Text)
			}
		}
		for _, w := range test.without {
			if strings.Contains(r.Text, w) || strings.Contains(r.Markdown, w) {
				t.Errorf("%s: %s is in %q", test.name, w, r.Text)
			}
		}
	}
}

func TestThePrunedPageHasNumberedBlocks(t *testing.T) {
	t.Parallel()
	html := "<nav>menu</nav><article><h2>A &lt; B</h2><p>" + prose("one", 300) + "</p><ul><li>" + prose("two", 100) + "</ul></article>"
	o := DefaultOptions()
	o.Escalation = Escalation{Below: 1, Tokens: 1000}
	r, err := Convert(t.Context(), page.Source{HTML: html}, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "<h2 id=b1>A &lt; B</h2>\n<p id=b2>"; !strings.Contains(r.Pruned, want) || strings.Contains(r.Pruned, "menu") || !strings.Contains(r.Pruned, "<li id=b3>") {
		t.Errorf("%q is missing, or there is too much:\n%s", want, r.Pruned)
	}
	o.Escalation.Tokens = 60
	if r, err = Convert(t.Context(), page.Source{HTML: html}, o, nil); err != nil || !strings.HasSuffix(r.Pruned, "<!-- cut -->\n") || strings.Contains(r.Pruned, "two") {
		t.Errorf("%v\n%s", err, r.Pruned)
	}
	o.Escalation = Escalation{Below: 0.01, Tokens: 1000}
	if r, err = Convert(t.Context(), page.Source{HTML: html}, o, nil); err != nil || r.Pruned != "" {
		t.Errorf("a sure page is pruned: %v, %q", err, r.Pruned)
	}
}
