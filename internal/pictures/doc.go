// Package pictures decides which pictures of a page belong to its content:
// photos, charts and videos of the text, the page's own gallery and products; not
// logos, icons, portraits of authors, adverts, and teasers of other pages.
//
// Find collects the distinct pictures of a page with their places. Judge compares
// them with a selection of blocks, whichever engine made it: where a picture
// stands among the kept text, its size, its link, the names of the boxes around
// it. A picture that belongs to the page is shown once, even if its caption was
// not selected.
//
// A rule decides: a picture is left out for what it looks like (an icon, a share
// button) and for where it leads (another page), and kept for the share of kept
// text around it.
package pictures
