package sites_test

import (
	"reflect"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

func TestTextOutputLeavesOutRemarks(t *testing.T) {
	for name, want := range map[string]bool{
		"article-wordpress": false, "stackexchange": false, // remarks on the content
		"reddit-old": true, "hackernews": true, // the content
	} {
		for _, f := range fixtures(t) {
			if f.name != name {
				continue
			}
			r := convert(t, f.src, func(o *pipeline.Options) { o.Format = "text" })
			none := convert(t, f.src, func(o *pipeline.Options) { o.Format, o.Comments = "text", false })
			if has := len(r.Text) > len(none.Text); has != want {
				t.Errorf("%s: comments in the text: %v, want %v\n%s", name, has, want, r.Text)
			}
			if len(r.Markdown) <= len(none.Markdown) {
				t.Errorf("%s: no comments in the Markdown", name)
			}
		}
	}
}

func TestARepeatedQuotationIsLeftOutAndReported(t *testing.T) {
	for _, f := range fixtures(t) {
		if f.name != "xenforo-2" {
			continue
		}
		r := convert(t, f.src, nil)
		if n := strings.Count(r.Markdown, "The gauge at the old pier shows two scales."); n != 1 {
			t.Errorf("the quoted sentence occurs %d times", n)
		}
		want := page.Loss{Kind: "repeated-quotes", Count: 1}
		for _, l := range r.Losses {
			if reflect.DeepEqual(l, want) {
				return
			}
		}
		t.Errorf("losses %v lack %v", r.Losses, want)
	}
}

func TestPostsThatAPageCountsButDoesNotShowAreReported(t *testing.T) {
	for name, want := range map[string]int{"forum-linked": 0, "forum-microdata": 0, "questions-linked": 0, "forum-hostile": 4} {
		for _, f := range fixtures(t) {
			if f.name != name {
				continue
			}
			got := 0
			for _, l := range convert(t, f.src, nil).Losses {
				if l.Kind == "comments" {
					got = l.Count
				}
			}
			if got != want {
				t.Errorf("%s: %d, want %d", name, got, want)
			}
		}
	}
}
