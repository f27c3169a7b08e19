// Package page defines the form of a page that the rest of the program reads: one
// normalised tree with numbered blocks, selections of blocks, and threads of posts.
// Parse builds it from a captured Source: internal/htmltree parses,
// internal/normalise normalises, this package inserts frames and numbers blocks. It
// never fetches anything.
//
// The package is internal; its interface may change with any release.
package page
