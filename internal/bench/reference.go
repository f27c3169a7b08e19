package bench

// Reference is a published figure for comparison. It was measured with another
// renderer and, if Note says so, on other pages.
type Reference struct {
	Name      string  `json:"name"`
	Precision float64 `json:"precision,omitempty"`
	Recall    float64 `json:"recall,omitempty"`
	F1        float64 `json:"f1,omitempty"`
	Note      string  `json:"note"`
}

const (
	wcxbReadme    = "WCXB README, its 1,497 development pages"
	newsTable     = "article-extraction-benchmark, whole corpus"
	snippetsTable = "trafilatura's evaluation, 990 documents"
)

// references are the published figures by metric.
var references = map[string][]Reference{
	Words{}.Name(): {
		{Name: "rs-trafilatura", F1: 0.859, Note: wcxbReadme},
		{Name: "MinerU-HTML 0.6B", F1: 0.827, Note: wcxbReadme},
		{Name: "trafilatura (Python)", F1: 0.791, Note: wcxbReadme},
		{Name: "readability (Python)", F1: 0.675, Note: wcxbReadme},
	},
	Shingles{}.Name(): {
		{Name: "rs-trafilatura", F1: 0.970, Note: newsTable},
		{Name: "go-trafilatura", F1: 0.960, Note: newsTable},
		{Name: "Readability.js", F1: 0.947, Note: newsTable},
	},
	Snippets{}.Name(): {
		{Name: "trafilatura 2.2.0", Precision: 0.906, Recall: 0.943, F1: 0.924, Note: snippetsTable},
		{Name: "magic-html", F1: 0.889, Note: snippetsTable},
		{Name: "news-please", F1: 0.836, Note: snippetsTable},
		{Name: "readability-lxml", F1: 0.826, Note: snippetsTable},
		{Name: "goose3", Precision: 0.936, Recall: 0.714, F1: 0.810, Note: snippetsTable},
		{Name: "inscriptis (all text)", Precision: 0.534, Recall: 0.991, Note: snippetsTable},
	},
}
