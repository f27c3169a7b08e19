package torture

func headShapes() []Family {
	return []Family{
		{`many JSON-LD scripts`, head(page(``, numbered(`<script type="application/ld+json">{"@type":"Article","headline":"H%[1]d","author":{"name":"A%[1]d"},"datePublished":"2020-01-01"}</script>`), ``))},
		{`one wide JSON-LD graph`, head(page(`<script type="application/ld+json">{"@graph":[`, numbered(`{"@id":"#%[1]d","@type":"Person","name":"n%[1]d","sameAs":{"@id":"#%[2]d"}},`), `{}]}</script>`))},
		{`JSON-LD authors in a cycle`, head(page(`<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#0"}},`, numbered(`{"@id":"#%[1]d","author":{"@id":"#%[2]d"},"isPartOf":{"@id":"#0"}},`), `{"@id":"#0","author":{"@id":"#0"}}]}</script>`))},
		{`JSON-LD of escapes`, head(page(`<script type="application/ld+json">{"@type":"Article","headline":"`, repeated("\\u0041", ""), `"}</script>`))},
		{`JSON-LD never closed`, head(page(`<script type="application/ld+json">`, repeated(`{"a":[`, ""), `</script>`))},
		{`tags`, head(page(``, numbered(`<meta property="article:tag" content="t%[1]d">`), ``))},
		{`authors`, head(page(``, numbered(`<meta name=author content="Name N%[1]d">`), ``))},
		{`a long description`, head(page(`<meta name=description content="`, repeated(`word `, ""), `">`))},
		{`a long title`, head(page(`<title>`, repeated(`word `, ""), `</title>`))},
		{`a title of separators`, head(page(`<title>`, repeated(`a - b | `, ""), `</title>`))},
		{`many base elements`, head(page(``, repeated(`<base href="https://a.example/">`, ""), ``))},
		{`a long base`, head(page(`<base href="https://a.example/`, repeated(`a/`, ""), `">`))},
		{`dates in text`, article(numbered(`<p>Published 1 January %[1]d updated 2020-01-%[1]dT10:00`))},
		{`digits`, article(page(`<p>`, repeated(`1`, ""), ``))},
		{`date-like digits`, article(page(`<time>`, repeated(`2020-01-`, ""), `</time>`))},
		{`time elements`, article(numbered(`<time datetime="2020-01-01T%[1]d:00">x</time>`))},
	}
}

func mediaShapes() []Family {
	return []Family{
		{`a long srcset`, article(page(`<img alt=a src=a.png srcset="`, numbered(`a%[1]d.png %[1]dw, `), `z.png 1x">`))},
		{`a srcset of commas`, article(page(`<img alt=a src=a.png srcset="`, repeated(`,`, ""), `">`))},
		{`sources of one picture`, article(page(`<picture>`, numbered(`<source srcset=a%[1]d.png>`), `<img src=z.png alt=z></picture>`))},
		{`nested figures`, article(nested(`<figure><picture>`, `</picture></figure>`, `<img src=a.png alt=b>`))},
		{`nested foreign objects`, article(nested(`<svg><foreignObject>`, `</foreignObject></svg>`, `<p>in</p>`))},
		{`foreign objects`, article(repeated(`<svg><foreignObject><p>a</p></foreignObject></svg>`, ""))},
		{`titles of drawings`, article(repeated(`<svg><title>t</title><desc>d</desc><text>x</text></svg>`, ""))},
		{`a big data image`, article(page(`<img alt=x src="data:image/png;base64,`, repeated(`QUJD`, ""), `">`))},
		{`many data images`, article(repeated(`<img alt=x src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`, ""))},
		{`images without scripts`, article(repeated(`<img src=data:, data-src=a.png><noscript><img src=a.png alt=a></noscript>`, ""))},
		{`frames with content`, article(repeated(`<iframe srcdoc="<p>hello"></iframe>`, ""))},
		{`frames in frames`, article(page(`<iframe srcdoc="`, repeated(`&lt;iframe srcdoc=`, ""), `"></iframe>`))},
		{`players`, article(numbered(`<iframe src="https://www.youtube.com/embed/v%[1]d"></iframe>`))},
		{`videos`, article(numbered(`<video src=v%[1]d.mp4><source src=a%[1]d.mp4><track src=t></video>`))},
		{`areas of a map`, article(page(`<img usemap=#m src=a.png alt=a><map name=m>`, numbered(`<area href=%[1]d alt=a%[1]d>`), `</map>`))},
	}
}

func formulasShapes() []Family {
	return []Family{
		{`one wide formula`, article(page(`<math><mrow>`, repeated(`<mi>x</mi><mo>+</mo>`, ""), `</mrow></math>`))},
		{`nested fractions`, article(nested(`<math><mfrac><mi>a</mi>`, `</mfrac></math>`, `<mi>b</mi>`))},
		{`nested indices`, article(nested(`<math><msubsup><mi>a</mi><mi>b</mi>`, `</msubsup></math>`, `<mi>b</mi>`))},
		{`a table in a formula`, article(page(`<math><mtable>`, repeated(`<mtr><mtd>a</mtd><mtd>b</mtd></mtr>`, ""), `</mtable></math>`))},
		{`HTML in formulas`, article(repeated(`<math><semantics><mi>x</mi><annotation-xml encoding="text/html"><p>a</p></annotation-xml></semantics></math>`, ""))},
		{`TeX in text`, article(repeated("<p>\\(a_1\\) $$x^2$$ \\[y\\] ", ""))},
		{`TeX never closed`, article(repeated("\\( \\[ $$ ", ""))},
		{`KaTeX`, article(repeated(`<span class=katex><span class=katex-mathml><math><mi>x</mi><annotation encoding="application/x-tex">x</annotation></math></span><span class=katex-html>x</span></span>`, ""))},
		{`notes in a cycle`, article(numbered(`<p id=fn%[1]d>note %[1]d<sup><a href="#fn%[2]d" id=r%[1]d class=footnote-ref>%[1]d</a></sup>`))},
		{`notes in notes`, article(page(`<p>x<sup><a href=#fn0>0</a></sup><div class=footnotes>`, numbered(`<div id=fn%[1]d>%[1]d. a<sup><a href="#fn%[2]d">%[2]d</a></sup></div>`), `</div>`))},
	}
}
