// Package engine holds the extraction engines. An engine selects blocks of a page.
// Markdown is always rendered from the page, never from an engine's own output:
// the output of the third-party engines (Readability, Trafilatura, Distiller) is
// mapped back to blocks. Run and Guard protect callers from their panics and
// endless loops.
//
// The package is internal; its interface may change with any release.
package engine
