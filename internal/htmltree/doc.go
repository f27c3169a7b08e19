// Package htmltree turns captured HTML text into a tree that the rest of the program
// can process safely: it decodes bytes, parses pages that x/net/html refuses
// (too deep, too many repeated formatting elements), puts shadow trees in their
// place, limits the depth, and resolves addresses. It neither interprets nor
// cleans the content; internal/normalise does that.
package htmltree
