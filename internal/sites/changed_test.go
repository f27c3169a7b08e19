package sites_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// changed returns the page with every class and id renamed and with wrappers
// around one in wrap elements of the body, 0 meaning none. The seed decides.
func changed(t *testing.T, src string, seed uint64, wrap int) string {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	rename := func(list string) string {
		var out []string
		for name := range strings.FieldsSeq(list) {
			if names[name] == "" {
				names[name] = fmt.Sprintf("x%08x", random.Uint32())
			}
			out = append(out, names[name])
		}
		return strings.Join(out, " ")
	}
	var elements []*html.Node
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for i := range n.Attr {
			if n.Attr[i].Key == "class" || n.Attr[i].Key == "id" {
				n.Attr[i].Val = rename(n.Attr[i].Val)
			}
		}
		switch n.Data {
		case "div", "article", "section", "p", "span", "time", "a", "header", "footer", "blockquote":
			elements = append(elements, n)
		}
	}
	for _, n := range elements {
		if wrap == 0 || random.IntN(wrap) != 0 || n.Parent.Data == "ul" || n.Parent.Data == "table" {
			continue
		}
		name := "div"
		if n.Data == "span" || n.Data == "a" || n.Data == "time" {
			name = "span"
		}
		w := &html.Node{Type: html.ElementNode, Data: name}
		n.Parent.InsertBefore(w, n)
		n.Parent.RemoveChild(n)
		w.AppendChild(n)
	}
	var b strings.Builder
	if err := html.Render(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// said returns what the posts of a page say, each as its words, "" for a post
// without any.
func said(t *testing.T, src page.Source) []string {
	t.Helper()
	p, err := page.Parse(context.Background(), src)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := sites.Read(p)
	if !ok {
		r.Thread, _ = sites.Comments(p)
		r.Keep = page.All(p)
	}
	var all []string
	for _, post := range r.Thread.Posts {
		if slices.Contains(post.Marks, "deleted") {
			continue // nothing is left that tells it from others
		}
		var b strings.Builder
		for _, n := range post.Body {
			add := func(d *html.Node) {
				if r.Keep.Has(page.BlockOf(d)) {
					b.WriteString(d.Data + " ")
				}
			}
			add(n)
			for d := range n.Descendants() {
				add(d)
			}
		}
		all = append(all, strings.Join(strings.Fields(b.String()), " "))
	}
	return all
}

// holds reports whether post is the words of s in their order, with at most
// some more in between.
func holds(post, s string) bool {
	rest := strings.Fields(s)
	words := strings.Fields(post)
	for _, w := range words {
		if len(rest) > 0 && w == rest[0] {
			rest = rest[1:]
		}
	}
	return len(rest) == 0 && len(words) <= 2*len(strings.Fields(s))+10
}

func TestPostsComeOutOfPagesWithOtherNamesAndMoreWrappers(t *testing.T) {
	allOfAll, foundOfAll := 0, 0
	for _, f := range fixtures(t) {
		if f.name == "github-readme" || strings.HasPrefix(f.name, "github-code") { // which are no threads
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			want := said(t, f.src)
			if len(want) == 0 {
				t.Fatal("no posts on the page as it is")
			}
			all, found := 0, 0
			for seed := range uint64(10) {
				src := f.src
				src.HTML = changed(t, f.src.HTML, seed, int(seed%4)*4)
				got := said(t, src)
				for _, s := range want {
					all++
					if slices.ContainsFunc(got, func(post string) bool { return holds(post, s) }) {
						found++
					} else if testing.Verbose() {
						t.Logf("seed %d: %q is not in %q", seed, s, got)
					}
				}
			}
			// The names and times of hostile pages are broken on purpose: they
			// count in the sum alone.
			if 10*found < 9*all && !strings.HasSuffix(f.name, "-hostile") {
				t.Errorf("%d of %d posts", found, all)
			}
			t.Logf("%d of %d posts", found, all)
			allOfAll += all
			foundOfAll += found
		})
	}
	if 10*foundOfAll < 9*allOfAll {
		t.Errorf("%d of %d posts of all pages", foundOfAll, allOfAll)
	}
	t.Logf("%d of %d posts of all pages", foundOfAll, allOfAll)
}
