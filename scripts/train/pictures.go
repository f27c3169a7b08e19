package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"pulltab/internal/bench"
	"pulltab/internal/page"
	"pulltab/internal/pictures"
	"pulltab/internal/pipeline"
)

// pictureLabel is one line of a file of labels: a distinct picture of a page.
type pictureLabel struct {
	Set       string   `json:"set"`
	Page      string   `json:"page"`
	Type      string   `json:"type"`
	Label     string   `json:"label"` // content, not or unsure
	Captioned bool     `json:"captioned"`
	Between   bool     `json:"between"` // kept by readability between two paragraphs
	Canonical []string `json:"canon"`
	Files     []string `json:"names"`

	partial bool // of a page of which only some pictures are labelled
	held    bool // the held-out verdict
	rule    bool // the rule's verdict
}

// labelledPage is a page with labelled pictures and what Convert saw of them.
type labelledPage struct {
	set, id, kind string
	fold          int
	labels        []*pictureLabel
	examples      []*pictureExample
}

// pictureExample is a picture as one engine's selection shows it.
type pictureExample struct {
	pictures.Example
	label  *pictureLabel
	weight float32
	main   bool // of the selection that wins, which is the one measured
}

// pictureEngines are the engines whose selections the examples come from, with the
// weight of each. The winner's counts most.
var pictureEngines = []struct {
	name   string
	weight float32
}{{"auto", 1}, {"readability", 0.4}, {"trafilatura", 0.3}}

// readLabels reads files of labels. Pages of a file whose name has "partial" are
// labelled only in part.
func readLabels(files []string) ([]*labelledPage, error) {
	var all []*labelledPage
	byPage := map[string]*labelledPage{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read labels: %w", err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			l := &pictureLabel{partial: strings.Contains(filepath.Base(name), "partial")}
			if err := json.Unmarshal(lines.Bytes(), l); err != nil {
				return nil, fmt.Errorf("labels in %s: %w", filepath.Base(name), err)
			}
			key := l.Set + "/" + l.Page
			p := byPage[key]
			if p == nil {
				p = &labelledPage{set: l.Set, id: l.Page, kind: l.Type}
				byPage[key] = p
				all = append(all, p)
			}
			if !p.has(l) {
				p.labels = append(p.labels, l)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("read labels: %w", err)
		}
	}
	return all, nil
}

// has reports whether p has a label for the picture of l, from another file.
func (p *labelledPage) has(l *pictureLabel) bool {
	for _, other := range p.labels {
		if len(l.Canonical) > 0 && len(other.Canonical) > 0 && l.Canonical[0] == other.Canonical[0] {
			return true
		}
	}
	return false
}

// gatherPictures converts each labelled page with every engine of pictureEngines
// and matches its pictures with the labels.
func gatherPictures(ctx context.Context, dir string, pages []*labelledPage) error {
	cases := map[string]bench.Case{}
	for _, p := range pages {
		if _, known := cases[p.set]; known {
			continue
		}
		c, err := bench.Open(filepath.Join(dir, p.set))
		if err != nil {
			return err
		}
		cases[p.set] = bench.Case{}
		for _, k := range c.Cases {
			cases[p.set+"/"+k.ID] = k
		}
	}
	var workers sync.WaitGroup
	failed := make([]error, len(pages))
	next := make(chan int)
	for range 2 {
		workers.Go(func() {
			for i := range next {
				k, ok := cases[pages[i].set+"/"+pages[i].id]
				if !ok {
					failed[i] = fmt.Errorf("page %s of %s is not in its corpus", pages[i].id, pages[i].set)
					continue
				}
				failed[i] = pages[i].read(ctx, k)
			}
		})
	}
	for i := range pages {
		if next <- i; i%100 == 99 {
			say("%d of %d pages with pictures", i+1, len(pages))
		}
	}
	close(next)
	workers.Wait()
	return errors.Join(failed...)
}

// read fills the examples of p.
func (p *labelledPage) read(ctx context.Context, k bench.Case) error {
	p.fold = k.Fold
	source, err := k.HTML()
	if err != nil {
		return err
	}
	find := p.matcher()
	for _, e := range pictureEngines {
		o := pipeline.DefaultOptions()
		o.Engine, o.NoTimestamp, o.NoLog = e.name, true, true
		o.OnPictures = func(s *pictures.Survey, keep page.Selection, judged pictures.Options) {
			for _, x := range s.Examples(keep, judged) {
				l := find(x)
				if l == nil {
					continue
				}
				p.examples = append(p.examples, &pictureExample{Example: x, label: l, weight: e.weight, main: e.name == "auto"})
			}
		}
		if _, err := pipeline.Convert(ctx, page.Source{URL: k.URL, HTML: source}, o, nil); err != nil && !errors.Is(err, pipeline.ErrNoContent) {
			say("%s %s, %s: %v", p.set, p.id, e.name, err)
		}
	}
	return nil
}

// matcher returns a function that finds the label of an example, or nil.
func (p *labelledPage) matcher() func(x pictures.Example) *pictureLabel {
	byAddress, byFile := map[string]*pictureLabel{}, map[string]*pictureLabel{}
	for _, l := range p.labels {
		for _, c := range l.Canonical {
			if c = pictures.Canonical("https://" + c); c != "" && byAddress[c] == nil {
				byAddress[c] = l
			}
		}
		for _, name := range l.Files {
			if byFile[name] == nil {
				byFile[name] = l
			}
		}
	}
	return func(x pictures.Example) *pictureLabel {
		for _, c := range x.Canonical {
			if l := byAddress[c]; l != nil {
				return l
			}
		}
		for _, name := range x.Files {
			if l := byFile[name]; l != nil {
				return l
			}
		}
		return nil
	}
}
