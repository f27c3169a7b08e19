// Package pipeline turns a captured page into Markdown. It fixes the order of
// the steps and leaves each step to the package that owns it; converter.run, which
// [Convert] calls, lists them from top to bottom.
//
// The package fetches nothing and stores nothing. Equal input gives equal
// results except for Result.Milliseconds and the front matter's fetched, unless
// a timeout applied (Result.Losses then names it).
//
// Stability: [Options] and the JSON of [Result] are used by the command line,
// the native host and stored clips; fields are added, not renamed or removed.
package pipeline
