package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"pulltab/internal/summarize"
	"pulltab/internal/tokens"
)

// ModelFile, in the configuration folder, configures the model for summaries.
const ModelFile = "model.json"

// Model is the content of ModelFile. Zero values mean defaults.
type Model struct {
	BaseURL        string   `json:"baseUrl"`
	Model          string   `json:"model"`
	KeyEnv         string   `json:"keyEnv,omitempty"`         // environment variable that holds the API key
	KeyCommand     []string `json:"keyCommand,omitempty"`     // program and arguments that print the API key
	Encoding       string   `json:"encoding,omitempty"`       // tokenizer: o200k_base, cl100k_base or estimate
	ContextTokens  int      `json:"contextTokens,omitempty"`  // the model's context window
	ChunkTokens    int      `json:"chunkTokens,omitempty"`    // maximum tokens of a page per request
	OverlapTokens  *int     `json:"overlapTokens,omitempty"`  // tokens that neighbouring chunks share
	TimeoutSeconds int      `json:"timeoutSeconds,omitempty"` // of silence
	Parallel       int      `json:"parallel,omitempty"`       // concurrent requests
	Cache          bool     `json:"cache,omitempty"`          // cache answers on disk
	Allow          []string `json:"allow,omitempty"`          // origins that may receive page text
}

// ErrNoModel means that no model is configured.
var ErrNoModel = errors.New("no model is configured")

// maxParallel limits concurrent requests.
const maxParallel = 32

// Model reads ModelFile. It returns ErrNoModel if there is none.
func (f Folders) Model() (Model, error) {
	var m Model
	if f.Config == "" {
		return m, ErrNoModel
	}
	path := filepath.Join(f.Config, ModelFile)
	text, err := readFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return m, ErrNoModel
	case err != nil:
		return m, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // a misspelt field must not silently give its default
	switch err := d.Decode(&m); {
	case err != nil:
		return m, fmt.Errorf("read %s: %w", path, err)
	case m.KeyEnv != "" && len(m.KeyCommand) > 0:
		return m, fmt.Errorf("%s: use keyEnv or keyCommand, not both", path)
	case m.ContextTokens < 0 || m.ChunkTokens < 0 || m.OverlapTokens != nil && *m.OverlapTokens < 0 || m.TimeoutSeconds < 0 || m.Parallel < 0 || m.Parallel > maxParallel:
		return m, fmt.Errorf("%s: a number is negative, or parallel is over %d", path, maxParallel)
	}
	return m, nil
}

// WriteModel replaces ModelFile.
func (f Folders) WriteModel(m Model) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return err
	}
	return WriteFile(filepath.Join(f.Config, ModelFile), b.Bytes(), 0o600)
}

// encodingEstimate selects the approximate token counter, for models with an
// unknown tokenizer.
const encodingEstimate = "estimate"

type estimate struct{}

func (estimate) Count(text string) int { return tokens.Estimate(text) }

// Counter returns the configured token counter and its name.
func (m Model) Counter() (summarize.Counter, string, error) {
	if m.Encoding == encodingEstimate {
		return estimate{}, encodingEstimate, nil
	}
	count, err := tokens.For(m.Encoding)
	if err != nil {
		return nil, "", fmt.Errorf("encoding in %s: %w; known are %s, %s and %s", ModelFile, err, tokens.O200k, tokens.CL100k, encodingEstimate)
	}
	return count, count.Encoding(), nil
}

// Client returns a client of the configured service. If page text may not be
// sent there, it fails with a ConsentError before it asks for the key. Page text
// may be sent to the origins in m.Allow and to those passed.
func (m Model) Client(getenv func(string) string, allowed ...string) (*summarize.Client, error) {
	p := summarize.Provider{
		BaseURL:     m.BaseURL,
		Model:       m.Model,
		Allowed:     append(slices.Clone(m.Allow), allowed...),
		IdleTimeout: time.Duration(m.TimeoutSeconds) * time.Second,
	}
	if _, err := summarize.NewClient(p); err != nil {
		return nil, err
	}
	key, err := m.key(getenv)
	if err != nil {
		return nil, err
	}
	p.Key = key
	return summarize.NewClient(p)
}

// Summarizer returns a summarizer with the configured settings. answers may be
// nil.
func (m Model) Summarizer(model summarize.Model, answers *summarize.DiskCache) (*summarize.Summarizer, error) {
	count, _, err := m.Counter()
	if err != nil {
		return nil, err
	}
	s := summarize.Settings{Size: m.ChunkTokens, Context: m.ContextTokens, Parallel: m.Parallel}
	if m.OverlapTokens != nil {
		if s.Overlap = *m.OverlapTokens; s.Overlap == 0 {
			s.Overlap = -1 // 0 would give the default
		}
	}
	if answers == nil {
		return summarize.New(model, nil, count, s)
	}
	return summarize.New(model, answers, count, s)
}

// Answers opens the cache of answers, or returns nil if m does not enable it.
func (m Model) Answers(f Folders) (*summarize.DiskCache, error) {
	if !m.Cache {
		return nil, nil
	}
	dir, err := f.Answers()
	if err != nil {
		return nil, err
	}
	return summarize.OpenCache(dir, time.Now())
}
