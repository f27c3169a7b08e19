package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pulltab/internal/config"
)

// startWithTarget starts a session whose settings name the folder vault.
func startWithTarget(t *testing.T, settings string) (h *running, vault string) {
	t.Helper()
	folders := config.Folders{Config: t.TempDir(), Home: t.TempDir()}
	vault = filepath.Join(folders.Home, "Notes")
	if err := os.Mkdir(vault, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folders.SettingsPath(), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	h = start(t, Convert(folders), func(s *session) { s.host.Folders = folders })
	h.Greet()
	return h, vault
}

const vaultSettings = "targets:\n  vault:\n    folder: ~/Notes\n  gone:\n    folder: ~/Gone\n"

func saveMessage(id, to string) message {
	return message{
		"t": "saveTo", "id": id, "target": to, "url": "https://harbour.example/tides", "at": 1777798800000,
		"markdown": "---\ntitle: old\n---\n\n# Tides\n\nThe gauge.\n", "metadata": message{"title": "Tides", "site": "Harbour", "quality": 0.85, "source": "blocks"},
	}
}

func TestANoteIsWrittenToTheFolderOfAnAlias(t *testing.T) {
	h, vault := startWithTarget(t, vaultSettings)
	h.Send(message{"t": "targets", "id": "t1"})
	if got := h.AnswerText("t1"); !strings.Contains(got, `{"alias":"vault"},{"alias":"gone"}`) || strings.Contains(got, "Notes") {
		t.Errorf("targets: %s", got)
	}
	for i, want := range []string{`{"path":"Tides.md","outcome":"created"}`, `{"path":"Tides.md","outcome":"unchanged"}`} {
		id := string(rune('a' + i))
		h.Send(saveMessage(id, "vault"))
		if got := h.AnswerText(id); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	text, err := os.ReadFile(filepath.Join(vault, "Tides.md"))
	if err != nil || !strings.HasPrefix(string(text), "---\ntitle: Tides\nurl: https://harbour.example/tides\nsite: Harbour\n") || !strings.HasSuffix(string(text), "---\n\n# Tides\n\nThe gauge.\n") {
		t.Errorf("%v\n%s", err, text)
	}
	later := saveMessage("c", "vault")
	later["at"] = 1777798999000
	h.Send(later)
	if got := h.AnswerText("c"); got != `{"path":"Tides 2.md","outcome":"created"}` {
		t.Errorf("a second click: %s", got)
	}
}

func TestFailuresToSaveHaveCodes(t *testing.T) {
	h, vault := startWithTarget(t, vaultSettings)
	path := saveMessage("p", "../Notes")
	for _, c := range []struct {
		id, code string
		message  message
	}{
		{"n", "E_NO_TARGET", saveMessage("n", "other")},
		{"p", "E_NO_TARGET", path},
		{"w", "E_WRITE", saveMessage("w", "gone")},
		{"m", "E_FIELD", message{"t": "saveTo", "id": "m", "target": "vault", "markdown": "x", "metadata": message{"title": 1}}},
		{"e", "E_FIELD", message{"t": "saveTo", "id": "e", "target": "vault"}},
	} {
		h.Send(c.message)
		if got, _ := json.Marshal(h.End(c.id)); !strings.Contains(string(got), c.code) {
			t.Errorf("%s: %s", c.id, got)
		}
	}
	if err := os.WriteFile(h.session.host.Folders.SettingsPath(), []byte("targets: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Send(saveMessage("s", "vault")) // the first request kept the last good settings
	h.Answer("s")
	if entries, _ := os.ReadDir(vault); len(entries) != 1 {
		t.Errorf("%d files", len(entries))
	}
}

func TestWrongSettingsWithoutAnEarlierVersionAreNamed(t *testing.T) {
	h, _ := startWithTarget(t, "targets: x\n")
	h.Send(saveMessage("s", "vault"))
	if got, _ := json.Marshal(h.End("s")); !strings.Contains(string(got), "E_SETTINGS") {
		t.Errorf("%s", got)
	}
}
