//go:build unix

// Command bench-long converts made pages whose content is known with the program,
// and prints Markdown tables: long articles of internal/longpages with the share
// of their words that is kept, CPU time and its growth, and peak memory; then
// articles of the corpora with something appended, and streams of teasers. Rows
// beyond a limit are marked "over"; the run then fails.
//
//	go run ./scripts/bench-long [-paragraphs N,N…] [-appended N] PROGRAM CORPUS…
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pulltab/internal/bench"
	"pulltab/internal/longpages"
)

// Limits: the share of an article's words that is kept, the growth of CPU time
// when the page doubles, MB of peak memory, and the share of a stream's teasers
// that is kept.
const (
	minKept   = 0.99
	maxGrowth = 2.2
	maxMemory = 400
	maxStream = 0.5
)

// smallest is the CPU time below which growth is noise.
const smallest = 400 * time.Millisecond

// seed makes other pages than those of the training.
const seed = 0xbe9c4

func main() {
	lengths := flag.String("paragraphs", "20,50,200,1000,2500,5000", "numbers of paragraphs")
	appended := flag.Int("appended", 25, "articles of each corpus that teasers, comments and hidden copies are appended to")
	flag.Parse()
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	b := bencher{program: flag.Arg(0), out: os.Stdout}
	if err := b.run(*lengths, *appended, flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench-long:", err)
		os.Exit(1)
	}
}

type bencher struct {
	program string
	out     io.Writer
	over    int
}

func (b *bencher) run(lengths string, appended int, folders []string) error {
	var texts []string
	var articles []bench.Case
	for _, folder := range folders {
		c, err := bench.Open(folder)
		if err != nil {
			return err
		}
		n := 0
		for _, k := range c.Cases {
			if k.Type != "" && k.Type != "article" || len(strings.Fields(k.Truth.Text)) < minWords {
				continue
			}
			texts = append(texts, k.Truth.Text)
			if n++; n <= appended {
				articles = append(articles, k)
			}
		}
	}
	texts = longpages.Paragraphs(texts)
	for _, step := range []func() error{
		func() error { return b.articles(lengths, texts) },
		func() error { return b.appended(articles) },
		b.streams,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	if b.over > 0 {
		return fmt.Errorf("%d rows are over a limit", b.over)
	}
	return nil
}

// minWords is the number of words of an article that something is appended to.
const minWords = 80

func (b *bencher) articles(lengths string, texts []string) error {
	fmt.Fprintln(b.out, "| article | paragraphs | words kept | of the result | CPU s | twice the page: CPU × | memory MB | |\n|---|--:|--:|--:|--:|--:|--:|---|")
	for _, kind := range longpages.Kinds {
		for _, field := range strings.Split(lengths, ",") {
			n, err := strconv.Atoi(field)
			if err != nil {
				return err
			}
			p := kind.Page(texts, n, seed+uint64(n))
			whole, err := b.convert(p.HTML, "https://quay.example/report")
			if err != nil {
				return err
			}
			half, err := b.convert(kind.Page(texts, n/2, seed+uint64(n)).HTML, "https://quay.example/report")
			if err != nil {
				return err
			}
			score := bench.Words{}.Score(whole.text, bench.Truth{Text: p.Text})
			kept, growth := score.Right/score.Truth, float64(whole.cpu)/float64(half.cpu)
			bad := kept < minKept || whole.memory > maxMemory || growth > maxGrowth && whole.cpu > smallest
			fmt.Fprintf(b.out, "| %s | %d | %.4f | %.4f | %.2f | %.2f | %d | %s |\n",
				kind.Name, n, kept, score.Right/max(1, score.Output), whole.cpu.Seconds(), growth, whole.memory, b.mark(bad))
		}
	}
	return nil
}

// appended compares results for articles with those for the same articles with
// something appended.
func (b *bencher) appended(articles []bench.Case) error {
	fmt.Fprintf(b.out, "\n%d articles of the corpora, mean F1 of words:\n\n| appended | as they are | with it | |\n|---|--:|--:|---|\n", len(articles))
	var plain []float64
	sources := make([]string, len(articles))
	for i, k := range articles {
		var err error
		if sources[i], err = k.HTML(); err != nil {
			return err
		}
		f1, err := b.score(k, sources[i])
		if err != nil {
			return err
		}
		plain = append(plain, f1)
	}
	for _, more := range []struct {
		name string
		make func(k bench.Case, i uint64) string
	}{
		{"20 teasers", func(_ bench.Case, i uint64) string { return longpages.Teasers(20, i) }},
		{"200 teasers", func(_ bench.Case, i uint64) string { return longpages.Teasers(200, i) }},
		{"20 comments", func(_ bench.Case, i uint64) string { return longpages.Comments(20, i) }},
		{"200 comments", func(_ bench.Case, i uint64) string { return longpages.Comments(200, i) }},
		{"a hidden copy", func(k bench.Case, i uint64) string { return longpages.HiddenCopy(k.Truth.Text, i) }},
	} {
		var found []float64
		for i, k := range articles {
			f1, err := b.score(k, longpages.Append(sources[i], more.make(k, seed+uint64(i)), i%2 == 0))
			if err != nil {
				return err
			}
			found = append(found, f1)
		}
		fmt.Fprintf(b.out, "| %s | %.3f | %.3f | |\n", more.name, mean(plain), mean(found))
	}
	return nil
}

func (b *bencher) score(k bench.Case, source string) (float64, error) {
	got, err := b.convert(source, k.URL)
	return bench.Words{}.Score(got.text, k.Truth).F1, err
}

func (b *bencher) streams() error {
	fmt.Fprint(b.out, "\n| stream | teasers' words kept | |\n|---|--:|---|\n")
	for _, n := range []int{20, 200, 2000} {
		p := longpages.Stream(n, seed+uint64(n))
		got, err := b.convert(p.HTML, "https://quay.example/")
		if err != nil {
			return err
		}
		all, err := b.convert(p.HTML, "https://quay.example/", "--engine", "body")
		if err != nil {
			return err
		}
		kept := float64(len(strings.Fields(got.text))) / float64(max(1, len(strings.Fields(all.text))))
		fmt.Fprintf(b.out, "| %d teasers | %.3f | %s |\n", n, kept, b.mark(n == 2000 && kept > maxStream))
	}
	return nil
}

func (b *bencher) mark(bad bool) string {
	if bad {
		b.over++
		return "over"
	}
	return ""
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(max(1, len(v)))
}

// conversion is the result of one page.
type conversion struct {
	text   string
	cpu    time.Duration
	memory int64 // peak, MB
}

func (b *bencher) convert(source, url string, options ...string) (conversion, error) {
	command := exec.Command(b.program, append([]string{"convert", "--no-log", "--no-timestamp", "--format", "text", "--url", url}, options...)...)
	command.Stdin = strings.NewReader(source)
	var text bytes.Buffer
	command.Stdout = &text
	var exit *exec.ExitError // no content is a result
	if err := command.Run(); err != nil && !errors.As(err, &exit) {
		return conversion{}, err
	}
	state := command.ProcessState
	return conversion{text.String(), state.UserTime() + state.SystemTime(), state.SysUsage().(*syscall.Rusage).Maxrss >> 10}, nil
}
