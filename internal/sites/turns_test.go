package sites_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

// oneFixture returns the page of a fixture.
func oneFixture(t *testing.T, name string) page.Source {
	t.Helper()
	for _, f := range fixtures(t) {
		if f.name == name {
			return f.src
		}
	}
	t.Fatalf("no fixture %s", name)
	return page.Source{}
}

func lossCount(r pipeline.Result, kind string) int {
	for _, l := range r.Losses {
		if l.Kind == kind {
			return l.Count
		}
	}
	return 0
}

func TestTurnsAreCountedByRoleAndThoseNotOnThePageAreALoss(t *testing.T) {
	for name, want := range map[string]struct {
		user, assistant, all int
	}{
		"chatgpt-shared": {1, 1, 2},
		"chatgpt-long":   {3, 3, 14},
		"claude-long":    {4, 4, 8},
		"gemini-long":    {4, 4, 8},
		"chat-roles":     {2, 2, 4},
		"chat-labels":    {2, 2, 4},
	} {
		r := convert(t, oneFixture(t, name), nil)
		shown := want.user + want.assistant
		if r.Turns == nil || r.Turns.Shown != shown || r.Turns.All != want.all ||
			!maps.Equal(r.Turns.Roles, map[string]int{"user": want.user, "assistant": want.assistant}) {
			t.Errorf("%s: turns %+v, want %+v", name, r.Turns, want)
		}
		if lost := lossCount(r, "turns"); lost != want.all-shown {
			t.Errorf("%s: %d turns lost, want %d", name, lost, want.all-shown)
		}
	}
	if r := convert(t, oneFixture(t, "discourse-app"), nil); r.Turns != nil {
		t.Errorf("a forum has turns: %+v", r.Turns)
	}
}

func TestThoughtsAreFoldedUnlessTurnedOff(t *testing.T) {
	for name, thought := range map[string]string{
		"claude-long": "The screw must have been turned",
		"gemini-long": "so the pressure falls with height",
		"chat-roles":  "A loop should do it",
	} {
		on := convert(t, oneFixture(t, name), nil)
		off := convert(t, oneFixture(t, name), func(o *pipeline.Options) { o.Thoughts = false })
		if !strings.Contains(on.Markdown, "\n> [!quote]- Thoughts\n> ") || !strings.Contains(on.Markdown, thought) {
			t.Errorf("%s: thoughts are not folded:\n%s", name, on.Markdown)
		}
		if strings.Contains(off.Markdown, thought) || strings.Contains(off.Markdown, "Thoughts") {
			t.Errorf("%s: thoughts are not left out:\n%s", name, off.Markdown)
		}
		if on.Turns.Shown != off.Turns.Shown {
			t.Errorf("%s: %d turns, without thoughts %d", name, on.Turns.Shown, off.Turns.Shown)
		}
	}
}

func TestAClosedTranscriptIsALoss(t *testing.T) {
	for name, want := range map[string]int{"youtube-closed": 1, "youtube-open": 0} {
		if got := lossCount(convert(t, oneFixture(t, name), nil), "transcript-closed"); got != want {
			t.Errorf("%s: %d transcripts are closed, want %d", name, got, want)
		}
	}
}

func TestPostsBeyondTheLimitAreCounted(t *testing.T) {
	var b strings.Builder
	const posts = 10_050
	for i := range posts {
		fmt.Fprintf(&b, `<div data-role="%s">Line %d of a long talk.</div>`, []string{"user", "assistant"}[i%2], i)
	}
	r := convert(t, page.Source{URL: "https://talk.example/1", HTML: b.String()}, nil)
	if r.Turns == nil || r.Turns.Shown != 10_000 || lossCount(r, "posts-over-limit") != 50 {
		t.Errorf("turns %+v, losses %v", r.Turns, r.Losses)
	}
}
