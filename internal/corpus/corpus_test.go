package corpus_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/corpus"
)

// prose returns n words that no other seed has in this order.
func prose(seed uint64, n int) []string {
	random := rand.New(rand.NewPCG(seed, 1))
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", random.IntN(3000))
	}
	return words
}

// changed returns words with a share of them replaced, and a line before and after.
func changed(words []string, share float64, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 2))
	out := append([]string{"Reprinted", "here.", "\n"}, words...)
	for i := range out {
		if random.Float64() < share {
			out[i] = fmt.Sprintf("other%d", random.IntN(1000))
		}
	}
	return strings.ToUpper(strings.Join(out, " ")) + "\nAll rights reserved."
}

func TestNearDuplicatesAreFoundAndOthersAreNot(t *testing.T) {
	var signatures []*corpus.Signature
	add := func(text string) {
		s, words := corpus.Sign(text)
		if words == 0 {
			signatures = append(signatures, nil)
			return
		}
		signatures = append(signatures, &s)
	}
	const pages, planted = 1358, 200
	for i := range uint64(pages) {
		add(strings.Join(prose(i, 150+int(i)), " "))
	}
	for i := range uint64(planted) {
		add(changed(prose(i*5, 150+int(i)*5), 0.03, i))
	}
	add("")
	found, wrong := 0, 0
	for _, members := range corpus.Clusters(signatures, 0.6) {
		for _, m := range members[1:] {
			if m >= pages && members[0] == (m-pages)*5 {
				found++
			} else {
				wrong++
			}
		}
	}
	if found < planted*95/100 || wrong > 0 {
		t.Errorf("%d of %d near-duplicates found, %d others", found, planted, wrong)
	}
}

func TestWordsCountWithoutCaseAndPunctuation(t *testing.T) {
	a, words := corpus.Sign("One, two – three: “four” FIVE six.")
	b, _ := corpus.Sign("one two three four five, six")
	if a != b || words != 6 {
		t.Errorf("similarity %.2f, %d words", a.Similarity(&b), words)
	}
	if _, words := corpus.Sign("潮の満ち引き"); words != 6 {
		t.Errorf("%d characters of a script without spaces", words)
	}
	short, _ := corpus.Sign("two words")
	other, _ := corpus.Sign("other words")
	if short.Similarity(&other) > 0.2 {
		t.Error("short texts are similar")
	}
	if s, words := corpus.Sign(" – !"); words != 0 || s.Similarity(&short) > 0 {
		t.Error("a text without words is similar to another")
	}
}

func report() corpus.Report {
	c := corpus.NewCollector(0.6, "o200k_base", 0.75, 0.9)
	footer := "\nSubscribe to our newsletter | <b>now</b>\n"
	for i := range 12 {
		text := strings.Join(prose(uint64(i), 40), " ") + footer
		if i == 11 {
			text = strings.Join(prose(3, 40), " ") + " More." + footer
		}
		p := corpus.Page{
			ID: fmt.Sprint(i), URL: fmt.Sprintf("https://example.com/%d", i), Host: "example.com", Source: "blocks", Type: "article",
			Language: []string{"en", "de", ""}[i%3], Band: "medium", Confidence: 0.70 + 0.02*float64(i), Text: text, HTMLBytes: 1000, Tokens: 50,
		}
		switch {
		case i == 5:
			p = corpus.Page{ID: "5", Error: "E_NO_CONTENT", HTMLBytes: 10}
		case i == 6:
			p.Band, p.Confidence = "", 0
		case p.Confidence < 0.75:
			p.Band = "low"
		case p.Confidence >= 0.9:
			p.Band = "high"
		}
		c.Add(corpus.Prepare(p))
	}
	return c.Report()
}

func TestAReportCounts(t *testing.T) {
	r := report()
	if r.Pages != 12 || r.Failed != 1 || r.Tokens != 550 || r.Hosts != 1 || r.HTMLBytes != 11010 {
		t.Errorf("%+v", r)
	}
	if r.NearDuplicates != 1 || fmt.Sprint(r.Largest) != "[[3 11]]" {
		t.Errorf("near-duplicates: %d, %v", r.NearDuplicates, r.Largest)
	}
	// The footer has 39 of some 330 bytes, on all pages.
	if r.Repeated < 0.08 || r.Repeated > 0.2 {
		t.Errorf("share of repeated lines: %.3f", r.Repeated)
	}
	if got := fmt.Sprint(r.Languages, r.Bands, r.Errors); got != "[{de 4} {en 4} { 3}] [{medium 6} {low 3} { 1} {high 1}] [{E_NO_CONTENT 1}]" {
		t.Error(got)
	}
	if b := r.Borders[0]; len(b.Below) != 3 || b.Below[0].ID != "2" || b.Above[0].ID != "3" {
		t.Errorf("border: %+v", b)
	}
}

func TestTheSheetIsMarkdown(t *testing.T) {
	var b strings.Builder
	if err := report().WriteSheet(&b, "my_pages", "Pulltab 1"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "sheet.md")
	want, err := os.ReadFile(file)
	if err != nil || string(want) != b.String() {
		t.Errorf("%s: %v; the sheet is\n%s", file, err, b.String())
	}
}
