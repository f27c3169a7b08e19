package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"pulltab/internal/pipeline"
)

// escalated returns the line of a page for a language model.
func escalated(d document, r pipeline.Result) ([]byte, error) {
	return compactJSON(struct {
		ID         json.RawMessage `json:"id"`
		URL        string          `json:"url,omitempty"`
		Title      string          `json:"title,omitempty"`
		Confidence any             `json:"confidence"`
		HTML       string          `json:"html"`
	}{idOf(d.id), r.URL, r.Title, confidenceOf(r), r.Pruned})
}

// maxAnswer is the maximum length of a line with an answer, in bytes.
const maxAnswer = 8 << 20

// readAnswers reads lines {"id","text"} or {"id","blocks"}. Of several answers with
// one id the last counts. All are held in memory.
func readAnswers(name string) (map[string]pipeline.Answer, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	answers := map[string]pipeline.Answer{}
	in := bufio.NewReaderSize(file, 1<<16)
	for n := 1; ; n++ {
		line, err := readLine(in, nil, maxAnswer)
		if errors.Is(err, io.EOF) {
			return answers, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var a struct {
			ID     json.RawMessage `json:"id"`
			Text   string          `json:"text"`
			Blocks []int           `json:"blocks"`
		}
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if len(a.ID) == 0 || a.Text == "" && len(a.Blocks) == 0 {
			return nil, fmt.Errorf("line %d: needs id, and text or blocks", n)
		}
		answers[string(a.ID)] = pipeline.Answer{Text: a.Text, Blocks: a.Blocks}
	}
}
