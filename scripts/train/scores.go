package main

import (
	"encoding/gob"
	"flag"
	"os"
)

var scoresFile = flag.String("scores", "", "file that caches the first pass's held-out probabilities between runs; valid only while features, labels and settings are unchanged")

// readScores reads the cached probabilities, one for each row, and reports
// whether there are any.
func readScores(to []float64) bool {
	f, err := os.Open(*scoresFile)
	if err != nil {
		return false
	}
	defer f.Close()
	var all []float64
	if err := gob.NewDecoder(f).Decode(&all); err != nil || len(all) != len(to) {
		return false
	}
	copy(to, all)
	return true
}

// writeScores caches the probabilities.
func writeScores(from []float64) {
	if *scoresFile == "" {
		return
	}
	f, err := os.Create(*scoresFile)
	if err == nil {
		err = gob.NewEncoder(f).Encode(from)
		f.Close()
	}
	if err != nil {
		say("scores are not cached: %v", err)
	}
}
