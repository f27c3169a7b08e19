package pipeline

import (
	"pulltab/internal/judge"
	"pulltab/internal/parts"
)

// countParts counts, by kind, the parts in the main part of w's page and those
// that w keeps. Pictures and videos count if they were judged to be content.
func countParts(w winner) map[string]judge.PartCount {
	counts := map[string]judge.PartCount{}
	add := func(kind string, kept, of int) {
		if of > 0 {
			counts[kind] = judge.PartCount{Kept: kept, Of: of}
		}
	}
	add("pictures", w.pictures.KeptPictures(), w.pictures.Content-w.pictures.Videos)
	add("videos", w.pictures.Videos-len(w.pictures.Unseen), w.pictures.Videos)
	for kind, n := range parts.Read(w.page).Count(w.keep, judge.Boilerplate{}.Holds) {
		add(string(kind), n.Kept, n.Of)
	}
	return counts
}
