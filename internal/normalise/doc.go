// Package normalise changes the tree of a page so that its meaning can be read
// from plain elements: every form of a formula, listing, footnote, callout or
// table that generators write becomes one form. Each pass is one method of the
// normaliser in a file of its own, with its fixtures in testdata.
package normalise
