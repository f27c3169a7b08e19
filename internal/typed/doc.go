// Package typed reads the typed data that a page states in the vocabulary of
// schema.org, as JSON-LD, microdata or RDFa: products with their prices, recipes,
// events, jobs and so on. Prices are compared with those that the page shows.
//
// The package reads and compares; it changes no page. It is internal and makes no
// promise of stability.
package typed
