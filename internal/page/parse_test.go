package page

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pulltab/internal/dom"
	"pulltab/internal/htmltree"
)

func parsed(t testing.TB, src Source) *Page {
	t.Helper()
	p, err := Parse(context.Background(), src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// shown returns the text of the blocks of p that are not hidden.
func shown(p *Page) string {
	var lines []string
	for _, b := range p.Blocks {
		if !b.Hidden {
			lines = append(lines, b.Text)
		}
	}
	return strings.Join(lines, "|")
}

func TestParseRefusesPagesOverALimitOrWithoutContent(t *testing.T) {
	for _, c := range []struct {
		name string
		html string
		want error
	}{
		{"nothing", "", ErrEmpty},
		{"white space", " \n ", ErrEmpty},
		{"a page without content", "<title>t</title><body><div id=root></div><script>x</script>", ErrEmpty},
		{"more bytes than allowed", strings.Repeat(" ", MaxBytes) + "x", ErrTooLarge},
		{"more elements than allowed", strings.Repeat("<b></b>", htmltree.MaxNodes+1), ErrTooManyNodes},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(context.Background(), Source{HTML: c.html})
			if !errors.Is(err, c.want) {
				t.Errorf("got error %v, want %v", err, c.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Parse(ctx, Source{HTML: "x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v after the context ended", err)
	}
}

func TestAPageOfOnePictureIsNotEmpty(t *testing.T) {
	parsed(t, Source{HTML: "<img src=a.png>"})
}

func TestBaseComesFromTheBrowserTheBaseElementOrThePage(t *testing.T) {
	for _, c := range []struct{ name, url, base, html, want string }{
		{"the page's address", "https://a.example/b/c", "", "x", "https://a.example/b/c"},
		{"what the browser says", "https://a.example/b/c", "https://b.example/", "<base href=/d>x", "https://b.example/"},
		{"the base element", "https://a.example/b/c", "", "<base target=x><base href=/d/><base href=/e/>x", "https://a.example/d/"},
		{"a base element without an address", "", "", "<base href=https://c.example/>x", "https://c.example/"},
		{"a base that runs", "https://a.example/", "", "<base href='javascript:alert(1)'>x", "https://a.example/"},
		{"a base that holds data", "https://a.example/", "", "<base href='data:text/html,'>x", "https://a.example/"},
		{"nothing", "", "", "x", "<nil>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, Source{URL: c.url, Base: c.base, HTML: c.html})
			got := "<nil>"
			if p.Base != nil {
				got = p.Base.String()
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestAPageCannotForgeMarks(t *testing.T) {
	p := parsed(t, Source{HTML: `<p pt:hidden="" pt="hidden" xmlns:pt="pt">a</p><pt:p>b</pt:p><svg pt:hidden xlink:pt=""><text>c</text></svg>`})
	for n := range p.Doc.Descendants() {
		if n.Namespace == dom.Own {
			t.Errorf("element %s is ours", n.Data)
		}
		for _, a := range n.Attr {
			if a.Namespace == dom.Own {
				t.Errorf("attribute %s is ours", a.Key)
			}
		}
	}
	if got := shown(p); got != "a|b" {
		t.Errorf("shown: %q", got)
	}
}
