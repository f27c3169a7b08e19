package normalise_test

import (
	"testing"

	"pulltab/internal/dom"
	"pulltab/internal/htmltree"
	"pulltab/internal/normalise"
	"pulltab/internal/page"
)

func TestElementsSideBySideAreSeparateWords(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"film":             {`<div><span class="m">2026</span><span class="m">1h 54m</span><span class="m">R</span></div>`, "2026 1h 54m R"},
		"links":            {`<p>Tags: <a class="t" href="/a">bread</a><a class="t" href="/b">butter</a></p>`, "Tags: bread butter"},
		"space is there":   {`<div><span class="m">one </span><span class="m">two</span></div>`, "one two"},
		"link in pieces":   {`<p><a class="t" href="/a">bre</a><a class="t" href="/a">ad</a></p>`, "bread"},
		"line of text":     {`<p><span class="s1">The Co</span><span class="s1">rnell</span></p>`, "The Cornell"},
		"text between":     {`<div>An <span class="s1">opportun</span><span class="s1">ity</span></div>`, "An opportunity"},
		"letters":          {`<div><span class="c">H</span><span class="c">e</span><span class="c">y</span></div>`, "Hey"},
		"other classes":    {`<div><span class="who">Jane Doe</span><time>12 May</time></div>`, "Jane Doe 12 May"},
		"initial":          {`<div><span class="drop">T</span><span class="rest">he end</span></div>`, "The end"},
		"icons":            {`<p><a href="/a">one<i class="icon"></i></a><a href="/b"><svg></svg>two</a></p>`, "one two"},
		"picture":          {`<p><a href="/a">one<img src="a.png" alt="x"></a><a href="/b">two</a></p>`, "one two"},
		"named icons":      {`<p>x <a href="/a" title="one"><svg></svg></a><a href="/b">two</a></p>`, "x two"},
		"between":          {`<p><a href="/a">one</a><!-- --><i class="icon"></i><a href="/b">two</a></p>`, "one two"},
		"link in elements": {`<p><span><a href="/a">one</a></span><b><a href="/b">two</a></b></p>`, "one two"},
		"index":            {`<p><a href="/a">A</a><a href="/b">B</a></p>`, "A B"},
		"no classes":       {`<div><span>un</span><span>likely</span></div>`, "unlikely"},
		"no spaces":        {`<div><span class="w">東京</span><span class="w">都庁</span></div>`, "東京都庁"},
		"code":             {`<div><code><span class="k">func</span><span class="k">tion</span></code></div>`, "function"},
		"editor":           {`<div class="cm-content"><div class="cm-line"><span class="n">10</span><span class="u">px</span></div></div>`, "10px"},
		"lines in a table": {`<table class="highlight"><tr><td data-line-number="1"></td><td class="blob-code"><div><span class="n">10</span><span class="u">px</span></div></td></tr></table>`, "10px"},
		"old listing":      {`<listing><div><span class="n">10</span><span class="u">px</span></div></listing>`, "10px"},
		"formula":          {`<div class="math"><span class="a">\al</span><span class="b">pha</span></div>`, `\alpha`},
		"may be broken":    {`<div><span class="m">super</span><wbr><span class="m">califragilistic</span></div>`, "supercalifragilistic"},
		"raised":           {`<div><span class="n">10</span><sup class="e">th</sup></div>`, "10th"},
		"found":            {`<div><mark class="hit">search</mark><span>able</span></div>`, "searchable"},
		"no spaces, Thai":  {`<div><a href="/a">ภาษา</a><a href="/b">ไทยดี</a></div>`, "ภาษาไทยดี"},
		"nested, one deep": {`<div><span class="m"><b>one</b></span><span class="m"><i>two</i></span></div>`, "one two"},
	} {
		p, err := page.Parse(t.Context(), page.Source{HTML: c.html})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Blocks[0].Text; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestBlocksInLinesAreSeparateWords(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"behind text":   {`<p>by Joe<relative-time>May 1</relative-time></p>`, "by Joe May 1"},
		"before text":   {`<p><x-day>May 1</x-day>by Joe</p>`, "May 1 by Joe"},
		"behind a link": {`<p><a href="/j">Joe</a><x-day>May 1</x-day></p>`, "Joe May 1"},
		"in a word":     {`<p>a<x-badge>b</x-badge>c</p>`, "abc"},
		"label":         {`<p>Name<label>needed</label></p>`, "Name needed"},
		"buttons":       {`<p><button>Yes</button><button>No</button></p>`, "Yes No"},
		"a formula":     {`<p>the <mjx-container><math><mi>n</mi></math></mjx-container>th</p>`, "the nth"},
		"in a listing":  {`<pre>x<x-y>y</x-y></pre>`, "xy"},
	} {
		doc, err := htmltree.Parse(c.html, false)
		if err != nil {
			t.Fatal(err)
		}
		normalise.Separate(doc)
		if got := dom.Text(doc); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
