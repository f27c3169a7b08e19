package typed_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/typed"
)

func parse(t testing.TB, source string) *page.Page {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{URL: "https://shop.example/p/1", HTML: source})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPricesInMarkupAreComparedWithThoseShown(t *testing.T) {
	data, err := os.ReadFile("testdata/prices.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Shown, Verdict string
		Offers               json.RawMessage
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	count := map[bool]int{}
	for _, c := range cases {
		source := `<html><head><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Tide clock T3","offers":` + string(c.Offers) +
			`}</script></head><body><nav><a href="/cart">Cart (€12.00)</a></nav><main><div><h1>Tide clock T3</h1><div>` + c.Shown +
			`</div></div><section><h2>Related</h2><p>Barometer</p><p>€19.00</p></section></main></body></html>`
		items, _ := typed.Collect(parse(t, source))
		count[c.Verdict == "differs"]++
		if len(items) != 1 || len(items[0].Checks) != 1 || items[0].Checks[0].Verdict != c.Verdict {
			t.Errorf("%s: %+v, want %s", c.Name, items, c.Verdict)
		}
	}
	if count[true] < 20 || count[false] < 20 {
		t.Errorf("%d pages with a contradiction and %d without", count[true], count[false])
	}
}

// On a page of many things a price beside one can be that of another.
func TestPricesOfAListAreNotMarked(t *testing.T) {
	source := func(names ...string) string {
		var data, shown strings.Builder
		for _, name := range names {
			data.WriteString(`<script type="application/ld+json">{"@type":"Product","name":"` + name + `","offers":{"price":"20.00","priceCurrency":"EUR"}}</script>`)
			shown.WriteString("<div><h2>" + name + "</h2><p>€30.00</p></div>")
		}
		return "<html><head>" + data.String() + "</head><body><main>" + shown.String() + "</main></body></html>"
	}
	for want, names := range map[string][]string{"differs": {"Tide clock"}, "unknown": {"Tide clock", "Barometer", "Wind vane"}} {
		items, _ := typed.Collect(parse(t, source(names...)))
		if len(items) != len(names) || len(items[0].Checks) != 1 || items[0].Checks[0].Verdict != want {
			t.Errorf("%d things: %+v, want %s", len(names), items, want)
		}
	}
}

func TestItemsComeFromJSONLDMicrodataAndRDFa(t *testing.T) {
	for name, source := range map[string]string{
		"json-ld": `<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Kitchen"},{"@type":["Thing","Recipe"],"name":"Soup","recipeYield":"4","nutrition":{"@type":"NutritionInformation","calories":"320 kcal"},"recipeIngredient":["500 g cod","2 leeks"]}]}</script>`,
		"microdata": `<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Soup</h1><meta itemprop="recipeYield" content="4">
			<div itemprop="nutrition" itemscope itemtype="https://schema.org/NutritionInformation"><b itemprop="calories">320 kcal</b></div><i itemprop="recipeIngredient">500 g cod</i><i itemprop="recipeIngredient">2 leeks</i></div>`,
		"rdfa": `<div vocab="https://schema.org/" typeof="Recipe"><h1 property="name">Soup</h1><meta property="recipeYield" content="4">
			<div property="nutrition" typeof="NutritionInformation"><b property="calories">320 kcal</b></div><i property="recipeIngredient">500 g cod</i><i property="recipeIngredient">2 leeks</i></div>`,
	} {
		items, losses := typed.Collect(parse(t, source+"<p>Text</p>"))
		if len(items) != 1 || items[0].Type != "Recipe" || items[0].Origin != name || len(losses) > 0 {
			t.Fatalf("%s: %+v, losses %v", name, items, losses)
		}
		got, err := json.Marshal(items[0].Properties)
		if err != nil {
			t.Fatal(err)
		}
		const want = `{"name":"Soup","nutrition":{"@type":"NutritionInformation","calories":"320 kcal"},"recipeIngredient":["500 g cod","2 leeks"],"recipeYield":"4"}`
		if string(got) != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
	}
}

func TestBrokenDataIsNamedAndDataIsBounded(t *testing.T) {
	nested := strings.Repeat(`{"@type":"Thing","isRelatedTo":`, 40) + `"x"` + strings.Repeat("}", 40)
	for name, c := range map[string]struct{ source, kind string }{
		"broken":   {`{"@type":"Product","name":"Clock",}`, "json-ld"},
		"deep":     {`{"@type":"Product","name":"Clock","isRelatedTo":` + nested + `}`, "data-too-deep"},
		"large":    {`{"@type":"Product","name":"Clock","description":"` + strings.Repeat("x", 300<<10) + `"}`, "data-over-limit"},
		"too many": {`[` + strings.TrimSuffix(strings.Repeat(`{"@type":"Product","name":"Clock"},`, 300), ",") + `]`, "data-over-limit"},
	} {
		items, losses := typed.Collect(parse(t, `<script type="application/ld+json">`+c.source+`</script><p>Text`))
		found := false
		for _, l := range losses {
			found = found || l.Kind == c.kind && l.Count > 0
		}
		encoded, err := json.Marshal(items)
		if err != nil {
			t.Fatal(err)
		}
		if !found || len(encoded) > 300<<10 {
			t.Errorf("%s: %d bytes, losses %v", name, len(encoded), losses)
		}
	}
	for name, source := range map[string]string{
		"comments around it": "<!--\n{\"@type\":\"Book\",\"name\":\"Tides\"}\n-->",
		"a semicolon":        `{"@type":"Book","name":"Tides"};`,
		"raw line breaks":    "{\"@type\":\"Book\",\"name\":\"Tides\nand gauges\"}",
	} {
		if items, losses := typed.Collect(parse(t, `<script type="application/ld+json">`+source+`</script><p>Text`)); len(items) != 1 || len(losses) > 0 {
			t.Errorf("%s: %+v, losses %v", name, items, losses)
		}
	}
}
