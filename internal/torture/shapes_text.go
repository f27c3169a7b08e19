package torture

import "strings"

func tablesShapes() []Family {
	return []Family{
		{`nested tables with spans`, article(nested(`<table><tr><td rowspan=500 colspan=3>a<td>`, ``, `x`))},
		{`cells of growing spans`, article(page(`<table>`, numbered(`<tr><td rowspan=%[1]d colspan=7>a<td>b`), `</table>`))},
		{`rows of one wide span`, article(page(`<table>`, repeated(`<tr><td colspan=1000>a`, ""), `</table>`))},
		{"rows of a thousand cells", article(page("<table>", repeated("<tr>"+strings.Repeat("<td>", 1000), ""), "</table>"))},
		{`many columns`, article(page(`<table>`, repeated(`<col span=1000>`, ""), `<tr><td>a<td>b</table>`))},
		{`many bodies of a table`, article(page(`<table>`, repeated(`<tbody><tr><th>a<td>b</tbody>`, ""), `</table>`))},
		{`lists with tables with lists`, article(repeated(`<ul><li><table><tr><td><ul><li>a</ul></table></ul>`, ""))},
		{`text misplaced in rows`, article(page(`<table>`, repeated(`<tr>a<b>b<td>c</b>d`, ""), `</table>`))},
		{`code as rows`, article(page(`<table class=highlight>`, repeated(`<tr><td class=line-number data-line-number=1><td class=blob-code>x=1`, ""), `</table>`))},
		{`lines of code in a cell`, article(page(`<table><tr><td><pre>`, repeated(`a<br>`, ""), `</pre></table>`))},
		{`ruby`, article(repeated(`<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>`, ""))},
		{`nested ruby`, article(nested(`<ruby>`, `<rt>a</rt></ruby>`, `漢`))},
	}
}

func linksShapes() []Family {
	return []Family{
		{`headings with anchors`, article(numbered(`<h2 id=h%[1]d>Heading %[1]d <a href="#h%[1]d">¶</a></h2>`))},
		{`empty headings`, article(repeated(`<h2></h2>`, ""))},
		{`links to one target`, article(repeated(`<a href="https://e.example/x">w</a> `, ""))},
		{`links to many targets`, article(numbered(`<a href="https://e.example/%[1]d" title="t%[1]d">w%[1]d</a> `))},
		{`named anchors`, article(numbered(`<a name=n%[1]d></a><a href="#n%[1]d">j</a> `))},
		{"a base of 400 bytes and relative links", withBase(200, `<a href="%[1]d">w</a> `)},
		{"a base of 4 kB and relative links", withBase(2000, `<a href="%[1]d">w</a> `)},
		{"a base of 20 kB and relative links", withBase(10000, `<a href="%[1]d">w</a> `)},
		{"a base of 4 kB and relative images", withBase(2000, `<p>some words <img src="%[1]d" alt=a> and more`)},
		{`one link of steps up`, article(page(`<a href="`, repeated(`../`, ""), `">w</a>`))},
		{"links of many steps up", article(repeated(`<a href="`+strings.Repeat("../", 300)+`x">w</a> `, ""))},
		{"links of long queries", article(repeated(`<a href="?`+strings.Repeat("a=b&", 200)+`">w</a> `, ""))},
		{`code in links`, article(repeated("<a href=x><code>`a`</code></a>", ""))},
		{`brackets in titles`, article(repeated(`<a href="x)(" title="&quot;')">[]( </a>`, ""))},
		{`addresses in text`, article(repeated(`<p>https://e.example/a_b_c www.e.example a@b.example `, ""))},
		{`a run of www`, article(page(`<p>`, repeated(`www.`, ""), ``))},
		{`at signs`, article(page(`<p>`, repeated(`a@`, ""), ``))},
		{`links in buttons`, article(repeated(`<button><a href=x><button>y</a>`, ""))},
	}
}

