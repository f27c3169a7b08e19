// Package corpus describes a set of converted pages: counts, near-duplicates,
// repeated lines, tokens, and examples at the borders of confidence. It keeps some
// hundred bytes for each page, and eight for each distinct line up to a limit, but
// no texts. The package is internal and makes no promise of stability.
package corpus
