// Package notetemplate makes notes of pages from the reader's templates: the name
// of the file, its folder, the fields of its front matter, and text before and
// after the page's.
//
// Templates are those of text/template, without definitions and with the closed set
// of functions in functions.go. Parse rejects whatever else text/template would
// run, and Render has limits of work and output, so that a template can neither
// loop nor grow without bound. Values of the page are text: in file names they
// cannot name another folder, in front matter they are encoded, and before and
// after the text they are escaped as Markdown.
//
// The package is internal; the format of templates is stable.
package notetemplate
