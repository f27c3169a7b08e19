package page

import "errors"

// Errors that callers branch on.
var (
	ErrTooLarge     = errors.New("page is too large")
	ErrTooManyNodes = errors.New("page has too many elements")
	ErrEmpty        = errors.New("page is empty")
)
