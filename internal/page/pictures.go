package page

import "golang.org/x/net/html"

// Pictures is a verdict on the pictures of a page: whether each is kept. A picture
// that is not in it follows its neighbours.
type Pictures map[*html.Node]Picture

// Picture is the verdict on one picture.
type Picture struct {
	Keep    bool
	Address string // in place of the element's own; "" for none
}
