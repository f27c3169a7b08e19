package session

import (
	"context"
	"encoding/json"
	"errors"

	"pulltab/internal/config"
	"pulltab/internal/protocol"
)

// sharedOptions is the answer to options.
type sharedOptions struct {
	Options map[string]any `json:"options,omitempty"` // absent if no browser shares any
	File    string         `json:"file"`
}

func (s *session) optionsJob(m *protocol.SharedOptions) *job {
	return &job{id: m.ID, work: func(context.Context, func(protocol.Progress)) (any, <-chan struct{}, error) {
		if err := s.setOptions(m.Set); err != nil {
			return nil, nil, err
		}
		settings, err := s.host.Folders.Settings()
		var wrong *config.SettingsError
		if err != nil && !(errors.As(err, &wrong) && wrong.LastGood) {
			return nil, nil, protocol.Errorf(protocol.CodeSettings, "the settings file has errors")
		}
		return sharedOptions{settings.Options, s.host.Folders.SettingsPath()}, nil, nil
	}}
}

// setOptions writes the options in set, a JSON object or nothing.
func (s *session) setOptions(set json.RawMessage) error {
	if len(set) == 0 || string(set) == "null" {
		return nil
	}
	var options map[string]any
	if err := json.Unmarshal(set, &options); err != nil {
		return protocol.Errorf(protocol.CodeField, "set is wrong").With("field", "set")
	}
	for name, value := range options {
		if number, ok := value.(float64); ok && number == float64(int(number)) {
			options[name] = int(number)
		}
	}
	err := s.host.Folders.SetOptions(options)
	var wrong *config.SettingsError
	switch {
	case errors.As(err, &wrong):
		return protocol.Errorf(protocol.CodeSettings, "the settings file has errors")
	case err != nil:
		s.log.Warn().Msg("options not written")
		return protocol.Errorf(protocol.CodeField, "the options cannot be written").With("field", "set")
	}
	return nil
}
