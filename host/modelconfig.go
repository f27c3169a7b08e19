package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"pulltab/internal/summarize"
	"pulltab/internal/tokens"
)

// modelFile, in configDir, says which model summarises.
const modelFile = "model.json"

// modelConfig is the content of modelFile.
type modelConfig struct {
	BaseURL        string   `json:"baseUrl"`
	Model          string   `json:"model"`
	KeyEnv         string   `json:"keyEnv,omitempty"`         // environment variable that holds the key
	KeyCommand     []string `json:"keyCommand,omitempty"`     // program and arguments that print the key, for example the system's keychain
	Encoding       string   `json:"encoding,omitempty"`       // how to count tokens: o200k_base, cl100k_base or estimate
	ContextTokens  int      `json:"contextTokens,omitempty"`  // that the model holds
	ChunkTokens    int      `json:"chunkTokens,omitempty"`    // at most in one request
	OverlapTokens  *int     `json:"overlapTokens,omitempty"`  // that chunks share
	TimeoutSeconds int      `json:"timeoutSeconds,omitempty"` // of silence
	Parallel       int      `json:"parallel,omitempty"`       // requests at the same time
	Cache          bool     `json:"cache,omitempty"`          // remember answers on disk
	Allow          []string `json:"allow,omitempty"`          // origins that page text may be sent to
}

// errNoModel says that no model is configured.
var errNoModel = errors.New("no model is configured")

// readModelConfig reads modelFile from dir.
func readModelConfig(dir string) (modelConfig, error) {
	var c modelConfig
	if dir == "" {
		return c, errNoModel
	}
	path := filepath.Join(dir, modelFile)
	text, err := readConfig(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, errNoModel
	case err != nil:
		return c, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // a misspelt field must not pass for its default
	switch err := d.Decode(&c); {
	case err != nil:
		return c, fmt.Errorf("read %s: %w", path, err)
	case c.KeyEnv != "" && len(c.KeyCommand) > 0:
		return c, fmt.Errorf("%s: name the key by keyEnv or by keyCommand, not by both", path)
	case c.ContextTokens < 0 || c.ChunkTokens < 0 || c.OverlapTokens != nil && *c.OverlapTokens < 0 || c.TimeoutSeconds < 0 || c.Parallel < 0 || c.Parallel > maxParallel:
		return c, fmt.Errorf("%s: a number is negative, or parallel is over %d", path, maxParallel)
	}
	return c, nil
}

// maxParallel bounds requests under way at the same time.
const maxParallel = 32

// writeModelConfig replaces modelFile in dir.
func writeModelConfig(dir string, c modelConfig) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		return err
	}
	return replace(filepath.Join(dir, modelFile), b.Bytes(), 0o600)
}

// counter is how c counts tokens, and its name.
func (c modelConfig) counter() (summarize.Counter, string, error) {
	if c.Encoding == estimated {
		return estimate{}, estimated, nil
	}
	count, err := tokens.For(c.Encoding)
	if err != nil {
		return nil, "", fmt.Errorf("encoding in %s: %w; known are %s, %s and %s", modelFile, err, tokens.O200k, tokens.CL100k, estimated)
	}
	return count, count.Encoding(), nil
}

// estimated names the counter for models whose encoding is not known.
const estimated = "estimate"

type estimate struct{}

func (estimate) Count(text string) int { return tokens.Estimate(text) }

// client is the model that c names. It fails with a ConsentError, before the
// key is asked for, if page text may not be sent there; origins in further may
// be sent to besides those that c allows.
func (c modelConfig) client(further ...string) (*summarize.Client, error) {
	p := summarize.Provider{
		BaseURL:     c.BaseURL,
		Model:       c.Model,
		Allowed:     append(slices.Clone(c.Allow), further...),
		IdleTimeout: time.Duration(c.TimeoutSeconds) * time.Second,
	}
	if _, err := summarize.NewClient(p); err != nil {
		return nil, err
	}
	key, err := c.key()
	if err != nil {
		return nil, err
	}
	p.Key = key
	return summarize.NewClient(p)
}

// summarizer is what c configures. answers may be nil.
func (c modelConfig) summarizer(model summarize.Model, answers *summarize.DiskCache) (*summarize.Summarizer, error) {
	count, _, err := c.counter()
	if err != nil {
		return nil, err
	}
	s := summarize.Settings{Size: c.ChunkTokens, Context: c.ContextTokens, Parallel: c.Parallel}
	if c.OverlapTokens != nil {
		if s.Overlap = *c.OverlapTokens; s.Overlap == 0 {
			s.Overlap = -1
		}
	}
	if answers == nil {
		return summarize.New(model, nil, count, s)
	}
	return summarize.New(model, answers, count, s)
}

// answersDir is the folder of remembered answers.
func answersDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find your cache folder: %w", err)
	}
	return filepath.Join(dir, "pulltab", "answers"), nil
}

// forgetAnswers removes the remembered answers that are older than before, all
// if it is zero.
func forgetAnswers(before time.Time) error {
	dir, err := answersDir()
	if err != nil {
		return err
	}
	return summarize.ClearCache(dir, before)
}

// answers returns the memory that c asks for, nil if it asks for none.
func (c modelConfig) answers() (*summarize.DiskCache, error) {
	if !c.Cache {
		return nil, nil
	}
	dir, err := answersDir()
	if err != nil {
		return nil, err
	}
	return summarize.OpenCache(dir, time.Now())
}
