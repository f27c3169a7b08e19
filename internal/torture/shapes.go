package torture

import (
	"fmt"
	"slices"
	"strings"
)

// All returns Families and Shapes.
func All() []Family { return append(Families(), Shapes()...) }

// Shapes returns hostile pages by the part of HTML that they repeat, each with a
// paragraph before and after it.
func Shapes() []Family {
	return slices.Concat(attributesShapes(), headShapes(), mediaShapes(), formulasShapes(), tablesShapes(), linksShapes(), textsShapes(), structureShapes())
}

// First and Last are the paragraphs around the hostile part of a shape.
const (
	First = "The first sentence of the page precedes everything that follows."
	Last  = "The last sentence of the page follows everything that was read."
)

// article returns a page with the hostile part in its article.
func article(part func(int) string) func(int) string {
	return func(size int) string {
		return "<title>T</title><article><p>" + First + "</p>" + part(size) + "<p>" + Last + "</p></article>"
	}
}

// head returns a page with the hostile part in its head.
func head(part func(int) string) func(int) string {
	return func(size int) string {
		return "<html><head>" + part(size) + "</head><body><article><p>" + First + "</p><p>" + Last + "</p></article></body></html>"
	}
}

// after returns a page whose hostile part follows the article.
func after(open, unit string) func(int) string {
	return func(size int) string {
		return "<article><p>" + First + "</p><p>" + Last + "</p></article>" + open + repeated(unit, "")(size)
	}
}

// numbered repeats format with 0, 1, 2… as its first and the next number as its
// second argument.
func numbered(format string) func(int) string {
	return func(size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
}

// withBase returns links relative to a base with steps directories.
func withBase(steps int, format string) func(int) string {
	return page(`<base href="https://a.example/`+strings.Repeat("a/", steps)+`x">`, article(numbered(format)), "")
}

// labelOfMany returns a heading that is labelled by every paragraph.
func labelOfMany(size int) string {
	var ids strings.Builder
	for i := range size / 20 {
		fmt.Fprintf(&ids, "x%d ", i)
	}
	return `<div role=heading aria-level=2 aria-labelledby="` + ids.String() + `">h</div>` + numbered("<p id=x%[1]d>w")(size/2)
}

func namedSlots(size int) string {
	return "<x-a><template shadowrootmode=open>" + numbered("<slot name=s%[1]d></slot>")(size/2) + "</template>" + numbered("<b slot=s%[1]d>w</b>")(size/2) + "</x-a>"
}

// growing returns runs of 0 to limit-1 backticks, again and again.
func growing(size, limit int, before, after string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(before + strings.Repeat("`", i%limit) + after)
	}
	return b.String()
}
