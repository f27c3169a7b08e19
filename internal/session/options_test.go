package session

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestBrowsersShareOptionsInTheSettingsFile(t *testing.T) {
	h, _ := startWithTarget(t, "# mine\n"+vaultSettings)
	h.Send(message{"t": "options", "id": "a"})
	if got := h.AnswerText("a"); strings.Contains(got, `"options"`) {
		t.Errorf("before: %s", got)
	}
	h.Send(message{"t": "options", "id": "b", "set": message{"images": "alt", "commentDepth": 5, "comments": false, "newer": "x"}})
	const want = `"options":{"commentDepth":5,"comments":false,"images":"alt","newer":"x"}`
	if got := h.AnswerText("b"); !strings.Contains(got, want) {
		t.Errorf("set: %s", got)
	}
	for id, set := range map[string]message{"c": {"images": "hide"}, "d": {"commentDepth": 1.5}, "e": {"a": []string{"x"}}, "f": {"a b": 1}} {
		h.Send(message{"t": "options", "id": id, "set": set})
		if got, _ := json.Marshal(h.End(id)); !strings.Contains(string(got), "E_FIELD") {
			t.Errorf("%v: %s", set, got)
		}
	}
	h.Send(message{"t": "options", "id": "g"})
	if got := h.AnswerText("g"); !strings.Contains(got, want) {
		t.Errorf("after: %s", got)
	}
	text, err := os.ReadFile(h.session.host.Folders.SettingsPath())
	if err != nil || !strings.HasPrefix(string(text), "# mine\n") || !strings.Contains(string(text), "folder: ~/Notes") {
		t.Errorf("%v\n%s", err, text)
	}
}
