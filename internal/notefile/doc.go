// Package notefile writes notes to a folder of the reader's: a vault, a repository.
//
// A file appears whole or not at all, whenever the program is killed or the disk
// becomes full, and never outside of the folder. Text that the reader wrote is never
// lost: an update replaces only the part of a note above the marker, and only if
// that part is as this program wrote it; else the old text is kept in a file beside
// the note. Notes are never renamed, because note applications would not follow.
//
// The package is internal; the format of the marker is stable.
package notefile
