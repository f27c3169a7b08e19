// Package metadata collects the title, authors, dates, site, language and image
// that a page states, and names the origin of each value. It reads JSON-LD, meta
// and link elements, microdata, RDFa, time elements and bylines.
//
// A field that the page does not state is empty, a date without a time stays a
// date, a time without an offset is left out, and no field depends on a clock.
// Time is linear in the size of the page, and all values are bounded (limits.go).
// The package fetches nothing. It is internal and makes no promise of stability.
package metadata
