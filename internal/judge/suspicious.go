package judge

import (
	"regexp"
	"strings"

	"pulltab/internal/page"
)

// Suspicion is a text that reads as an instruction to a language model.
type Suspicion struct {
	Kind  string `json:"kind"`  // "override", "role", "secrecy" or "characters"
	Place string `json:"place"` // "text" of the result, "folded" (behind a control) or "hidden" (left out)
	Block int    `json:"block"`
	Text  string `json:"text"` // its first words
}

// maxSuspicions limits the list.
const maxSuspicions = 20

// instructions are the forms of instructions to models, by kind. Each needs the
// verb and the object of the instruction, so that text about models is rarely
// meant.
var instructions = []struct {
	kind string
	word string // in lower case, in every text that form matches
	form *regexp.Regexp
}{
	{"override", "instructions", regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|the|your|my|of)\s+){0,4}(?:previous|prior|above|earlier|preceding|system|other)\s+(?:\w+\s+)?instructions\b`)},
	{"override", "prompt", regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override|reveal|print|repeat)\s+(?:(?:all|the|your|of)\s+){0,3}(?:previous|system|initial|hidden)\s+prompts?\b`)},
	{"override", "anweisungen", regexp.MustCompile(`(?i)\b(?:ignoriere|vergiss|missachte)\s+(?:(?:alle|deine|die)\s+){0,2}(?:vorherigen|bisherigen|obigen|früheren)\s+anweisungen\b`)},
	{"role", "you are now", regexp.MustCompile(`(?i)\byou are now (?:an? )?(?:\w+ )?(?:ai|assistant|chatbot|dan|language model|unrestricted)\b`)},
	{"role", "<|", regexp.MustCompile(`<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>`)},
	{"role", "[inst]", regexp.MustCompile(`(?i)\[/?inst\]|<<sys>>`)},
	{"role", "ai", regexp.MustCompile(`(?i)\b(?:attention|note|instructions?|message|important)\b[^.!?]{0,20}\b(?:ai|llm)\s*(?:assistants?|agents?|models?|systems?|crawlers?)\s*:`)},
	{"secrecy", "do not", regexp.MustCompile(`(?i)\bdo not (?:tell|inform|mention (?:this|it) to|reveal (?:this|it) to|show (?:this|it) to) the user\b`)},
}

// Suspicious returns the visible, folded and hidden texts of p that read as
// instructions to a model: those that keep selects, and hidden ones.
func Suspicious(p *page.Page, keep page.Selection) (list []Suspicion) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		place := "text"
		switch {
		case b.Hidden && !keep.Has(i):
			place = "hidden"
		case !keep.Has(i):
			continue
		case b.Folded > 0:
			place = "folded"
		}
		if b.Kind == page.Code && place == "text" {
			continue // documentation of prompts
		}
		if kind := Instruction(b.Text); kind != "" && len(list) < maxSuspicions {
			list = append(list, Suspicion{kind, place, i, FirstWords(b.Text)})
		}
	}
	return list
}

// Instruction returns the kind of the first instruction to a model in text, or "".
func Instruction(text string) string {
	lower := ""
	for i := range instructions {
		if len(text) < len(instructions[i].word) {
			continue
		}
		if lower == "" {
			lower = strings.ToLower(text)
		}
		if strings.Contains(lower, instructions[i].word) && instructions[i].form.MatchString(text) {
			return instructions[i].kind
		}
	}
	return ""
}
