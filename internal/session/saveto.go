package session

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/frontmatter"
	"pulltab/internal/notefile"
	"pulltab/internal/notetemplate"
	"pulltab/internal/protocol"
	"pulltab/internal/target"
)

// targetList is the answer to targets. It contains no folder.
type targetList struct {
	Targets []namedTarget `json:"targets"`
	Problem bool          `json:"problem,omitempty"` // the settings file has errors
	File    string        `json:"file"`              // path of the settings
}

type namedTarget struct {
	Alias    string `json:"alias"`
	Pictures bool   `json:"pictures,omitempty"` // they are stored in the folder
}

func (s *session) targetsJob(m *protocol.TargetsQuery) *job {
	return &job{id: m.ID, work: func(context.Context, func(protocol.Progress)) (any, <-chan struct{}, error) {
		settings, err := s.host.Folders.Settings()
		list := targetList{Targets: []namedTarget{}, Problem: err != nil, File: s.host.Folders.SettingsPath()}
		for _, t := range settings.Targets {
			list.Targets = append(list.Targets, namedTarget{t.Alias, t.Pictures == target.Beside})
		}
		return list, nil, nil
	}}
}

func (s *session) saveJob(m *protocol.SaveTo) *job {
	return &job{id: m.ID, size: len(m.Markdown), work: func(context.Context, func(protocol.Progress)) (any, <-chan struct{}, error) {
		saved, err := s.saveTo(m)
		if err != nil {
			return nil, nil, s.saveError(err)
		}
		return saved, nil, nil
	}}
}

func (s *session) saveTo(m *protocol.SaveTo) (notefile.Saved, error) {
	var fields frontmatter.Fields
	if len(m.Metadata) > 0 {
		if err := json.Unmarshal(m.Metadata, &fields); err != nil {
			return notefile.Saved{}, protocol.Errorf(protocol.CodeField, "metadata has the wrong shape").With("field", "metadata")
		}
	}
	if m.Title != "" {
		fields.Title = m.Title
	}
	if m.URL != "" {
		fields.URL = m.URL
	}
	to, err := s.target(m.Target)
	if err != nil {
		return notefile.Saved{}, err
	}
	page := target.NewPage(fields, m.Markdown)
	page.Now = time.Now()
	if m.At > 0 {
		page.Now = time.UnixMilli(m.At)
	}
	pictures := map[string]string{}
	for _, p := range m.Pictures {
		pictures[p.URL] = p.Path
	}
	return to.Save(page, pictures)
}

// target returns the target of an alias, or a *protocol.Error.
func (s *session) target(alias string) (target.Target, error) {
	settings, err := s.host.Folders.Settings()
	var wrong *config.SettingsError
	if err != nil && !(errors.As(err, &wrong) && wrong.LastGood) {
		s.log.Warn().Err(err).Msg("settings")
		return target.Target{}, protocol.Errorf(protocol.CodeSettings, "the settings file has errors")
	}
	to, ok := settings.Find(alias)
	if !ok {
		return target.Target{}, protocol.Errorf(protocol.CodeNoTarget, "the settings have no such target")
	}
	return to, nil
}

// saveError returns the protocol error for a failure to save a note. The log names
// the kind only, because paths contain titles.
func (s *session) saveError(err error) error {
	var coded *protocol.Error
	var template *notetemplate.Error
	var write *notefile.Error
	switch {
	case errors.As(err, &coded):
		return err
	case errors.Is(err, notefile.ErrNoPicture):
		return protocol.Errorf(protocol.CodeField, "the bytes are no picture of a known format").With("field", "data")
	case errors.As(err, &template):
		return protocol.Errorf(protocol.CodeTemplate, "the template cannot make a note of this page").With("part", template.Part)
	case errors.As(err, &write):
		s.log.Warn().Str("kind", string(write.Kind)).Msg("note not written")
		return protocol.Errorf(protocol.CodeWrite, "the note cannot be written").With("kind", string(write.Kind))
	}
	return err
}
