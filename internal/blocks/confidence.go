package blocks

// ConfidenceColumns names what the confidence of a candidate is learned from;
// package judge computes them.
var ConfidenceColumns = []string{
	"expected", "best", "precise", "complete", "unsure", "doubtful", "strongest", "dense", "content", "words", "share", "kept", "blocks",
	"readability", "trafilatura", "learned",
	"like readability", "like trafilatura", "like learned", "agree",
	"article", "documentation", "service", "forum", "collection", "listing", "product",
}
