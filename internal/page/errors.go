package page

import (
	"errors"

	"pulltab/internal/htmltree"
)

// Errors of Parse.
var (
	ErrTooLarge     = errors.New("page is too large")
	ErrTooManyNodes = htmltree.ErrTooManyNodes
	ErrEmpty        = errors.New("page is empty")
)
