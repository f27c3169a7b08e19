package parts

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
)

func parse(t *testing.T, html string) *page.Page {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{HTML: html})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// selection returns the selection that s draws: x for each kept block.
func selection(s string) page.Selection {
	var keep page.Selection
	for _, r := range s {
		keep = append(keep, r == 'x')
	}
	return keep
}

// scores returns the probabilities that s draws, a digit for each block (7 means
// 0.7), and the number of words of each block.
func scores(p *page.Page, s string) Scores {
	list := Scores{Article: 0.9}
	for i, r := range s {
		list.Content = append(list.Content, float64(r-'0')/10)
		list.Words = append(list.Words, float64(len(strings.Fields(p.Blocks[i].Text))))
	}
	return list
}

func TestPartsAreKeptWholeOrLeftOutWhole(t *testing.T) {
	const (
		before = "<p>The gauge is read every day at noon.</p>"
		after  = "<p>The keeper writes the figure into a book.</p>"
		teaser = "<li><h3><a href=/n>A new ferry</a></h3><p>The operator plans more departures.</p>"
	)
	for _, c := range []struct{ name, html, scores, keep, want string }{
		{"a list of which most is likely content", before + "<ul><li>salt<li>rope<li>oil</ul>", "9477", "x.xx", "xxxx"},
		{"a list of which little is likely content", before + "<ul><li>share this text<li>print<li>oil</ul>", "9116", "x..x", "x..."},
		{"the items of one place in a list have one fate",
			before + "<ul><li><p>a b c d</p><div class=meta>Reply</div><li><p>e f g h</p><div class=meta>Reply</div></ul>", "99141", "xx.xx", "xx.x."},
		{"a nested list belongs to the list around it", before + "<ul><li>salt<ul><li>coarse<li>fine</ul><li>oil</ul>", "97477", "xx.xx", "xxxxx"},
		{"the texts of a list with headings are decided one by one",
			before + "<ul><li><h3>a</h3><p>b c d</p><li><h3>e</h3><p>f g h</p></ul>", "99911", "xxx..", "xxx.."},
		{"a stream of unlikely teasers after a short text", before + "<ul>" + teaser + teaser + teaser + teaser + "</ul>", "944444444", "xxxxxxxxx", "x........"},
		{"a stream of likely teasers after a short text", before + "<ul>" + teaser + teaser + teaser + teaser + "</ul>", "966666666", "xxxxxxxxx", "xxxxxxxxx"},
		{"a few teasers in a long text", before + before + before + before + before + "<ul>" + teaser + teaser + teaser + "</ul>", "99999555555", "xxxxxxxxxxx", "xxxxxxxxxxx"},
		{"a cell with inner blocks stays with its table",
			"<table><tr><td><div><div>Name</div></div><td><div>Lean</div></tr><tr><td>North<td>4.1</tr></table>", "466", ".xx", "xxx"},
		{"one odd row stays with its table",
			"<table>" + strings.Repeat("<tr><td>salt and rope<td>1</tr>", 5) + "<tr><td colspan=2>total</tr></table>", "777771", "xxxxx.", "xxxxxx"},
		{"an odd item stays with its list",
			before + "<ul><li><p>a b c d</p><i class=x>Reply</i><p class=m>May</p><li><p>e f g h</p><p class=m>June</p><li><div>later</div></ul>", "9911911", "xx..x..", "xx..x.x"},
		{"a list in a cell stays with its table",
			"<table><tr><th>Mon<td><ul><li>10 to 8</ul><td>open</tr><tr><th>Tue<td><ul><li>never</ul><td></td></tr></table>", "74674", "x.xx.", "xxxxx"},
		{"the caption stays with its table", "<table><caption>Lean</caption><tr><th>North<td>4.1</tr><tr><th>South<td>5</tr></table>", "477", ".xx", "xxx"},
		{"the caption of a figure stays with its table",
			"<figure><table><tr><th>North<td>4.1</tr><tr><th>South<td>5</tr></table><figcaption>Lean</figcaption></figure>" + after, "7749", "xx.x", "xxxx"},
		{"a term stays with its description", before + "<dl><dt>lee<dd>the side away from the wind<dt>luff<dd>the side near it</dl>", "94748", "x.x.x", "xxxxx"},
		{"a list between kept texts", before + "<ul><li>salt<li>rope</ul>" + after, "9339", "x..x", "xxxx"},
		{"a list in a wrapper between kept texts", before + "<div><div><ul><li>salt<li>rope</ul></div></div>" + after, "9339", "x..x", "xxxx"},
		{"a list between kept texts with its heading", before + "<h2>Cargo</h2><ul><li>salt<li>rope</ul>" + after, "93339", "x...x", "xxxxx"},
		{"a box with a heading and a list between kept texts", before + "<div><h4>Also read</h4><ul><li>salt<li>rope</ul></div>" + after, "91229", "x...x", "x...x"},
		{"an unlikely list between kept texts", before + "<ul><li>Share<li>Print</ul>" + after, "9119", "x..x", "x..x"},
		{"a list beside a dropped text", before + "<ul><li>salt<li>rope</ul><p>Subscribe now</p>", "9331", "x...", "x..."},
		{"a list at the end of a kept text", "<article>" + before + "<ol><li>mix<li>wait</ol></article><p>Imprint</p>", "9441", "x...", "xxx."},
		{"code between kept texts, in a wrapper", before + "<figure><div class=frame><pre>sensor read</pre></div></figure>" + after, "929", "x.x", "xxx"},
		{"code in a tab panel at the end of a kept text", "<main>" + before + "<div role=tabpanel><pre>npm i x</pre></div></main>", "93", "x.", "xx"},
		{"a table between kept texts", before + "<table><tr><th>Wall<th>Lean</tr><tr><th>North<td>4</tr></table>" + after, "9449", "x..x", "xxxx"},
		{"a hidden item of a kept list", before + "<ul><li>salt<li hidden>rope<li>oil</ul>", "9797", "xx.x", "xx.x"},
		{"a sentence in a box between kept texts", before + "<div><p>This text first appeared in the yearbook of the museum.</p></div>" + after, "949", "x.x", "xxx"},
		{"a sentence in a footer between kept texts", before + "<footer><p>This text first appeared in the yearbook of the museum.</p></footer>" + after, "929", "x.x", "xxx"},
		{"a sentence in a footer below the text", before + after + "<footer><p>This text first appeared in the yearbook of the museum.</p></footer>", "992", "xx.", "xx."},
		{"a displayed formula between kept texts", before + `<math display="block"><mi>x</mi><mo>=</mo><mn>1</mn></math>` + after, "919", "x.x", "xxx"},
		{"the card of a recommended page between kept texts",
			before + `<figure><a href=/r><div><div>Yearly report</div><div>All figures</div></div></a></figure>` + after, "9219", "x..x", "xxxx"},
		{"the text beside a picture between kept texts", before + `<figure><img src=a.png><div>Photo: A. Brook</div></figure>` + after, "939", "x.x", "x.x"},
		{"the caption of a picture with kept text", before + `<figure><img src=a.png><figcaption>Low tide</figcaption><div>Text</div></figure>`, "939", "x.x", "x.x"},
		{"an unlikely figure between kept texts", before + `<figure><a href=/r><div><div>Subscribe</div><div>Now</div></div></a></figure>` + after, "9009", "x..x", "x..x"},
		{"a figure beside a dropped text", before + `<figure><div><div>Yearly report</div></div></figure><p>Imprint</p>`, "920", "x..", "x.."},
		{"a caption that is alone in its figure", before + `<figure><img src=a.png><figcaption>Low tide</figcaption></figure>` + after, "939", "x.x", "x.x"},
		{"the caption of a kept listing", before + `<figure><figcaption>Algorithm 1</figcaption><div><div>read it</div><div>stop</div></div></figure>`, "9288", "x.xx", "xxxx"},
		{"a table whose caption is unlikely between kept texts",
			before + "<figure><figcaption>Table 1: Sensors of the wall</figcaption><table><tr><th>Wall<th>Lean</tr><tr><th>North<td>4</tr></table></figure>" + after, "90449", "x...x", "xxxxx"},
		{"a custom element in the line of a kept text", "<p>The gauge <x-y>reads</x-y> the tide.</p>" + after, "9199", "x.xx", "xxxx"},
		{"a custom element at the end of a kept text", after + "<p>The gauge reads <i><x-y>tides</x-y></i></p>", "991", "xx.", "xxx"},
		{"a custom element in a dropped text", after + "<p>Share <x-y>this</x-y></p>", "911", "x..", "x.."},
		{"a custom element beside a kept text", "<p>The gauge reads the tide.</p><x-y>Share</x-y>" + after, "919", "x.x", "x.x"},
		{"an unlikely sentence between kept texts", before + "<p>Subscribe today and read every text of the keeper for a year.</p>" + after, "929", "x.x", "x.x"},
		{"a label between kept texts", before + "<p>By Ada Brink</p>" + after, "949", "x.x", "x.x"},
		{"a sentence in a link between kept texts", before + "<p><a href=/a>The ferry has changed its timetable for the whole winter.</a></p>" + after, "949", "x.x", "x.x"},
		{"nothing kept", "<ul><li>salt<li>rope</ul>", "99", "..", ".."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.html)
			if len(p.Blocks) != len(c.want) {
				t.Fatalf("%d blocks: %+v", len(p.Blocks), p.Blocks)
			}
			keep := selection(c.keep)
			if got := Read(p).Complete(keep, scores(p, c.scores)); !slices.Equal(got, selection(c.want)) {
				t.Errorf("got %v, want %v", got, selection(c.want))
			}
			if !slices.Equal(keep, selection(c.keep)) {
				t.Error("the argument was changed")
			}
		})
	}
}

