//go:build unix

// Command bench-markdown compares the CPU time of HTML to Markdown conversion with
// that of other programs, on the same pages in one run, and prints a Markdown
// table. Every program converts the whole page except defuddle, which always
// extracts an article.
//
//	go run ./scripts/bench-markdown [-pages N] [-js DIR] CORPUS…
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"pulltab/internal/htmltree"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

func main() {
	pages := flag.Int("pages", 60, "maximum number of pages, taken at even steps")
	js := flag.String("js", "scripts/bench-markdown", "folder of bench.mjs with its packages installed")
	flag.Parse()
	if err := run(os.Stdout, flag.Args(), *pages, *js); err != nil {
		fmt.Fprintln(os.Stderr, "bench-markdown:", err)
		os.Exit(1)
	}
}

// row holds the CPU milliseconds of one program on each page.
type row struct {
	name         string
	milliseconds []float64
	failed       int
}

func run(out io.Writer, dirs []string, limit int, js string) error {
	files, err := sample(dirs, limit)
	if err != nil {
		return err
	}
	var parse, ours, proof, library row
	parse.name, library.name = "html.Parse alone", "html-to-markdown v2"
	ours.name, proof.name = "normalise and render", "normalise, render and prove"
	convert := newLibrary()
	bytesRead := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		text, err := htmltree.Decode(data, "")
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		bytesRead += len(text)
		var doc *html.Node
		parsing := least(func() { doc, err = html.Parse(strings.NewReader(text)) })
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		src := page.Source{HTML: text, URL: "https://example.com/"}
		var d markdown.Document
		var p *page.Page
		all := least(func() {
			if p, err = page.Parse(context.Background(), src); err == nil {
				d, err = markdown.Render(context.Background(), p, page.All(p), markdown.Options{})
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		proving := least(func() { d.Prove(p, page.All(p), markdown.Options{}) })
		// The library changes the tree, so that each run needs a new one.
		both := least(func() {
			if doc, err = html.Parse(strings.NewReader(text)); err == nil {
				_, err = convert.ConvertNode(doc)
			}
		})
		if err != nil {
			library.failed++
		}
		parse.milliseconds = append(parse.milliseconds, parsing)
		ours.milliseconds = append(ours.milliseconds, all-parsing)
		proof.milliseconds = append(proof.milliseconds, all+proving-parsing)
		library.milliseconds = append(library.milliseconds, both-parsing)
	}
	fmt.Fprintf(out, "%d pages, %.1f MB of HTML. CPU milliseconds; parsing is left out of the first three rows and part of the others.\n\n", len(files), float64(bytesRead)/1e6)
	rows := []row{ours, proof, library, parse}
	others, absent := programs(files, js)
	rows = append(rows, others...)
	fmt.Fprintln(out, "| | median page | all pages | all, × html-to-markdown | failed |\n| --- | --: | --: | --: | --: |")
	for _, r := range rows {
		fmt.Fprintf(out, "| %s | %.1f | %.0f | %.2f | %d |\n", r.name, median(r.milliseconds), sum(r.milliseconds), sum(r.milliseconds)/sum(library.milliseconds), r.failed)
	}
	for _, name := range absent {
		fmt.Fprintf(out, "\nabsent: %s\n", name)
	}
	return nil
}

// sample lists at most limit pages of the corpora at even steps.
func sample(dirs []string, limit int) ([]string, error) {
	var files []string
	for _, dir := range dirs {
		found, err := filepath.Glob(filepath.Join(dir, "html", "*.html"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no html/*.html in %q", dirs)
	}
	n := min(limit, len(files))
	some := make([]string, n)
	for i := range some {
		some[i] = files[i*len(files)/n]
	}
	return some, nil
}

func newLibrary() *converter.Converter {
	return converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(),
		strikethrough.NewStrikethroughPlugin(), table.NewTablePlugin()))
}

// programs measures the programs in other processes and names those that are not
// installed.
func programs(files []string, js string) (rows []row, absent []string) {
	list, err := json.Marshal(files)
	if err != nil {
		panic(err) // cannot happen for strings
	}
	node := exec.Command("node", filepath.Join(js, "bench.mjs"))
	node.Stdin = bytes.NewReader(list)
	var report map[string]struct {
		Milliseconds []float64
		Failed       int
	}
	if out, err := node.Output(); err != nil || json.Unmarshal(out, &report) != nil {
		absent = append(absent, "the JavaScript tools ("+fmt.Sprint(err)+")")
	}
	for name, r := range report {
		rows = append(rows, row{name, r.Milliseconds, r.Failed})
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.name, b.name) })
	if _, err := exec.LookPath("pandoc"); err != nil {
		return rows, append(absent, "pandoc (not in PATH; apt-get install pandoc)")
	}
	pandoc := row{name: "pandoc"}
	for _, file := range files {
		c := exec.Command("pandoc", "--sandbox", "-f", "html", "-t", "gfm", file)
		if err := c.Run(); err != nil {
			pandoc.failed++
		}
		if c.ProcessState != nil {
			pandoc.milliseconds = append(pandoc.milliseconds, ms(c.ProcessState.UserTime()+c.ProcessState.SystemTime()))
		}
	}
	return append(rows, pandoc), absent
}

// least returns the CPU milliseconds of the fastest of three runs of f.
func least(f func()) float64 {
	best := time.Duration(1 << 62)
	for range 3 {
		start := cpu()
		f()
		best = min(best, cpu()-start)
	}
	return ms(best)
}

func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err) // cannot happen for RUSAGE_SELF
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func sum(list []float64) (s float64) {
	for _, v := range list {
		s += v
	}
	return s
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(list))
	return s[len(s)/2]
}
