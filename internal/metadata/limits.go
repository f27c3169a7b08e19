package metadata

// Limits of input and of values. Real pages stay far below:
// of 1,358 pages the longest title has 250 characters and the largest JSON-LD
// that names an article 120 kB.
const (
	maxScript  = 256 << 10 // bytes of one JSON-LD script; longer ones are not read
	maxScripts = 1 << 20   // bytes of all JSON-LD scripts of a page
	maxNesting = 64        // levels of one JSON-LD script; deeper ones are not read
	maxObjects = 2_000     // JSON-LD objects looked at

	maxMetas = 500 // meta elements, and again values found in the text
	maxMarks = 200

	maxTitle       = 500  // code points
	maxDescription = 1000 // code points
	maxName        = 100  // code points of a name or tag
	maxAddress     = 4096 // bytes
	maxAuthors     = 20
	maxTags        = 30
)
