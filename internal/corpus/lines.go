package corpus

import "strings"

// repeatedOn is the number of pages of a host from which on a line is repeated:
// labels and notes of the site, rather than text of the page.
const repeatedOn = 3

// maxLines limits the distinct lines that are counted.
const maxLines = 8 << 20

// lines counts the pages that have a line, by the hash of host and line.
type lines map[uint64]lineCount

type lineCount struct{ pages, bytes uint32 }

// full reports whether lines were left out.
func (l lines) full() bool { return len(l) >= maxLines }

// add counts the lines of a page, each once.
func (l lines) add(host, text string) {
	base := uint64(fnvOffset)
	for i := range len(host) {
		base = (base ^ uint64(host[i])) * fnvPrime
	}
	seen := map[uint64]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		h := base
		for i := range len(line) {
			h = (h ^ uint64(line[i])) * fnvPrime
		}
		count, known := l[h]
		if !known && len(l) >= maxLines {
			continue
		}
		if !seen[h] {
			seen[h] = true
			count.pages++
		}
		count.bytes += uint32(len(line))
		l[h] = count
	}
}

// share returns the share of the text, in bytes, in repeated lines.
func (l lines) share() float64 {
	all, repeated := 0, 0
	for _, c := range l {
		all += int(c.bytes)
		if c.pages >= repeatedOn {
			repeated += int(c.bytes)
		}
	}
	if all == 0 {
		return 0
	}
	return float64(repeated) / float64(all)
}
