package summarize_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pulltab/internal/summarize"
)

const handbook = `The kiln handbook of the pottery.

# Kiln

General words about the kiln and its shed.

## Firing

Heat the kiln to 1,240 degrees over nine hours. Do not open the door.

### Cooling

The kiln cools for two days. Opening the door early cracks the glaze.

## Glazes

Celadon needs iron. Shino needs feldspar.

` + "```text\n# not a heading\nceladon: iron 2\n```" + `

## 安全

窯の温度は高い。手袋を使う。
`

func ask(t *testing.T, md, question string, budget int) summarize.Answer {
	t.Helper()
	a, err := summarize.Query(t.Context(), exact(t), md, question, budget)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestQueryFindsTheSection(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ question, match, section, text string }{
		{"How long does the kiln cool?", "high", "Kiln › Firing › Cooling", "two days"},
		{"opening doors early", "high", "Kiln › Firing › Cooling", "cracks the glaze"},
		{"celadon iron", "high", "Kiln › Glazes", "celadon: iron 2"},
		{"How many degrees?", "high", "Kiln › Firing", "1,240"},
		{"窯の温度", "high", "Kiln › 安全", "手袋"},
		{"opening hours of the museum", "medium", "Kiln › Firing", "hours"},
		{"the price of bananas", "low", "", ""},
	} {
		a := ask(t, handbook, c.question, 120)
		best := summarize.Section{}
		for _, s := range a.Sections {
			if s.Score > best.Score {
				best = s
			}
		}
		if got := strings.Join(best.Path, " › "); a.Match != c.match || got != c.section || !strings.Contains(a.Markdown, c.text) || best.Chosen != (c.text != "") {
			t.Errorf("%s: match %s in %q (%+v):\n%s", c.question, a.Match, got, best, a.Markdown)
		}
	}
}

func TestQueryListsEverySection(t *testing.T) {
	t.Parallel()
	var got []string
	for _, s := range ask(t, handbook, "glaze", 600).Sections {
		got = append(got, strings.Join(s.Path, "/"))
	}
	want := []string{"", "Kiln", "Kiln/Firing", "Kiln/Firing/Cooling", "Kiln/Glazes", "Kiln/安全"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("sections %q, want %q", got, want)
	}
}

func TestQueryStaysWithinBudget(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 6))
	for i := range fewerIfShort(100, 30) {
		md := document(r)
		budget := summarize.MinBudget + r.IntN(300)
		a := ask(t, md, "sentence word 東京 table", budget)
		if n := exact(t).Count(a.Markdown); n > budget || n != a.Tokens {
			t.Fatalf("document %d: %d tokens, said %d, budget %d\n%q", i, n, a.Tokens, budget, md)
		}
		again := ask(t, md, "sentence word 東京 table", budget)
		if !reflect.DeepEqual(a, again) {
			t.Fatalf("document %d has two answers", i)
		}
	}
}

// A section longer than the budget gives its best part.
func TestQueryInsideALongSection(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# Log\n\n")
	for i := range 200 {
		fmt.Fprintf(&b, "On day %d nothing of note happened in the harbour.\n\n", i)
		if i == 140 {
			b.WriteString("A whale swam by the lighthouse.\n\n")
		}
	}
	a := ask(t, b.String(), "whale lighthouse", 100)
	if a.Match != "high" || !strings.Contains(a.Markdown, "A whale swam") || !strings.HasPrefix(a.Markdown, "**Log**\n\n") {
		t.Errorf("match %s:\n%s", a.Match, a.Markdown)
	}
}

// measuringCounter is a Counter that adds up the bytes that it counts.
type measuringCounter struct {
	summarize.Counter
	bytes int
}

func (c *measuringCounter) Count(s string) int {
	c.bytes += len(s)
	return c.Counter.Count(s)
}

// The counted bytes grow linearly with the page if thousands of small sections
// match.
func TestQueryOfManySectionsIsLinear(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "## Clock %d\n\nThe clock runs %d.\n\n", i, i)
	}
	c := &measuringCounter{Counter: exact(t)}
	a, err := summarize.Query(t.Context(), c, b.String(), "clock", summarize.MaxBudget)
	if err != nil || a.Tokens < summarize.MaxBudget/2 {
		t.Fatalf("%d tokens, %v", a.Tokens, err)
	}
	if c.bytes > 6*b.Len() {
		t.Errorf("%d bytes were counted of a page of %d", c.bytes, b.Len())
	}
}

// An extremely long heading is not repeated above each of its passages.
func TestQueryBelowALongHeadingIsLinear(t *testing.T) {
	t.Parallel()
	md := "# " + strings.Repeat("clock ", 4000) + "\n\n" + strings.Repeat(strings.Repeat("The clock runs on. ", 20)+"\n\n", 100)
	c := &measuringCounter{Counter: exact(t)}
	a, err := summarize.Query(t.Context(), c, md, "clock", summarize.DefaultBudget)
	if err != nil || a.Match != "high" || a.Tokens < summarize.DefaultBudget/2 {
		t.Fatalf("%+v, %v", a, err)
	}
	if c.bytes > 8*len(md) {
		t.Errorf("%d bytes were counted of a page of %d", c.bytes, len(md))
	}
}

func TestQueryRefusesInvalidArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		question string
		budget   int
	}{{"x", 63}, {"x", 20_001}, {"", 600}, {"?!", 600}} {
		if _, err := summarize.Query(t.Context(), exact(t), handbook, c.question, c.budget); err == nil {
			t.Errorf("%q with a budget of %d is accepted", c.question, c.budget)
		}
	}
	if a := ask(t, "", "anything", 600); a.Match != "low" || a.Markdown != "" || len(a.Sections) != 0 {
		t.Errorf("an empty document answers %+v", a)
	}
}

// stoppingCounter ends a context at its first long text.
type stoppingCounter struct {
	summarize.Counter
	stop  context.CancelFunc
	calls int
}

func (c *stoppingCounter) Count(s string) int {
	c.calls++
	c.stop()
	return c.Counter.Count(s)
}

func TestQueryEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	c := &stoppingCounter{Counter: exact(t), stop: stop}
	_, err := summarize.Query(ctx, c, strings.Repeat("# A clock\n\nThe clock runs on.\n\n", 1000), "clock", summarize.DefaultBudget)
	if !errors.Is(err, context.Canceled) || c.calls > 10 {
		t.Errorf("%v after %d counts", err, c.calls)
	}
}
