package judge

import (
	"encoding/json"
	"slices"
	"testing"

	"pulltab/internal/markdown"
)

// nothing is an outline and a page for which no factor holds.
var (
	nothing  = markdown.Outline{Characters: 500, Text: 200, Paragraphs: []int{39, 39, 39, 40, 40}}
	bigPage  = Original{Characters: 10_000}
	semantic = Original{Characters: 10_000, Semantic: true}
)

func with(change func(*markdown.Outline)) markdown.Outline {
	o := nothing
	o.Paragraphs = slices.Clone(o.Paragraphs)
	change(&o)
	return o
}

func TestQualityFactors(t *testing.T) {
	for _, c := range []struct {
		name string
		md   markdown.Outline
		page Original
		want float64
	}{
		{"no factor holds exactly at each threshold", nothing, bigPage, 0},
		{"A21 501 characters of Markdown", with(func(o *markdown.Outline) { o.Characters = 501 }), bigPage, 0.30},
		{"A22 text over 2 % of the HTML", with(func(o *markdown.Outline) { o.Text = 201 }), bigPage, 0.20},
		{"A23 article or main in the page", nothing, semantic, 0.20},
		{"A24 one heading", with(func(o *markdown.Outline) { o.Headings = 1 }), bigPage, 0.15},
		{"A25 three paragraphs of 40", with(func(o *markdown.Outline) { o.Paragraphs[0] = 40 }), bigPage, 0.15},
		{"all five", markdown.Outline{Characters: 501, Text: 201, Headings: 1, Paragraphs: []int{40, 40, 40}}, semantic, 1},
		{"an empty result of an empty page", markdown.Outline{}, Original{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Rate(c.md, c.page).Score; got != c.want {
				t.Errorf("score %v, want %v", got, c.want)
			}
		})
	}
}

func TestCleanSourcesGetFortyInsteadOfTheWebOnlyBonuses(t *testing.T) {
	if got := RateClean(nothing).Score; got != 0.40 {
		t.Errorf("bare clean source: %v, want 0.40", got)
	}
	all := markdown.Outline{Characters: 501, Headings: 1, Paragraphs: []int{40, 40, 40}}
	if got := RateClean(all).Score; got != 1 {
		t.Errorf("full clean source: %v, want 1", got)
	}
}

func TestFactorsInJSONAreThoseOfTheSource(t *testing.T) {
	for _, c := range []struct {
		q    Quality
		want string
	}{
		{Rate(nothing, semantic), `{"score":0.2,"factors":{"length":false,"ratio":false,"semantic":true,"heading":false,"paragraphs":false}}`},
		{RateClean(nothing), `{"score":0.4,"factors":{"length":false,"clean":true,"heading":false,"paragraphs":false}}`},
	} {
		got, err := json.Marshal(c.q)
		if err != nil || string(got) != c.want {
			t.Errorf("got %s, %v\nwant %s", got, err, c.want)
		}
	}
}

func TestBand(t *testing.T) {
	for score, want := range map[float64]string{1: "high", 0.90: "high", 0.89: "medium", 0.75: "medium", 0.74: "low", 0: "low"} {
		if got := Band(score); got != want {
			t.Errorf("Band(%v) = %s, want %s", score, got, want)
		}
	}
}
