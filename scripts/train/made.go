package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"pulltab/internal/bench"
	"pulltab/internal/longpages"
)

// madeCorpus is the name of the pages that are made from the others.
const madeCorpus = "made"

// madeWeight multiplies the weights of made pages: their forms are few.
const madeWeight = 0.5

// Numbers of made pages of each fold, and the range of their lengths.
const (
	madeArticles   = 14 // of each generator
	madeSmall      = 80
	minSmall       = 2 // paragraphs
	maxSmall       = 9
	madeStreams    = 4
	madeAppended   = 20 // of each thing that is appended
	minParagraphs  = 20
	maxParagraphs  = 1500
	minAppended    = 10
	maxAppended    = 400
	minSourceWords = 80
)

// makePages returns pages made by package longpages from the texts and pages of
// the corpora. A made page has the fold of the pages that it is made from.
func makePages(corpora []*bench.Corpus) (*bench.Corpus, error) {
	made := &bench.Corpus{Name: madeCorpus, Metric: bench.Shingles{}}
	for fold := range bench.Folds {
		m := maker{corpus: made, fold: fold, random: rand.New(rand.NewPCG(uint64(fold), 0x6d616465))}
		m.collect(corpora)
		m.articles()
		if err := m.appended(); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(made.Cases, func(a, b bench.Case) int { return strings.Compare(a.ID, b.ID) })
	say("%s: %d pages, %s", made.Name, len(made.Cases), made.Metric.Name())
	return made, nil
}

// maker makes the pages of one fold.
type maker struct {
	corpus  *bench.Corpus
	fold    int
	random  *rand.Rand
	texts   []string     // paragraphs of the fold's articles
	sources []bench.Case // articles that something may be appended to
}

func (m *maker) collect(corpora []*bench.Corpus) {
	var texts []string
	for _, c := range corpora {
		for _, k := range c.Cases {
			if k.Fold != m.fold || k.Type != "" && k.Type != "article" || len(strings.Fields(k.Truth.Text)) < minSourceWords {
				continue
			}
			texts = append(texts, k.Truth.Text)
			m.sources = append(m.sources, k)
		}
	}
	m.texts = longpages.Paragraphs(texts)
}

// between returns a number from low to high; its logarithm is uniform.
func (m *maker) between(low, high float64) int {
	return int(low * math.Pow(high/low, m.random.Float64()))
}

func (m *maker) add(name string, n int, url string, p longpages.Page) {
	m.corpus.Cases = append(m.corpus.Cases, bench.Case{
		ID: fmt.Sprintf("%s-%d-%02d", name, m.fold, n), URL: url, Fold: m.fold, Made: p.HTML, Truth: bench.Truth{Text: p.Text},
	})
}

func (m *maker) articles() {
	if len(m.texts) == 0 {
		return
	}
	address := func(n int) string { return fmt.Sprintf("https://quay.example/news/%d", n) }
	for _, kind := range longpages.Kinds {
		for n := range madeArticles {
			m.add(kind.Name, n, address(n), kind.Page(m.texts, m.between(minParagraphs, maxParagraphs), m.random.Uint64()))
		}
	}
	for n := range madeSmall {
		m.add("small", n, address(n), longpages.Small(m.texts, m.between(minSmall, maxSmall), m.random.Uint64()))
	}
	for n := range madeStreams {
		m.add("stream", n, address(n), longpages.Stream(m.between(minAppended, maxAppended), m.random.Uint64()))
	}
}

// appended appends teasers, comments and hidden copies to known articles.
func (m *maker) appended() error {
	m.random.Shuffle(len(m.sources), func(i, j int) { m.sources[i], m.sources[j] = m.sources[j], m.sources[i] })
	for n := range min(3*madeAppended, len(m.sources)) {
		k := m.sources[n]
		source, err := k.HTML()
		if err != nil {
			return err
		}
		name, more, inside := "teasers", "", m.random.IntN(2) == 0
		switch many, seed := m.between(minAppended, maxAppended), m.random.Uint64(); n % 3 {
		case 0:
			more = longpages.Teasers(many, seed)
		case 1:
			name, more = "comments", longpages.Comments(many, seed)
		case 2:
			name, more = "copy", longpages.HiddenCopy(k.Truth.Text, seed)
		}
		m.add(name, n, k.URL, longpages.Page{HTML: longpages.Append(source, more, inside), Text: k.Truth.Text})
	}
	return nil
}
