package longpages

import (
	"context"
	"strings"
	"testing"

	"pulltab/internal/page"
)

func visibleText(t *testing.T, source string) string {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{HTML: source})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range p.Blocks {
		if !p.Blocks[i].Hidden {
			b.WriteString(p.Blocks[i].Text + "\n")
		}
	}
	return b.String()
}

func TestAMadeArticleShowsItsContentAndIsAsLongAsAskedFor(t *testing.T) {
	texts := Paragraphs([]string{strings.Repeat("word ", minWords) + "one\nshort\n" + strings.Repeat("word ", minWords) + "two"})
	if len(texts) != 2 {
		t.Fatalf("paragraphs %q", texts)
	}
	for _, kind := range Kinds {
		for seed := range uint64(20) {
			p := kind.Page(texts, 30, seed)
			text := visibleText(t, p.HTML)
			lines := strings.Split(strings.TrimSpace(p.Text), "\n")
			long, seen := 0, map[string]bool{}
			for _, line := range lines {
				if !strings.Contains(text, line) {
					t.Fatalf("%s: %q is not on the page", kind.Name, line)
				}
				if len(strings.Fields(line)) >= minWords {
					long++
				}
				if seen[line] && len(strings.Fields(line)) >= minWords {
					t.Errorf("%s: %q twice", kind.Name, line)
				}
				seen[line] = true
			}
			if kind.Name != "invented" && long != 30 {
				t.Errorf("%s: %d paragraphs", kind.Name, long)
			}
			if again := kind.Page(texts, 30, seed); again != p {
				t.Errorf("%s: two pages of one seed differ", kind.Name)
			}
		}
	}
}

func TestWhatIsAppendedComesAfterTheArticleAndBeforeTheFooter(t *testing.T) {
	const source = `<body><article><p>The article.</p></article><p>Beside it.</p><footer>Rights</footer></body>`
	for inside, want := range map[bool]string{
		true:  `<body><article><p>The article.</p></article>MORE<p>Beside it.</p><footer>Rights</footer></body>`,
		false: `<body><article><p>The article.</p></article><p>Beside it.</p>MORE<footer>Rights</footer></body>`,
	} {
		if got := Append(source, "MORE", inside); got != want {
			t.Errorf("inside %v: %s", inside, got)
		}
	}
	if got := Append("<p>text", "MORE", true); got != "<p>textMORE" {
		t.Errorf("without an end: %s", got)
	}
}

func TestAHiddenCopyIsNotShown(t *testing.T) {
	for seed := range uint64(10) {
		page := Append("<body><p>Shown.</p></body>", HiddenCopy("First.\nSecond.", seed), false)
		if text := visibleText(t, page); text != "Shown.\n" {
			t.Errorf("shown: %q", text)
		}
	}
}

func TestTeasersAndCommentsHaveTheNumberAskedFor(t *testing.T) {
	for seed := range uint64(12) {
		if n := strings.Count(Teasers(25, seed), `href="/n/`); n != 25 {
			t.Errorf("%d teasers", n)
		}
		comments := Comments(25, seed)
		n := 0
		for _, name := range people {
			n += strings.Count(comments, ">"+name+"<")
		}
		if n != 25 {
			t.Errorf("%d comments", n)
		}
	}
}

func TestAShortPageShowsItsContent(t *testing.T) {
	texts := Paragraphs([]string{strings.Repeat("word ", minWords) + "one. More\n" + strings.Repeat("text ", minWords) + "two."})
	for seed := range uint64(60) {
		p := Small(texts, 4, seed)
		text := strings.Join(strings.Fields(visibleText(t, p.HTML)), " ")
		for line := range strings.Lines(p.Text) {
			if line = strings.Join(strings.Fields(line), " "); !strings.Contains(text, line) {
				t.Fatalf("seed %d: %q is not on the page %s", seed, line, p.HTML)
			}
		}
		if again := Small(texts, 4, seed); again != p {
			t.Errorf("seed %d: two pages differ", seed)
		}
	}
}
