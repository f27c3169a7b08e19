// Package torture generates hostile pages for tests of other packages. Generators take
// a size, so that a test can compare the cost of different sizes. They copy no real
// page.
package torture

import (
	"fmt"
	"strings"
)

// Family is one kind of hostile page.
type Family struct {
	Name string
	// Page returns a page of about size bytes of HTML.
	Page func(size int) string
}

// Families returns the kinds of pages that can have any size.
func Families() []Family {
	return []Family{
		{"nested div", nested("<div>", "</div>", "<p>core</p>")},
		{"nested div never closed", repeated("<div>", "x ")},
		{"nested span", nested("<span>", "</span>", "core")},
		{"nested table", nested("<table><tr><td>x", "</td></tr></table>", "core")},
		{"nested list", nested("<ul><li>x", "</li></ul>", "core")},
		{"nested quote", nested("<blockquote>x", "</blockquote>", "<p>core</p>")},
		{"nested quote around many paragraphs", QuotesAroundParagraphs},
		{"nested emphasis", nested("<b><i>", "</i></b>", "core")},
		{"nested template", nested("<template>", "</template>", "core")},
		{"nested shadow roots", nested("<x-a><template shadowrootmode=open><slot></slot>", "</template>y</x-a>", "core")},
		{"nested svg", nested("<svg><g>", "</g></svg>", "core")},
		{"nested math", nested("<math><mrow>", "</mrow></math>", "core")},
		{"nested link", nested("<a href=/x><div>", "</div></a>", "core")},
		{"misnested formatting", repeated("<b><p><i><div></b>", "x</i>")},
		{"formatting left open", FormattingLeftOpen},
		{"paragraphs", repeated("<p>one two three four five six seven eight", "\n")},
		{"spans", repeated("<span>a b</span>", " ")},
		{"links", repeated(`<a href="/a?b=c">word</a>`, " ")},
		{"words side by side", page("<div>", repeated(`<span class=a>word</span><b class=c>b</b>`, ""), "</div>")},
		{"nested words side by side", nested("<div><span class=a>", "</span><span class=a>x</span></div>", "core")},
		{"images", repeated(`<img src="/a.png" alt="picture">`, " ")},
		{"headings", repeated("<h2>title</h2><p>text", "\n")},
		{"items", page("<ul>", repeated("<li>item one", "\n"), "</ul>")},
		{"rows", page("<table>", repeated("<tr><td>a<td>b<td>c", "\n"), "</table>")},
		{"one wide cell", wideCell},
		{"one row of merged cells", page("<table><tr>", repeated("<td colspan=2>x", ""), "</table>")},
		{"cells that span everything", page("<table>", repeated("<tr><td rowspan=65534 colspan=1000>x", ""), "</table>")},
		{"code lines", page("<pre><code>", repeated("x := 1", "\n"), "</code></pre>")},
		{"code spans by line", page("<pre><code>", repeated("<span class=line><span class=k>x</span></span>", "\n"), "</code></pre>")},
		{"brackets", page("<p>", repeated("[0,1) ", ""), "")},
		{"images of brackets", page("<p>", repeated("![", ""), "")},
		{"stars", page("<p>", repeated("*a **b ", ""), "")},
		{"one run of stars", page("<p>", repeated("*", ""), "")},
		{"stars and lines that never match", page("<p>", repeated("*a_ ", ""), "")},
		{"brackets in brackets", func(size int) string { return "<p>" + Nested(size/2, "[", "]", "") }},
		{"one link around everything", page("<p><a href=/x>", repeated("<b>a</b>c", ""), "")},
		{"one link around images", page("<p><a href=/x>", repeated("<img src=a.png alt=b>", ""), "")},
		{"backticks", page("<p>", repeated("`a ``b ", ""), "")},
		{"angle brackets", page("<p>", repeated("&lt;a ", ""), "")},
		{"dollars", page("<p>", repeated("$a $$b ", ""), "")},
		{"tildes", page("<p>", repeated("~a ~~b ", ""), "")},
		{"ampersands", page("<p>", repeated("&amp;amp; ", ""), "")},
		{"pipes in a cell", page("<table><tr><td>", repeated("a|b ", ""), "</table>")},
		{"line breaks", page("<p>", repeated("a<br>", ""), "")},
		{"white space", page("<p>a", repeated(" ", ""), "b")},
		{"one long word", page("<p>", repeated("a", ""), "")},
		{"attributes of one element", attributes},
		{"one long attribute", page(`<p class="`, repeated("a ", ""), `">text`)},
		{"one image in the address", page(`<p>text<img src="data:image/png;base64,`, repeated("QUJD", ""), `">`)},
		{"comments", page("<p>text", repeated("<!--a-->", ""), "")},
		{"comment never closed", page("<p>text<!--", repeated("a<p>", ""), "")},
		{"tables with one wide cell each", repeated("<table><tr><td>a<td colspan=100>b<tr><td>c</table>", "")},
		{"tables wide and high", repeated("<table><tr>"+strings.Repeat("<td>a", 100)+strings.Repeat("<tr><td>b", 100)+"</table>", "")},
		{"nested boxes", nested(`<div class="admonition note"><p>x</p>`, "</div>", "core")},
		{"nested boxes in a row", repeated(Nested(200, `<div class="callout note">`, "</div>", "x"), "")},
		{"nested boxes of another meaning", repeated(Nested(200, `<div class="fragment">`, "</div>", "x"), "")},
		{"nested details", nested("<details><summary>t</summary>", "</details>", "core")},
		{"side notes", repeated("<label>1</label><span class=sidenote>a</span>", " ")},
		{"definition list", page("<dl>", repeated("<dt>a<dd>b", "\n"), "</dl>")},
		{"footnotes", footnotes},
		{"formulas", repeated(`<math><mi>x</mi><annotation encoding="application/x-tex">x</annotation></math>`, " ")},
		{"inputs", repeated("<li><input type=checkbox checked>a", "\n")},
		{"controls", page("<p>text", repeated("<button>x</button><select><option>y</select>", ""), "")},
		{"JSON-LD nested", JSONLD},
		{"JSON-LD closed too often", page(`<p>text<script type="application/ld+json">{"a":1`, repeated("}", ""), "</script>")},
		{"slots", page("<x-a><template shadowrootmode=open>", repeated("<slot name=a></slot>", ""), "</template></x-a><p>text")},
		{"slotted children", page("<x-a><template shadowrootmode=open><slot></slot></template>", repeated("<p>text", "\n"), "</x-a>")},
		{"forms", repeated("<form><div></form>", "x ")},
		{"rows outside of tables", repeated("<tr><td>x", "</table>")},
		{"text in tables", page("<table>", repeated("x<tr>", ""), "</table>")},
	}
}

