// Package store keeps Pulltab's data on this computer in one SQLite database in
// the user's data directory: one log row for each conversion and, only if the
// user allows it, saved pages ([Clip]). Every running host and command shares
// the database.
//
// Callers must not pass data of private windows. The log holds host names and
// metrics, but no title and no text; the address only with a setting. Stored
// addresses are redacted (see package address). Files have mode 0600 in directories of mode 0700.
//
// [Store.Log] and [Store.Stats] write and evaluate the log, [Store.Save] and
// [Store.Search] handle clips, [Store.Forget] deletes. A [Store] may be used by
// several goroutines.
//
// The package is internal. The database schema only grows by migrations in
// schema/, so that newer versions open older databases; JSON names of exported
// types are part of the documented messages.
package store
