// Command compare prints, for each HTML file named on its standard input, a
// hash of the results of go-readability, go-trafilatura and go-domdistiller.
// Built with go.mod it uses the original github.com/go-shiori/dom, built with
// standin.mod the package in the parent folder. compare_test.go compares the
// outputs of the two.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"

	"codeberg.org/readeck/go-readability/v2"
	"github.com/markusmobius/go-domdistiller"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
)

func main() {
	files := bufio.NewScanner(os.Stdin)
	for files.Scan() {
		page, err := os.ReadFile(files.Text())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Printf("%s\t%x\n", files.Text(), sha256.Sum256(extract(page)))
	}
}

// extract returns the results of the three libraries, one after the other. An
// error or a panic is part of the result.
func extract(page []byte) []byte {
	var out bytes.Buffer
	address, _ := url.Parse("https://example.com/page")
	for _, library := range []func(*html.Node) (string, *html.Node, error){
		func(doc *html.Node) (string, *html.Node, error) {
			a, err := readability.FromDocument(doc, address)
			if err != nil {
				return "", nil, err
			}
			return a.Title() + a.Byline() + a.Excerpt(), a.Node, nil
		},
		func(doc *html.Node) (string, *html.Node, error) {
			r, err := trafilatura.ExtractDocument(doc, trafilatura.Options{OriginalURL: address, EnableFallback: true, IncludeImages: true, IncludeLinks: true})
			if err != nil {
				return "", nil, err
			}
			return r.Metadata.Title + r.Metadata.Author + r.ContentText + r.CommentsText, r.ContentNode, nil
		},
		func(doc *html.Node) (string, *html.Node, error) {
			r, err := distiller.Apply(doc, &distiller.Options{OriginalURL: address})
			if err != nil {
				return "", nil, err
			}
			return r.Title + r.Text, r.Node, nil
		},
	} {
		run(&out, page, library)
	}
	return out.Bytes()
}

func run(out *bytes.Buffer, page []byte, library func(*html.Node) (string, *html.Node, error)) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(out, "panic: %v\n", fault)
		}
	}()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		fmt.Fprintf(out, "parse: %v\n", err)
		return
	}
	text, content, err := library(doc)
	fmt.Fprintf(out, "%s\n%v\n", text, err)
	if content != nil {
		if err := html.Render(out, content); err != nil {
			fmt.Fprintf(out, "render: %v\n", err)
		}
	}
}
