package page

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/torture"

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

func depthOf(n *html.Node) int {
	deepest := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			deepest = max(deepest, 1+depthOf(c))
		}
	}
	return deepest
}

func TestParseRefuses(t *testing.T) {
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

func TestParseKeepsPictures(t *testing.T) {
	parsed(t, Source{HTML: "<img src=a.png>"})
}

func TestBase(t *testing.T) {
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

func TestPageCannotForgeOurAttributes(t *testing.T) {
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

// Deep and repeating pages are read whatever their tags do.
func TestParseHostileFamilies(t *testing.T) {
	for _, f := range append(torture.Families(), torture.Worst()...) {
		t.Run(f.Name, func(t *testing.T) {
			const size = 64 << 10 // the race detector makes this some seven times slower
			spent, bytes := cost(func() {
				p, err := Parse(context.Background(), Source{HTML: f.Page(size)})
				if err != nil && !errors.Is(err, ErrEmpty) {
					t.Fatal(err)
				}
				if err == nil && depthOf(p.Doc) > htmltree.MaxDepth+2 {
					t.Errorf("depth is %d", depthOf(p.Doc))
				}
			})
			if spent > 2*time.Second || bytes > 400<<20 {
				t.Errorf("%v of CPU and %d MB allocated", spent, bytes>>20)
			}
			t.Logf("%v of CPU and %d MB allocated", spent, bytes>>20)
		})
	}
}

// cost returns the CPU time and the memory that f takes.
func cost(f func()) (time.Duration, uint64) {
	used := func() time.Duration {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			panic(err)
		}
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := used()
	f()
	end := used()
	runtime.ReadMemStats(&after)
	return end - start, after.TotalAlloc - before.TotalAlloc
}
