// Package longpages makes pages of any length whose content is known: long
// articles, streams of teasers, short pages of several kinds, and known articles
// with something appended. The
// model is trained on some of them, and make bench-long measures others. Equal
// arguments give equal pages.
package longpages
