// Package record stores conversions: it turns a result into a row of the log, a
// clip and a capture, opens the database when it is first needed, and deletes
// the files beside the database.
//
// Stability: internal; captures in existing databases remain readable.
package record
