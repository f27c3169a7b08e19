package notefile

import (
	"errors"
	"io/fs"
	"strings"
)

// Kind classifies an error for the reader.
type Kind string

// The kinds of errors.
const (
	NoFolder Kind = "no-folder" // the target's folder does not exist, or is no folder
	Denied   Kind = "denied"
	ReadOnly Kind = "read-only"
	Full     Kind = "full"
	Busy     Kind = "busy"   // another program keeps changing or locking the note
	Outside  Kind = "links"  // a link in the folder leads out of it
	Broken   Kind = "broken" // any other failure, among them text that reads back differently
)

// Error is a failure to write a note.
type Error struct {
	Kind Kind
	Err  error
}

func (e *Error) Error() string { return "write note: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// classify returns err as an *Error, or nil.
func classify(err error) error {
	var known *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	case isFull(err):
		return &Error{Full, err}
	case isReadOnly(err):
		return &Error{ReadOnly, err}
	case errors.Is(err, fs.ErrPermission):
		return &Error{Denied, err}
	case isOutside(err):
		return &Error{Outside, err}
	}
	return &Error{Broken, err}
}

// isOutside reports whether os.Root refused a path. It has no error value for this.
func isOutside(err error) bool { return strings.Contains(err.Error(), "path escapes from parent") }
