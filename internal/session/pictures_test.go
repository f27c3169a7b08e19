package session

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func pieceOf(id, to, upload string, seq int, last bool, data string) message {
	return message{"t": "picture", "id": id, "target": to, "upload": upload, "seq": seq, "last": last, "data": base64.StdEncoding.EncodeToString([]byte(data))}
}

const pngStart = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"

func TestPicturesAreStoredBesideTheNote(t *testing.T) {
	h, vault := startWithTarget(t, "targets:\n  vault:\n    folder: ~/Notes\n    pictures: beside\n  plain:\n    folder: ~/Notes\n")
	h.Send(pieceOf("a", "vault", "p1", 1, false, pngStart))
	if got := h.AnswerText("a"); got != "{}" {
		t.Errorf("first piece: %s", got)
	}
	h.Send(pieceOf("b", "vault", "p1", 2, true, "and more"))
	stored, _ := h.Answer("b")["path"].(string)
	if data, err := os.ReadFile(filepath.Join(vault, filepath.FromSlash(stored))); err != nil || string(data) != pngStart+"and more" {
		t.Fatalf("%s: %q, %v", stored, data, err)
	}
	note := saveMessage("c", "vault")
	note["markdown"] = "![gauge](https://harbour.example/i.png)\n\n![other](https://harbour.example/o.png)\n"
	note["pictures"] = []message{{"url": "https://harbour.example/i.png", "path": stored}, {"url": "https://harbour.example/o.png", "path": "../../secret.png"}}
	h.Send(note)
	h.Answer("c")
	text, err := os.ReadFile(filepath.Join(vault, "Tides.md"))
	if err != nil || !strings.Contains(string(text), "![gauge]("+stored+")") || !strings.Contains(string(text), "![other](https://harbour.example/o.png)") {
		t.Errorf("%v\n%s", err, text)
	}
	for id, c := range map[string]struct {
		code string
		m    message
	}{
		"d": {"E_CHUNK", pieceOf("d", "vault", "p2", 2, true, pngStart)},
		"e": {"E_FIELD", pieceOf("e", "plain", "p3", 1, true, pngStart)},
		"f": {"E_FIELD", pieceOf("f", "vault", "p4", 1, true, "<svg onload=x>")},
		"g": {"E_NO_TARGET", pieceOf("g", "other", "p5", 1, true, pngStart)},
	} {
		h.Send(c.m)
		if got, _ := json.Marshal(h.End(id)); !strings.Contains(string(got), c.code) {
			t.Errorf("%s: %s", id, got)
		}
	}
}
