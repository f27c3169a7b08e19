package page

import (
	"errors"

	"pulltab/internal/htmltree"
)

// Errors that callers branch on.
var (
	ErrTooLarge     = errors.New("page is too large")
	ErrTooManyNodes = htmltree.ErrTooManyNodes
	ErrEmpty        = errors.New("page is empty")
)
