package longpages

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The parts of an invented sentence.
var (
	subjects = parts(`the pilot|an old keeper|the harbour office|a diver|the ferry|the wind from the west|her brother
		|the clock maker|a visitor|the crew|the new tenant|a surveyor|the baker's daughter|the night train|nearly everyone`)
	verbs = parts(`wrote down|counted|forgot|measured|carried home|repaired|painted|sold|asked for|remembered
		|hid|described|lost|borrowed|drew`)
	objects = parts(`the height of the water|forty notebooks|a rope of hemp|the ninety-first stone|the lamp|two boards
		|a loaf of bread|the figures of March|the north light|a broken gauge|the last page|a map without names|seven keys`)
	times = parts(`before sunrise|in the winter of 1911|after the storm|without a word|for eleven days|as every year
		|while it rained|at low water|near the mole|on a Tuesday|against all advice|until the bell rang`)
	topics = parts(`harbour|budget|school|bridge|election|market|theatre|railway|clinic|garden|museum|storm|ferry|tax|library`)
	people = parts(`Anna Brook|J. Keeper|marlin77|Old Tom|Priya S.|Wanderer|K. Lund|tideless|Marta|northlight`)
)

func parts(s string) []string {
	all := strings.Split(s, "|")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

// sentence returns an invented sentence of about 15 words.
func sentence(r *rand.Rand) string {
	s := pick(r, subjects) + " " + pick(r, verbs) + " " + pick(r, objects) + " " + pick(r, times)
	if r.IntN(3) > 0 {
		s += ", and " + pick(r, subjects) + " " + pick(r, verbs) + " " + pick(r, objects)
	}
	return capital(s) + "."
}

// paragraph returns a paragraph of at least least and at most most sentences.
func paragraph(r *rand.Rand, least, most int) string {
	var all []string
	for range least + r.IntN(most-least+1) {
		all = append(all, sentence(r))
	}
	return strings.Join(all, " ")
}

func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// Paragraphs returns the different lines of texts that have at least minWords
// words.
func Paragraphs(texts []string) []string {
	var all []string
	seen := map[string]bool{}
	for _, text := range texts {
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if line = strings.Join(words, " "); len(words) >= minWords && !seen[line] {
				seen[line] = true
				all = append(all, line)
			}
		}
	}
	return all
}

const minWords = 15
