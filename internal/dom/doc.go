// Package dom holds the helpers on *html.Node that several packages share:
// walking in document order, attributes, class names, text, and changes of the
// tree. Selectors belong to goquery; this package is for code that visits nodes
// one by one and must be cheap: no helper allocates unless it returns new text
// or a new list.
//
// Names are compared as the parser writes them, in lower case. Unless stated
// otherwise an attribute is one of the page itself (no namespace), and a helper
// takes linear time in the nodes that it visits.
package dom