func TestAStreamStaysOnAPageThatIsNoArticle(t *testing.T) {
	p := parse(t, "<p>All ferries.</p><ul>"+strings.Repeat("<li><h3><a href=/n>A ferry</a></h3><p>It leaves at noon.</p>", 4)+"</ul>")
	s := scores(p, "944444444")
	s.Article = 0.2
	if got := Read(p).Complete(selection("xxxxxxxxx"), s); !slices.Equal(got, selection("xxxxxxxxx")) {
		t.Errorf("got %v", got)
	}
}

func TestWithoutScoresTheMajorityOfCharactersDecides(t *testing.T) {
	p := parse(t, "<ul><li>a long first item<li>b</ul><ul><li>a long first item here<li>c</ul>")
	got := Read(p).Complete(selection("x..x"), Scores{})
	if want := selection("xx.."); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTitlesStayWithTheirBoxes(t *testing.T) {
	const text = "<p>The gauge is read every day at noon.</p>"
	for _, c := range []struct{ name, html, scores, keep, want string }{
		{"a label above the title of a box", text + "<div><h4>Our pick</h4><div><h3>L-30</h3><p>It floats.</p></div></div>", "9569", "xxxx", "xxxx"},
		{"a heading that begins a kept box", text + "<div><h3>L-30</h3><p>It floats.</p></div>", "949", "x.x", "xxx"},
		{"a heading that begins a dropped box", text + "<div><h3>L-30</h3><p>Buy now.</p></div>", "941", "x..", "x.."},
		{"a bold name of a box", text + "<div><div><b>Contacts</b></div><p>Phone 12.</p></div>", "939", "x.x", "xxx"},
		{"a bold name of a dropped box", text + "<div><div><b>Contacts</b></div><p>Phone 12.</p></div>", "931", "x..", "x.."},
		{"an unlikely heading", text + "<div><h3>Advert</h3><p>It floats.</p></div>", "919", "x.x", "x.x"},
		{"a button that opens a kept answer", text + "<h3><button aria-expanded=false aria-controls=a>Is it safe?</button></h3><div id=a><p>Yes, it is.</p></div>", "919", "x.x", "xxx"},
		{"a button that opens a dropped text", text + "<h3><button aria-expanded=false aria-controls=a>Share</button></h3><div id=a><p>Mail, chat</p></div>", "991", "x..", "x.."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.html)
			if len(p.Blocks) != len(c.want) {
				t.Fatalf("%d blocks: %+v", len(p.Blocks), p.Blocks)
			}
			if got := Read(p).Complete(selection(c.keep), scores(p, c.scores)); !slices.Equal(got, selection(c.want)) {
				t.Errorf("got %v, want %v", got, selection(c.want))
			}
		})
	}
}

