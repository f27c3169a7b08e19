//go:build corpus

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	original "github.com/go-shiori/dom"
	"golang.org/x/net/html"

	standin "pulltab/standin"
)

// samples returns up to most pages of the folders that CORPUS names, at even
// steps. Make passes absolute paths.
func samples(t *testing.T, most int) []string {
	t.Helper()
	var files []string
	for _, dir := range strings.Fields(os.Getenv("CORPUS")) {
		found, err := filepath.Glob(filepath.Join(dir, "html", "*.html"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("CORPUS names no folder with html/*.html")
	}
	step := max(1, len(files)/most)
	var chosen []string
	for i := 0; i < len(files); i += step {
		chosen = append(chosen, files[i])
	}
	return chosen
}

// The three extraction libraries give the same bytes with the original package
// and with the stand-in.
func TestLibrariesGiveTheSameResultWithEitherPackage(t *testing.T) {
	pages := strings.Join(samples(t, 300), "\n")
	var outputs [2][]byte
	for i, modfile := range []string{"go.mod", "standin.mod"} {
		program := filepath.Join(t.TempDir(), "compare")
		if out, err := exec.Command("go", "build", "-modfile", modfile, "-o", program, ".").CombinedOutput(); err != nil {
			t.Fatalf("build with %s: %v\n%s", modfile, err, out)
		}
		command := exec.Command(program)
		command.Stdin = strings.NewReader(pages)
		out, err := command.Output()
		if err != nil {
			t.Fatalf("run with %s: %v", modfile, err)
		}
		outputs[i] = out
	}
	with, without := strings.Split(string(outputs[0]), "\n"), strings.Split(string(outputs[1]), "\n")
	if len(with) != len(without) {
		t.Fatalf("%d and %d results", len(with), len(without))
	}
	for i := range with {
		if with[i] != without[i] {
			t.Errorf("original %s\nstand-in %s", with[i], without[i])
		}
	}
	t.Logf("%d pages compared", len(with)-1)
}

func parse(t *testing.T, page []byte) *html.Node {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Functions that read a tree return the same for every element of a page.
func TestReadingFunctionsReturnTheSame(t *testing.T) {
	texts := map[string][2]func(*html.Node) string{
		"ClassName":   {original.ClassName, standin.ClassName},
		"ID":          {original.ID, standin.ID},
		"InnerHTML":   {original.InnerHTML, standin.InnerHTML},
		"InnerText":   {original.InnerText, standin.InnerText},
		"OuterHTML":   {original.OuterHTML, standin.OuterHTML},
		"TagName":     {original.TagName, standin.TagName},
		"TextContent": {original.TextContent, standin.TextContent},
	}
	nodes := map[string][2]func(*html.Node) *html.Node{
		"DocumentElement":        {original.DocumentElement, standin.DocumentElement},
		"FirstElementChild":      {original.FirstElementChild, standin.FirstElementChild},
		"NextElementSibling":     {original.NextElementSibling, standin.NextElementSibling},
		"PreviousElementSibling": {original.PreviousElementSibling, standin.PreviousElementSibling},
	}
	lists := map[string][2]func(*html.Node) []*html.Node{
		"ChildNodes": {original.ChildNodes, standin.ChildNodes},
		"Children":   {original.Children, standin.Children},
		"GetElementsByTagName": {
			func(n *html.Node) []*html.Node { return original.GetElementsByTagName(n, "*") },
			func(n *html.Node) []*html.Node { return standin.GetElementsByTagName(n, "*") },
		},
		"QuerySelectorAll": {
			func(n *html.Node) []*html.Node { return original.QuerySelectorAll(n, "p, div > a[href], .content") },
			func(n *html.Node) []*html.Node { return standin.QuerySelectorAll(n, "p, div > a[href], .content") },
		},
	}
	compared := 0
	for _, file := range samples(t, 200) {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := parse(t, page)
		elements := original.GetElementsByTagName(doc, "*")
		step := max(1, len(elements)/100) // functions that walk the tree are quadratic over all elements
		for i := 0; i < len(elements); i += step {
			n := elements[i]
			for name, f := range texts {
				if a, b := f[0](n), f[1](n); a != b {
					t.Errorf("%s: %s of <%s>\noriginal %q\nstand-in %q", file, name, n.Data, a, b)
				}
				compared++
			}
			for name, f := range nodes {
				if f[0](n) != f[1](n) {
					t.Errorf("%s: %s of <%s> differs", file, name, n.Data)
				}
				compared++
			}
			for name, f := range lists {
				if !slices.Equal(f[0](n), f[1](n)) {
					t.Errorf("%s: %s of <%s> differs", file, name, n.Data)
				}
				compared++
			}
			if original.IsVoidElement(n) != standin.IsVoidElement(n) || original.HasAttribute(n, "class") != standin.HasAttribute(n, "class") {
				t.Errorf("%s: <%s> differs", file, n.Data)
			}
		}
	}
	t.Logf("%d pairs of answers compared", compared)
}

// Functions that change a tree leave the same tree.
func TestChangingFunctionsLeaveTheSameTree(t *testing.T) {
	type change func(doc *html.Node, elements []*html.Node)
	pairs := map[string][2]change{
		"AppendChild": {
			func(_ *html.Node, e []*html.Node) { original.AppendChild(e[len(e)/3], e[len(e)-1]) },
			func(_ *html.Node, e []*html.Node) { standin.AppendChild(e[len(e)/3], e[len(e)-1]) },
		},
		"PrependChild": {
			func(_ *html.Node, e []*html.Node) { original.PrependChild(e[len(e)/3], e[len(e)-1]) },
			func(_ *html.Node, e []*html.Node) { standin.PrependChild(e[len(e)/3], e[len(e)-1]) },
		},
		"ReplaceChild": {
			func(_ *html.Node, e []*html.Node) {
				old := e[len(e)-1]
				original.ReplaceChild(old.Parent, original.CreateElement("hr"), old)
			},
			func(_ *html.Node, e []*html.Node) {
				old := e[len(e)-1]
				standin.ReplaceChild(old.Parent, standin.CreateElement("hr"), old)
			},
		},
		"RemoveNodes": {
			func(doc *html.Node, _ []*html.Node) {
				original.RemoveNodes(original.GetElementsByTagName(doc, "a"), nil)
			},
			func(doc *html.Node, _ []*html.Node) {
				standin.RemoveNodes(standin.GetElementsByTagName(doc, "a"), nil)
			},
		},
		"SetTextContent": {
			func(_ *html.Node, e []*html.Node) { original.SetTextContent(e[len(e)/2], "new <text>") },
			func(_ *html.Node, e []*html.Node) { standin.SetTextContent(e[len(e)/2], "new <text>") },
		},
		"SetInnerHTML": {
			func(_ *html.Node, e []*html.Node) {
				original.SetInnerHTML(e[len(e)/2], original.InnerHTML(e[len(e)/3]))
			},
			func(_ *html.Node, e []*html.Node) {
				standin.SetInnerHTML(e[len(e)/2], standin.InnerHTML(e[len(e)/3]))
			},
		},
		"SetAttribute": {
			func(_ *html.Node, e []*html.Node) {
				for _, n := range e {
					original.SetAttribute(n, "class", "x")
					original.RemoveAttribute(n, "href")
				}
			},
			func(_ *html.Node, e []*html.Node) {
				for _, n := range e {
					standin.SetAttribute(n, "class", "x")
					standin.RemoveAttribute(n, "href")
				}
			},
		},
		"Clone": {
			func(doc *html.Node, e []*html.Node) { *doc = *original.Clone(doc, true) },
			func(doc *html.Node, e []*html.Node) { *doc = *standin.Clone(doc, true) },
		},
		"DetachChild": {
			func(_ *html.Node, e []*html.Node) { original.DetachChild(e[len(e)/2]) },
			func(_ *html.Node, e []*html.Node) { standin.DetachChild(e[len(e)/2]) },
		},
	}
	for _, file := range samples(t, 200) {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for name, pair := range pairs {
			var after [2]string
			for i, apply := range pair {
				doc := parse(t, page)
				elements := original.GetElementsByTagName(doc, "*")
				apply(doc, elements)
				after[i] = original.OuterHTML(doc)
			}
			if after[0] != after[1] {
				t.Errorf("%s: %s leaves different trees", file, name)
			}
		}
	}
}
