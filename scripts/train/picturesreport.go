package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// pictureFigures sums the pictures of several pages, each page's counts scaled to at
// most maxCountedPictures, and the shares of each page.
type pictureFigures struct {
	content, right, kept, keptRight             float64 // scaled
	pages, pageRecall, keptPages, pagePrecision float64
	lostAll                                     int
}

// maxCountedPictures is the number of pictures of one page that count at most.
const maxCountedPictures = 10

func (f pictureFigures) recall() float64    { return f.right / max(1e-9, f.content) }
func (f pictureFigures) precision() float64 { return f.keptRight / max(1e-9, f.kept) }

// figuresOf compares verdicts with the labels of pages. Labels that are unsure do
// not count; those of partly labelled pages count for recall only.
func figuresOf(pages [][]*pictureLabel, verdict func(*pictureLabel) bool) pictureFigures {
	var f pictureFigures
	for _, labels := range pages {
		content, right, kept := 0.0, 0.0, 0.0
		partial := false
		for _, l := range labels {
			partial = partial || l.partial
			v := verdict(l)
			switch l.Label {
			case "content":
				content++
				if v {
					right++
					kept++
				}
			case "not":
				if v {
					kept++
				}
			}
		}
		if content > 0 {
			scale := min(1, maxCountedPictures/content)
			f.content, f.right = f.content+scale*content, f.right+scale*right
			f.pages, f.pageRecall = f.pages+1, f.pageRecall+right/content
			if right == 0 {
				f.lostAll++
			}
		}
		if kept > 0 && !partial {
			scale := min(1, maxCountedPictures/kept)
			f.kept, f.keptRight = f.kept+scale*kept, f.keptRight+scale*right
			f.keptPages, f.pagePrecision = f.keptPages+1, f.pagePrecision+right/kept
		}
	}
	return f
}

// interval returns the 95 % bootstrap interval of a figure over pages.
func interval(pages [][]*pictureLabel, verdict func(*pictureLabel) bool, figure func(pictureFigures) float64) string {
	random := rand.New(rand.NewPCG(5, 8))
	var all []float64
	some := make([][]*pictureLabel, len(pages))
	for range 400 {
		for i := range some {
			some[i] = pages[random.IntN(len(pages))]
		}
		all = append(all, figure(figuresOf(some, verdict)))
	}
	slices.Sort(all)
	return fmt.Sprintf("%.3f–%.3f", all[len(all)/40], all[len(all)-1-len(all)/40])
}

// report returns the figures as Markdown.
func (d *pictureData) report(pages []*labelledPage, threshold float64) string {
	var b strings.Builder
	var all [][]*pictureLabel
	groups := map[string][][]*pictureLabel{}
	counts := map[string]int{}
	found := map[*pictureLabel]bool{}
	for _, x := range d.rows {
		found[x.label] = true
	}
	missed := 0
	for _, p := range pages {
		all = append(all, p.labels)
		groups[p.set] = append(groups[p.set], p.labels)
		if p.set == "wcxb-dev" {
			groups["wcxb-dev "+p.kind] = append(groups["wcxb-dev "+p.kind], p.labels)
		}
		var between []*pictureLabel
		for _, l := range p.labels {
			counts[l.Label]++
			if l.Between {
				between = append(between, l)
			}
			if l.Label == "content" && !found[l] {
				missed++
			}
		}
		groups["between paragraphs, "+p.set] = append(groups["between paragraphs, "+p.set], between)
	}
	captioned := make([][]*pictureLabel, len(all))
	for i, labels := range all {
		for _, l := range labels {
			if l.Captioned {
				captioned[i] = append(captioned[i], l)
			}
		}
	}
	fmt.Fprintf(&b, `# Figures of the model of pictures

Written by make train-pictures: %d labelled pages, %d pictures that are content, %d that are not, %d unsure ones that do
not count. The model's verdicts are cross-validated in five folds by registrable domain; the rule has no parameters that
are fitted. The text that pictures are compared with is the winner's. Each page counts with at most ten pictures. Of the
content pictures, %d were not found in their page. The threshold is %.2f.

| pictures | pages | content | rule: recall | precision | model: recall | 95 %% | precision | 95 %% | mean over pages: recall | precision | pages that lose all |
|---|---|---|---|---|---|---|---|---|---|---|---|
`, len(pages), counts["content"], counts["not"], counts["unsure"], missed, threshold)
	line := func(name string, pages [][]*pictureLabel) {
		byRule := func(l *pictureLabel) bool { return l.rule }
		held := func(l *pictureLabel) bool { return l.held }
		r, m := figuresOf(pages, byRule), figuresOf(pages, held)
		fmt.Fprintf(&b, "| %s | %.0f | %.0f | %.3f | %.3f | %.3f | %s | %.3f | %s | %.3f | %.3f | %d |\n", name, m.pages, m.content, r.recall(), r.precision(),
			m.recall(), interval(pages, held, pictureFigures.recall), m.precision(), interval(pages, held, pictureFigures.precision),
			m.pageRecall/max(1, m.pages), m.pagePrecision/max(1, m.keptPages), m.lostAll)
	}
	line("all", all)
	line("with a caption", captioned)
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	slices.SortFunc(names, cmp.Compare[string])
	for _, name := range names {
		line(name, groups[name])
	}
	return b.String()
}
