package recipe_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/recipe"
)

var update = flag.Bool("update", false, "rewrite the expected Markdown")

// Each built-in recipe has a page testdata/NAME.html whose first line is an address
// of the site, and its expected Markdown. Without a content selector the engine is
// one without a trained model, so that a new model does not change the result.
func TestShippedRecipesGiveTheExpectedMarkdown(t *testing.T) {
	set := recipe.Load(nil)
	if set.Problem != "" {
		t.Fatal(set.Problem)
	}
	for i := range set.All {
		r := &set.All[i]
		t.Run(r.Name, func(t *testing.T) {
			data, err := os.ReadFile("testdata/" + r.Name + ".html")
			if err != nil {
				t.Fatal(err)
			}
			head, body, _ := strings.Cut(string(data), "\n")
			src := page.Source{URL: strings.TrimSuffix(strings.TrimPrefix(head, "<!-- url: "), " -->"), HTML: body}
			if found, _ := set.Find(src.URL); found != r {
				t.Fatalf("%s gets another recipe", src.URL)
			}
			o := pipeline.DefaultOptions()
			o.Recipes, o.NoTimestamp, o.FrontmatterFields = set, true, []string{"title", "author", "published", "source"}
			if r.Content == nil {
				o.Engine = "readability"
			}
			result, err := pipeline.Convert(context.Background(), src, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			file := "testdata/" + r.Name + ".md"
			if *update {
				if err := os.WriteFile(file, []byte(result.Markdown), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if result.Markdown != string(want) {
				t.Errorf("got\n%s\nwant\n%s", result.Markdown, want)
			}
			o.Recipes = recipe.Set{}
			without, err := pipeline.Convert(context.Background(), src, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			if without.Markdown == result.Markdown {
				t.Error("without the recipe the result is the same")
			}
		})
	}
}

func TestAnInvalidFileChangesOnlyTheReason(t *testing.T) {
	src := page.Source{URL: "https://harbour.example/", HTML: "<main><article><h1>Tides</h1><p>" + strings.Repeat("The tide goes out and comes back in. ", 20) + "</p></article></main>"}
	o := pipeline.DefaultOptions()
	o.NoTimestamp = true
	plain, err := pipeline.Convert(context.Background(), src, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Recipes = recipe.Load([]byte("recipes: 7\n"))
	r, err := pipeline.Convert(context.Background(), src, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Markdown != plain.Markdown || !strings.Contains(r.Reason, "your recipes are not used") {
		t.Errorf("reason %q", r.Reason)
	}
}

// The fields of a recipe, by JSON-LD path or by selector, are in the metadata of
// the result.
func TestFieldsOfARecipeStandInTheJSON(t *testing.T) {
	text := strings.Repeat("The tide goes out and comes back in. ", 20)
	src := page.Source{URL: "https://harbour.example/tides", HTML: `<title>Harbour</title><script type="application/ld+json">
		{"@graph": [{"story": {"headline": "Tides", "by": [{"name": "Mira  Holm"}, {"name": "Jonas"}], "on": "2024-03-20"}}, {"story": 7}]}</script>
		<script type="application/ld+json">{"story": </script>
		<main><article><p>` + text + `</p><span class="topic" data-topic="tides"></span><span class="topic" data-topic="piers"></span></article></main>`}
	o := pipeline.DefaultOptions()
	o.NoTimestamp = true
	o.Recipes = recipe.Load([]byte(`recipes:
  - name: harbour
    match: ["harbour.example/**"]
    fields:
      title: { jsonld: story.headline }
      author: { jsonld: story.by.name }
      published: { jsonld: story.on }
      description: { jsonld: story.nothing }
      tags: { selector: ".topic", attr: data-topic }
`))
	r, err := pipeline.Convert(context.Background(), src, o, nil)
	if err != nil || o.Recipes.Problem != "" {
		t.Fatal(err, o.Recipes.Problem)
	}
	got, err := json.Marshal(r.Metadata)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"title":"Tides"`, `"author":["Mira Holm","Jonas"]`, `"published":"2024-03-20"`, `"tags":["tides","piers"]`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if r.Metadata.Description != "" {
		t.Errorf("a description from nowhere: %q", r.Metadata.Description)
	}
}
