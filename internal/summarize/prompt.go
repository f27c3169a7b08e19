package summarize

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strings"
)

// Temperature is the sampling temperature of every request. It is low, so that
// repeated summaries of a page are similar.
const Temperature = 0.2

// Prompt is a versioned instruction to a model. Its file contains the system
// message and, after a line of three hyphens, the template of the user message.
type Prompt struct {
	ID   string // name and version: "map.v1"
	Hash string // SHA-256 of its file, 12 hexadecimal digits

	system, frame string
}

//go:embed prompts/*.txt
var promptFiles embed.FS

// The three prompts. A changed text gets a new version and a new file, so that
// an id always identifies the same text.
var (
	Single = prompt("single.v1") // a page that fits: 4–6 sentences
	Map    = prompt("map.v1")    // a part of one that does not: 3–4
	Reduce = prompt("reduce.v1") // the summaries of the parts: 5–7
)

func prompt(id string) Prompt {
	text, err := promptFiles.ReadFile("prompts/" + id + ".txt")
	if err != nil {
		panic(err) // the files are embedded
	}
	system, frame, ok := strings.Cut(string(text), "\n---\n")
	if !ok {
		panic(fmt.Sprintf("prompt %s has no frame", id))
	}
	hash := sha256.Sum256(text)
	return Prompt{id, hex.EncodeToString(hash[:])[:12], system, frame}
}

// request returns the request for a text. The text cannot close the <page>
// element that contains it.
func (p Prompt) request(title, text string) Request {
	if title != "" {
		title = "Title: " + strings.Join(strings.Fields(title), " ") + "\n"
	}
	fill := strings.NewReplacer("{title}", inert(title), "{text}", inert(strings.TrimSpace(text)))
	return Request{System: p.system, User: strings.TrimSpace(fill.Replace(p.frame)), MaxTokens: maxAnswer}
}

// inert escapes the template's tags in a text.
func inert(s string) string {
	return strings.NewReplacer("<page>", "<page >", "</page>", "</page >").Replace(s)
}
