// Package pictures decides which pictures of a page belong to its content:
// photos, charts and videos of the text, the page's own gallery and products; not
// logos, icons, portraits of authors, adverts, and teasers of other pages.
//
// Find collects the distinct pictures of a page with their places. Judge compares
// them with a selection of blocks, whichever engine made it: by the kept text
// around a picture, its size, its link, the names of the boxes around it, its
// repetition on the page. A caption never decides: a shown picture brings its
// caption along.
//
// A forest of small trees decides, trained on labelled pictures (make
// train-pictures; model.md has its held-out figures). The verdict of a simple rule
// is one of its features, and pictures that the rule rejects outright need a higher
// score.
package pictures
