package summarize_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pulltab/internal/summarize"
)

// fixtures reads testdata/checked: for each page, true summaries, and summaries
// with one altered part between ⟦ and ⟧.
func fixtures(t *testing.T) (pages []summarize.Document, trueOnes, altered [][]string) {
	t.Helper()
	files, err := filepath.Glob("testdata/checked/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil || len(archive.Files) != 3 {
			t.Fatalf("%s: %v", file, err)
		}
		lines := func(i int) []string { return strings.Split(strings.TrimSpace(string(archive.Files[i].Data)), "\n") }
		pages = append(pages, summarize.Document{Markdown: string(archive.Files[0].Data)})
		trueOnes = append(trueOnes, lines(1))
		altered = append(altered, lines(2))
	}
	return pages, trueOnes, altered
}

func doubts(sentences []summarize.Sentence) []string {
	var out []string
	for _, s := range sentences {
		for _, d := range s.Doubts {
			if s.Text[d.Start:d.End] != d.Text {
				out = append(out, "misplaced: "+d.Text)
			}
			out = append(out, d.Text)
		}
	}
	return out
}

func TestTrueSummariesHaveNoDoubts(t *testing.T) {
	t.Parallel()
	pages, summaries, _ := fixtures(t)
	n := 0
	for i, page := range pages {
		for _, s := range summaries[i] {
			n++
			if got := doubts(summarize.Check(s, page)); len(got) > 0 {
				t.Errorf("%q in\n%s", got, s)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d summaries", n)
	}
}

func TestEveryAlteredPartIsDoubted(t *testing.T) {
	t.Parallel()
	pages, _, summaries := fixtures(t)
	n := 0
	for i, page := range pages {
		for _, marked := range summaries[i] {
			n++
			before, rest, _ := strings.Cut(marked, "⟦")
			want, after, ok := strings.Cut(rest, "⟧")
			if !ok {
				t.Fatalf("no altered part in %s", marked)
			}
			if got := doubts(summarize.Check(before+want+after, page)); len(got) != 1 || got[0] != want {
				t.Errorf("%q instead of %q in\n%s", got, want, marked)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d summaries", n)
	}
}

func TestQuotationsAndPossessivesAreChecked(t *testing.T) {
	t.Parallel()
	page := summarize.Document{Markdown: "Ines Falk said: \"The clock lies. Nobody knows why.\"\n"}
	for summary, want := range map[string][]string{
		"Falk said: “The clock is right. Nobody knows why.” She left.": {"“The clock is right.", "Nobody knows why.”"},
		"Falk said: “The clock lies. Nobody knows why.” She left.":     nil,
		"Meyer's clock lies.": {"Meyer's"}, "Okonkwo’s clock lies.": {"Okonkwo’s"}, "Falk's clock lies.": nil,
		"It's the clock.": nil, "That’s why it lies.": nil, "There's a clock.": nil,
	} {
		if got := doubts(summarize.Check(summary, page)); !slices.Equal(got, want) {
			t.Errorf("%s: %q", summary, got)
		}
	}
}

func TestSentencesHaveTheirSources(t *testing.T) {
	t.Parallel()
	pages, summaries, _ := fixtures(t)
	for i, page := range pages {
		for _, s := range summaries[i] {
			for _, sentence := range summarize.Check(s, page) {
				if len(sentence.Sources) == 0 || len(sentence.Sources) > 3 {
					t.Errorf("%d sources of %q", len(sentence.Sources), sentence.Text)
				}
			}
		}
	}
	page := summarize.Document{Markdown: "# Loaf\n\nFlour, water and salt are mixed.\n\nThe oven is heated to 250 degrees.\n\n- Rest the dough.\n- Bake it for an hour.\n"}
	got := summarize.Check("The oven has 250 degrees. Bake the dough for an hour. Cats purr.", page)
	if len(got) != 3 || len(got[0].Sources) != 1 || got[0].Sources[0].Text != "The oven is heated to 250 degrees." || got[0].Sources[0].Block != 2 {
		t.Errorf("%+v", got)
	}
	if s := got[1].Sources; len(s) != 2 || s[0].Text != "- Rest the dough." || s[1].Text != "- Bake it for an hour." {
		t.Errorf("%+v", s)
	}
	if len(got[2].Sources) != 0 {
		t.Errorf("%+v", got[2])
	}
}

func TestAbbreviationsDoNotEndSentences(t *testing.T) {
	t.Parallel()
	for summary, want := range map[string]int{
		"One. Two! Three?":                                 3,
		"Dr. Falk measured it. It was 4.2 m.":              2,
		"Am 3. Mai kam der Regen. Dann nicht mehr.":        2,
		"No full stop at the end":                          1,
		"J. R. Holm wrote it, e.g. in 1952. He was right.": 2,
		"東京は大きい。人が多い。":                                     2,
		"":                                                 1,
	} {
		got := summarize.Check(summary, summarize.Document{Markdown: "x"})
		var all []string
		for _, s := range got {
			all = append(all, s.Text)
		}
		if len(got) != want || strings.ReplaceAll(strings.Join(all, " "), " ", "") != strings.ReplaceAll(summary, " ", "") {
			t.Errorf("%q: %q", summary, all)
		}
	}
}

// Check ends on any input, and the positions of its doubts are correct.
func FuzzCheck(f *testing.F) {
	f.Add("In 1912 \"the end\" came on March 3, 2024 to Ines Falk's 1,234.5 million.", "# T\n\nOn 3 March 1.234 x")
	f.Add("“„\"'‘’«»", "")
	f.Add("1 000 000 2.000,5 '12 34' 99-99 Twenty-Five hundred", "| a |\n")
	f.Fuzz(func(t *testing.T, summary, page string) {
		for _, s := range summarize.Check(strings.Join(strings.Fields(strings.ToValidUTF8(summary, "?")), " "), summarize.Document{Markdown: page}) {
			for _, d := range s.Doubts {
				if s.Text[d.Start:d.End] != d.Text || d.Text == "" {
					t.Fatalf("%+v in %q", d, s.Text)
				}
			}
		}
	})
}
