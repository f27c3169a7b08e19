package config

import (
	"errors"
	"path/filepath"
)

// Folders are Pulltab's own folders. A folder is empty if the environment does
// not determine it.
type Folders struct {
	Home   string // the user's
	Config string // config.yaml, model.json, recipes.yaml, host.json, installed.json
	Data   string // the database and the reports
	Cache  string // answers of models
}

// Errors of a folder that is needed and unknown.
var (
	ErrNoConfig = errors.New("find your configuration folder: neither HOME nor, on Windows, APPDATA is set")
	ErrNoData   = errors.New("find your data folder: neither HOME nor, on Windows, LOCALAPPDATA is set")
	ErrNoCache  = errors.New("find your cache folder: neither HOME nor, on Windows, LOCALAPPDATA is set")
)

// Reports returns the folder of the reports that the extension requested.
func (f Folders) Reports() (string, error) {
	if f.Data == "" {
		return "", ErrNoData
	}
	return filepath.Join(f.Data, "reports"), nil
}

// Answers returns the folder of cached model answers.
func (f Folders) Answers() (string, error) {
	if f.Cache == "" {
		return "", ErrNoCache
	}
	return filepath.Join(f.Cache, "answers"), nil
}