func TestOfCopiesTheShownOneStays(t *testing.T) {
	const long = "What do you keep in the bag that you take to sea?"
	const other = "Pencils, because one of them always breaks on the first day."
	japanese := strings.Repeat("港湾事務所の台帳は四十年間続いた。", 3)
	for _, c := range []struct{ name, html, keep, want string }{
		{"siblings", "<p>" + long + "<p>" + other + "<p>" + long, "xxx", "xxx"},
		{"questions with different answers", "<div><p>" + long + "</p><p>yes</p></div><div><p>" + long + "</p><p>no</p></div>", "xxxx", "xxxx"},
		{"copies of a whole box", "<div class=s><p>" + long + "</p><p>yes</p></div><div class=s><p>" + long + "</p><p>yes</p></div>", "xxxx", "xx.x"},
		{"a copy elsewhere", "<div><p>" + long + "</p></div><section><p>" + long + "</p><p>" + other + "</p></section>", "xxx", "x.x"},
		{"a hidden copy before the shown one", "<div hidden><p>" + long + "</p></div><section><p>" + long + "</p></section>", "xx", ".x"},
		{"a hidden copy in one piece", "<p>" + long + "</p><p>" + other + "</p><div style='display:none'>" + long + " " + other + "</div>", "xxx", "xx."},
		{"a hidden text that is no copy", "<p>" + long + "</p><div hidden>" + other + "</div>", "xx", "xx"},
		{"a hidden copy without spaces", "<div>" + japanese + "</div><section hidden><p>" + japanese + "</p></section>", "xx", "x."},
		{"an item that two lists share", "<div class=a><ul><li>" + long + "<li>wood</ul></div><div class=b><ul><li>" + long + "<li>brass</ul></div>", "xxxx", "xxxx"},
		{"a copy of a whole list", "<div class=a><ul><li>" + long + "<li>wood</ul></div><div class=b><ul><li>" + long + "<li>wood</ul></div>", "xxxx", "xx.."},
		{"an item that is a text elsewhere", "<section><p>" + long + "</p></section><ul><li>" + long + "<li>brass</ul>", "xxx", "xxx"},
		{"short texts", "<div><p>Yes</p></div><section><p>Yes</p></section>", "xx", "xx"},
		{"39 code points of three bytes each", "<div>" + strings.Repeat("港", 39) + "</div><section>" + strings.Repeat("港", 39) + "</section>", "xx", "xx"},
		{"code", "<div><pre>" + long + "</pre></div><section><pre>" + long + "</pre></section>", "xx", "xx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.html)
			if len(p.Blocks) != len(c.want) {
				t.Fatalf("%d blocks: %+v", len(p.Blocks), p.Blocks)
			}
			if got := Read(p).Complete(selection(c.keep), Scores{}); !slices.Equal(got, selection(c.want)) {
				t.Errorf("got %v, want %v", got, selection(c.want))
			}
		})
	}
}