func textsShapes() []Family {
	return []Family{
		{`references`, article(repeated(`&amp;&lt;&gt;&quot;&nbsp;&hellip;`, ""))},
		{`references never ended`, article(repeated(`&am&l&notanentity&#x`, ""))},
		{`numeric references`, article(repeated(`&#x26;&#60;&#0;&#xD800;`, ""))},
		{`processing instructions`, article(repeated(`<?php a ?><!x><!-- a --!><//>`, ""))},
		{`document types`, article(repeated(`<!DOCTYPE html>`, ""))},
		{`character data`, article(repeated(`<![CDATA[ a ]]>`, ""))},
		{`bidirectional controls`, article(repeated("\u202ea\u202c\u2066b\u2069 ", ""))},
		{`characters of no width`, article(repeated("a\u200b\u200c\u200d\ufeff", ""))},
		{`combining marks of each letter`, article(repeated(`á̂̃ `, ""))},
		{`spaces of Unicode`, article(repeated("<p>\u00a0\u2003\u3000a\u2028b\u2029", ""))},
		{`old line ends`, article(repeated("<p>a\r\rb\fc\u000b", ""))},
		{`tags around letters`, article(repeated(`<i>a</i><b>b</b>`, ""))},
		{`indices`, article(repeated(`<sup>1</sup><sub>2</sub>`, ""))},
		{`one paragraph again and again`, article(repeated(`<p>The same paragraph again and again with some words in it.</p>`, ""))},
		{`starts of headings`, article(repeated(`<p># a<br>#b<br>`, ""))},
		{`starts of items`, article(repeated(`<p>1. a<br>2) b<br>- c<br>+ d`, ""))},
		{`starts of quotes`, article(repeated(`<p>&gt;&gt;&gt; a<br>`, ""))},
		{`starts of rules`, article(repeated(`<p>a<br>===<br>---<br>`, ""))},
		{`quotes with listings`, article(repeated("<blockquote><ol><li><pre>a\n```\nb</pre></ol></blockquote>", ""))},
		{`paragraphs almost equal`, article(numbered(`<p>The same paragraph again and again number %[1]d in it.</p>`))},
		{"paragraphs of an equal beginning", article(numbered("<p>" + strings.Repeat("aaaa bbbb ", 20) + "%[1]d</p>"))},
		{"paragraphs of one long word", article(repeated("<p>"+strings.Repeat("x", 10_000), ""))},
		{`underscores in words`, article(page(`<p>a`, repeated(`_a_b`, ""), ``))},
		{`pairs of underscores in words`, article(page(`<p>a`, repeated(`__a__b`, ""), ``))},
		{`stars in words`, article(page(`<p>a`, repeated(`*a*b`, ""), ``))},
		{`tildes in words`, article(page(`<p>a`, repeated(`~a~b`, ""), ``))},
		{`pairs of equals signs`, article(page(`<p>a`, repeated(` ==a`, ""), ``))},
		{`colons`, article(page(`<p>a`, repeated(`:a:b`, ""), ``))},
		{`one letter with combining marks`, article(page(`<p>a`, repeated(`́`, ""), ``))},
		{`nothing but zero width`, article(page(`<p>a`, repeated("\u200b", ""), ``))},
		{`joined emoji`, article(page(`<p>a`, repeated("\U0001f469\u200d\U0001f467\u200d", ""), ``))},
		{`ideographs`, article(page(`<p>a`, repeated(`漢字。`, ""), ``))},
		{`Thai`, article(page(`<p>a`, repeated(`ภาษาไทย`, ""), ``))},
		{`null characters`, article(page(`<p>a`, repeated("a\u0000", ""), ``))},
		{`character data in a drawing`, article(page(`<svg>`, repeated(`<![CDATA[ a ]]>`, ""), `</svg>`))},
		{`nested corrections`, article(nested(`<ins><del>`, `</del></ins>`, `x`))},
	}
}
