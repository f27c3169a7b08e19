// Package warc reads web archives (WARC, ISO 28500), compressed or not, record by
// record in bounded memory. It continues after damage and names each place, since
// one broken record in a crawl must not cost the rest of its file. It does not
// check digests and writes nothing. The package is internal and makes no promise of
// stability.
package warc
