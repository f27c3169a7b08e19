package page

// Limits of one page; the table in the product contract says what happens
// beyond each.
const (
	MaxBytes = 32 << 20  // of HTML
	MaxNodes = 1_000_000 // of the parsed tree
	MaxDepth = 480       // open elements; x/net/html refuses more than 512
)
