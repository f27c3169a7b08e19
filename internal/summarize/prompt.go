package summarize

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strings"
)

// Temperature is that of every request: little chance, so that a page asked
// for twice gives much the same text.
const Temperature = 0.2

// Prompt is what a model is told to do with a text. Its file holds the
// instruction and, below a line of three hyphens, the frame around the text.
type Prompt struct {
	ID   string // name and version: "map.v1"
	Hash string // SHA-256 of its file, 12 hexadecimal digits

	system, frame string
}

//go:embed prompts/*.txt
var promptFiles embed.FS

// The three prompts. A change of wording is a new version, with a file of its
// own, so that an id says what a model was told.
var (
	Single = prompt("single.v1") // a page that fits: 4–6 sentences
	Map    = prompt("map.v1")    // a part of one that does not: 3–4
	Reduce = prompt("reduce.v1") // the summaries of the parts: 5–7
)

func prompt(id string) Prompt {
	text, err := promptFiles.ReadFile("prompts/" + id + ".txt")
	if err != nil {
		panic(err) // the files are part of the program
	}
	system, frame, ok := strings.Cut(string(text), "\n---\n")
	if !ok {
		panic(fmt.Sprintf("prompt %s has no frame", id))
	}
	hash := sha256.Sum256(text)
	return Prompt{id, hex.EncodeToString(hash[:])[:12], system, frame}
}

// request is the prompt around a text. The text cannot end the frame that it
// stands in.
func (p Prompt) request(title, text string) Request {
	if title != "" {
		title = "Title: " + strings.Join(strings.Fields(title), " ") + "\n"
	}
	fill := strings.NewReplacer("{title}", inert(title), "{text}", inert(strings.TrimSpace(text)))
	return Request{System: p.system, User: strings.TrimSpace(fill.Replace(p.frame)), MaxTokens: maxAnswer}
}

// inert takes the meaning from marks of the frame inside a text.
func inert(s string) string {
	return strings.NewReplacer("<page>", "<page >", "</page>", "</page >").Replace(s)
}
