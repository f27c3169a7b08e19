package session

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

const keeper = `<article><h1>The keeper</h1><p>For eleven years Mara Lind has lived on a rock that is ninety steps long, and the first thing one learns there is to count.</p>
<p>She counts ships, she counts lamps, and above all she counts the pages of her notebooks, of which there are now forty.</p></article>
<aside><p>Ten other lights of the coast, with their keepers.</p></aside>`

func convertKeeper(h *running, id, client string) string {
	h.Send(message{"t": "convert", "id": id, "meta": message{"url": "https://example.com/", "client": client}, "content": message{"html": keeper}, "opts": message{"explain": true}})
	explanation, _ := h.Answer(id)["explanation"].(map[string]any)
	key, _ := explanation["page"].(string)
	return key
}

func TestPopupChangesAResultPieceByPiece(t *testing.T) {
	h := start(t, Convert(config.Folders{}), nil)
	h.Greet()
	key := convertKeeper(h, "c1", "popup")
	h.Send(message{"t": "edit", "id": "e1", "page": key})
	pieces, _ := h.Answer("e1")["pieces"].([]any)
	last := len(pieces) - 1
	if last < 0 || !strings.Contains(fmt.Sprint(pieces[last]), "Ten other lights") {
		t.Fatalf("pieces %v", pieces)
	}
	h.Send(message{"t": "edit", "id": "e2", "page": key, "flip": []int{last}})
	result, _ := h.Answer("e2")["result"].(map[string]any)
	if markdown, _ := result["markdown"].(string); !strings.Contains(markdown, "Ten other lights") || !strings.Contains(markdown, "eleven years") {
		t.Errorf("got %v", result)
	}
	h.Send(message{"t": "edit", "id": "e3", "page": key, "forget": true})
	h.Answer("e3")
	h.Send(message{"t": "edit", "id": "e4", "page": key})
	if code := h.End("e4")["code"]; code != "E_GONE" {
		t.Errorf("after forget: %v", code)
	}
}

func TestOnlyThePopupsPagesStayInMemory(t *testing.T) {
	h := start(t, Convert(config.Folders{}), nil)
	h.Greet()
	if key := convertKeeper(h, "c1", "menu"); key != "" {
		t.Errorf("key %q for a conversion from the menu", key)
	}
}

func editableOf(t *testing.T, html string) *pipeline.Editable {
	t.Helper()
	o := pipeline.DefaultOptions()
	var e *pipeline.Editable
	o.OnEditable = func(kept *pipeline.Editable) { e = kept }
	if _, err := pipeline.Convert(context.Background(), page.Source{HTML: html}, o, nil); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestPagesInMemoryAreLimited(t *testing.T) {
	small := editableOf(t, keeper)
	var e editables
	var keys []string
	for range maxEditable + 1 {
		keys = append(keys, e.add("x", small))
	}
	if e.get(keys[0]) != nil || e.get(keys[1]) == nil {
		t.Error("the oldest page is not the one that was dropped")
	}
	e.add("x", small)
	if e.get(keys[1]) == nil || e.get(keys[2]) != nil {
		t.Error("the page that was used last was dropped")
	}
	big := editableOf(t, keeper+"<!--"+strings.Repeat("x", 3<<20)+"-->")
	first := e.add("x", big)
	if second := e.add("x", big); e.get(first) != nil || e.get(second) == nil {
		t.Error("two pages of 36 MB are in memory")
	}
	if e.add("x", editableOf(t, keeper+"<!--"+strings.Repeat("x", 6<<20)+"-->")) != "" {
		t.Error("a page over the limit is in memory")
	}
}

func TestPagesLeaveMemoryAfterAWhile(t *testing.T) {
	small := editableOf(t, keeper)
	synctest.Test(t, func(t *testing.T) {
		var e editables
		key := e.add("x", small)
		time.Sleep(editableTime - time.Second)
		if e.get(key) == nil {
			t.Error("gone too early")
		}
		time.Sleep(editableTime + time.Second)
		if e.get(key) != nil {
			t.Error("still in memory")
		}
	})
}
