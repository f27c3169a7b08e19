package main

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"pulltab/internal/judge"
	"pulltab/internal/protocol"
)

// summary counts the answers of a stream.
type summary struct {
	begin    time.Time
	pages    int
	bytes    int
	below    int // results under --min-confidence
	failures map[protocol.Code]int
	bands    map[string]int
	unsure   int // written by --escalate-to
	used     int // answers of --merge
	refused  int // answers of --merge whose text is not on the page
	damaged  int // records of archives that could not be read
	skipped  int // records of archives that are no pages
}

// bandNames are in the order of the summary; the last is for results that have no
// confidence.
var bandNames = []string{"high", "medium", "low", "none"}

func newSummary() *summary {
	return &summary{begin: time.Now(), failures: map[protocol.Code]int{}, bands: map[string]int{}}
}

func (s *summary) add(a answer, minConfidence float64) {
	s.pages++
	s.bytes += a.bytes
	if failed, ok := a.err.(*protocol.Error); ok {
		s.failures[failed.Code]++
		return
	}
	if len(a.escalated) > 0 {
		s.unsure++
	}
	switch {
	case a.answer == nil:
	case a.answer.Used:
		s.used++
	default:
		s.refused++
	}
	if a.confidence == nil {
		s.bands["none"]++
	} else {
		s.bands[judge.Band(*a.confidence)]++
	}
	if minConfidence > 0 && (a.confidence == nil || *a.confidence < minConfidence) {
		s.below++
	}
}

// text returns the summary in a few lines. jobs is the number of pages converted
// at the same time.
func (s *summary) text(jobs int) string {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	cores := min(jobs, runtime.NumCPU())
	seconds := max(time.Since(s.begin).Seconds(), 0.001)
	rate := float64(s.pages) / seconds
	var b strings.Builder
	fmt.Fprintf(&b, "pages: %d, %.1f MB, in %.1f s: %.1f pages/s, %.1f per core (%d)\n",
		s.pages, float64(s.bytes)/1e6, seconds, rate, rate/float64(cores), cores)
	var bands []string
	for _, name := range bandNames {
		bands = append(bands, fmt.Sprintf("%s %d", name, s.bands[name]))
	}
	fmt.Fprintf(&b, "confidence: %s\n", strings.Join(bands, ", "))
	if s.below > 0 {
		fmt.Fprintf(&b, "left out below the confidence asked for: %d\n", s.below)
	}
	if s.unsure > 0 {
		fmt.Fprintf(&b, "for a language model: %d (%.1f %%)\n", s.unsure, 100*float64(s.unsure)/float64(s.pages))
	}
	if s.used > 0 || s.refused > 0 {
		fmt.Fprintf(&b, "answers used: %d; refused, since they are not on the page: %d\n", s.used, s.refused)
	}
	if len(s.failures) > 0 {
		var codes []string
		for _, code := range slices.Sorted(maps.Keys(s.failures)) {
			codes = append(codes, fmt.Sprintf("%s %d", code, s.failures[code]))
		}
		fmt.Fprintf(&b, "failed: %s\n", strings.Join(codes, ", "))
	}
	if s.skipped > 0 || s.damaged > 0 {
		fmt.Fprintf(&b, "records that are no pages: %d; damaged: %d\n", s.skipped, s.damaged)
	}
	return b.String()
}
