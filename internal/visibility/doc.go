// Package visibility decides which parts of a page a person sees. It marks each
// element whose content is not shown as "hidden", with the reason, and each that
// looks hidden but is content as "shown" (dom.Mark).
//
// In a page from the browser its annotations decide: the marks "hidden", and
// "unseen" with one of the reasons opacity, size, colour, clip, height and
// offscreen. In a file the attributes
// and the page's own style sheets do: rules of one compound selector of element
// names, classes and ids. A rule with another selector or a media condition
// hides nothing, but what it may show counts as shown. Style sheets in other
// files are unknown.
//
// Text that a control of the page opens is content, whether the control was used
// or not: details, tabs, accordions. The control must be visible and have a name.
//
// All passes take linear time in the tree and the style sheets, which are read
// up to a limit.
package visibility