// Worst returns four inputs that crashed or nearly crashed existing programs.
func Worst() []Family {
	return []Family{
		{"a table of 2 kB", func(int) string { return SpanTable(65534, 1000, 36) }},
		{"JSON-LD of 65 kB", func(int) string { return JSONLD(65 << 10) }},
		{"512 nested elements", func(int) string { return Nested(512, "<div>", "</div>", "<p>core text of the page</p>") }},
		{"400 nested quotes", func(int) string { return Quotes(400, 2000) }},
	}
}

// Nested returns depth times open, core and depth times shut.
func Nested(depth int, open, shut, core string) string {
	return strings.Repeat(open, depth) + core + strings.Repeat(shut, depth)
}

// SpanTable returns a table with one cell per row, each with the given rowspan and
// colspan.
func SpanTable(rows, columns, cells int) string {
	cell := fmt.Sprintf("<tr><td rowspan=%d colspan=%d>cell</td></tr>\n", rows, columns)
	return "<p>before</p><table>\n" + strings.Repeat(cell, cells) + "</table><p>after</p>"
}

// Quotes returns paragraphs inside nested quotes.
func Quotes(depth, paragraphs int) string {
	return Nested(depth, "<blockquote>", "</blockquote>", strings.Repeat("<p>a paragraph of some words that are quoted</p>\n", paragraphs))
}

// QuotesAroundParagraphs returns paragraphs of about size bytes inside quotes nested
// almost as deep as the parser allows.
func QuotesAroundParagraphs(size int) string { return Quotes(400, max(1, (size-400*25)/50)) }

// JSONLD returns a page with metadata nested as deep as size allows.
func JSONLD(size int) string {
	depth := size / 6
	return `<title>t</title><script type="application/ld+json">` +
		strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth) +
		"</script><article><h1>Title</h1><p>Some text of the article that is long enough to be found.</p></article>"
}

// FormattingLeftOpen returns 200 unclosed formatting elements, which the parser reopens
// in every later paragraph.
func FormattingLeftOpen(size int) string {
	var b strings.Builder
	b.WriteString("<p>")
	for i := range 200 {
		fmt.Fprintf(&b, "<b id=%d>", i)
	}
	for b.Len() < size {
		b.WriteString("<p>x")
	}
	return b.String()
}

func wideCell(size int) string {
	return "<table><tr><td>" + strings.Repeat("w", size/2) + "</td></tr>" + strings.Repeat("<tr><td>x</td></tr>", size/38) + "</table>"
}

func attributes(size int) string {
	var b strings.Builder
	b.WriteString("<p")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, " a%d=x", i)
	}
	return b.String() + ">text"
}

func footnotes(size int) string {
	var marks, notes strings.Builder
	for i := 1; marks.Len()+notes.Len() < size; i++ {
		fmt.Fprintf(&marks, `<p>text<sup id="r%d"><a href="#n%d">%d</a></sup></p>`, i, i, i)
		fmt.Fprintf(&notes, `<li id="n%d">note <a href="#r%d">↩</a></li>`, i, i)
	}
	return marks.String() + `<section class="footnotes"><ol>` + notes.String() + "</ol></section>"
}

func nested(open, shut, core string) func(int) string {
	return func(size int) string { return Nested(size/(len(open)+len(shut)), open, shut, core) }
}

func repeated(unit, gap string) func(int) string {
	return func(size int) string { return strings.Repeat(unit+gap, max(1, size/len(unit+gap))) }
}

func page(before string, middle func(int) string, after string) func(int) string {
	return func(size int) string { return before + middle(size) + after }
}
