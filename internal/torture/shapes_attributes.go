package torture

func attributesShapes() []Family {
	return []Family{
		{`elements that label each other`, article(numbered(`<div id=x%[1]d aria-labelledby="x0 x1 x%[1]d">t</div>`))},
		{"a label of many elements", article(labelOfMany)},
		{`labels of boxes`, article(numbered(`<label for=c%[1]d>l</label><input type=checkbox id=c%[1]d>`))},
		{`a chain of descriptions`, article(numbered(`<span id=d%[1]d aria-describedby=d%[2]d role=note>w</span>`))},
		{`cells that name their headers`, article(page(`<table>`, numbered(`<tr><th id=h%[1]d>h<td headers="h%[1]d h%[2]d h0">v`), `</table>`))},
		{`items that refer to each other`, article(numbered(`<div itemscope itemtype="https://schema.org/Person" itemref="r%[1]d r0"><span itemprop=name id=r%[1]d>n</span></div>`))},
		{`nested microdata`, article(nested(`<div itemscope itemtype="https://schema.org/Article" itemprop=a>`, ``, `x`))},
		{`styles of elements`, article(repeated(`<p style="color:red;display:block;font-size:12px;position:absolute;left:-99px">w`, ""))},
		{`one long style`, article(page(`<p style="`, repeated(`color:red;`, ""), `">w`))},
		{`style elements`, article(repeated(`<style>.a{display:none}</style><p class=a>w`, ""))},
		{`a style with many selectors`, article(page(`<style>.a`, numbered(`.c%[1]d,`), `.b{display:none}</style>`))},
		{`many custom elements`, article(numbered(`<x-%[1]d>w</x-%[1]d>`))},
		{`many names of attributes`, article(numbered(`<p data-a%[1]d=1 onx%[1]d=2>w`))},
		{`many classes`, article(numbered(`<p class="c%[1]d d%[1]d">w`))},
		{`hidden elements`, article(repeated(`<div hidden><p>w</div><div aria-hidden=true>w</div>`, ""))},
		{`details`, article(repeated(`<details><summary>s</summary>t</details>`, ""))},
		{`dialogs`, article(repeated(`<dialog><p>d</dialog><div popover>p</div>`, ""))},
		{`abbreviations`, article(numbered(`<abbr title="long title %[1]d">a</abbr> `))},
		{`bylines`, article(numbered(`<span class=author rel=author itemprop=author>By Name %[1]d</span>`))},
		{`comments of readers`, article(numbered(`<div class=comment id=comment-%[1]d><span class=author>A%[1]d</span><time>2020-01-01</time><p>Text %[1]d.</div>`))},
		{`nested replies`, article(nested(`<div class=comment><p class=author>A<p>Text of it.<div class=replies>`, ``, `x`))},
		{`posts that quote each other`, article(numbered(`<div class=post id=p%[2]d><blockquote data-post=%[1]d cite="#p%[1]d">q</blockquote><p>Answer %[1]d</div>`))},
		{`controls with values`, article(numbered(`<input value="v%[1]d"><textarea>t</textarea><output>o</output><meter value=1></meter>`))},
	}
}

func structureShapes() []Family {
	return []Family{
		{`nested shadow roots with slots`, article(nested(`<div><template shadowrootmode=open><slot name=a></slot><slot></slot>x`, `</template><b slot=a>b</b></div>`, ``))},
		{"many named slots", article(namedSlots)},
		{`the adoption agency`, article(repeated(`<a><b><i><p></a></b></i>x`, ""))},
		{`options`, article(page(`<select>`, repeated(`<option value=a>x<optgroup label=l>`, ""), `</select>`))},
		{`lists of data`, article(repeated(`<input list=l><datalist id=l><option>a</datalist>`, ""))},
		{"framesets", func(size int) string { return Nested(400, "<frameset>", "", repeated("<frame src=a>", "")(size)) }},
		{"plain text to the end", after("<plaintext>", "</article><p>x ")},
		{"a script never closed", after("<script>", "<!--<script>")},
		{"a text area never closed", after("<textarea>", "<p>x")},
		{`code beside code`, article(repeated(`<code>a</code>`, ""))},
		{`mixed lists`, article(repeated(`<ol start=99999><li>a<ul><li>b<ol type=i><li>c</ol></ul></ol>`, ""))},
		{`items with values`, article(page(`<ol reversed start=-9999999999>`, numbered(`<li value=%[1]d>x`), `</ol>`))},
		{`items without a list`, article(repeated(`<li>x`, ""))},
		{`nested definitions`, article(nested(`<dl><dt>a<dd>`, ``, `x`))},
		{`nested listings`, article(nested(`<pre>`, `</pre>`, `x`))},
		{"listings of backticks", article(func(size int) string { return growing(size, 400, "<pre>", "</pre>") })},
		{`one run of backticks in a listing`, article(page(`<pre>`, repeated("`", ""), `</pre>`))},
		{`one run of backticks in code`, article(page(`<p><code>`, repeated("`", ""), `</code>`))},
		{"code of growing runs of backticks", article(func(size int) string { return growing(size, 300, "<code>x", "x</code> ") })},
	}
}
