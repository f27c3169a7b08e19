package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Overview describes the stored data.
type Overview struct {
	Folder      string      `json:"folder"`
	Bytes       int64       `json:"bytes"` // of all files
	Rows        int         `json:"rows"`  // of the log
	Clips       int         `json:"clips"`
	Since       *time.Time  `json:"since,omitempty"` // of the oldest row
	Preferences Preferences `json:"preferences"`
	SetAside    []string    `json:"setAside,omitempty"` // paths of damaged databases
}

// damagedFiles lists the damaged databases that were set aside.
func (s *Store) damagedFiles() ([]string, error) {
	files, err := os.ReadDir(s.dir)
	var found []string
	for _, f := range files {
		name := f.Name()
		if strings.HasPrefix(name, asidePrefix) && !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") {
			found = append(found, filepath.Join(s.dir, name))
		}
	}
	return found, err
}

// Overview returns the current sizes, counts and preferences.
func (s *Store) Overview() (Overview, error) {
	o := Overview{Folder: s.dir}
	err := s.read(func(tx *sql.Tx) error {
		var oldest sql.NullInt64
		if err := tx.QueryRow("SELECT count(*), min(created_at) FROM extraction_log").Scan(&o.Rows, &oldest); err != nil {
			return err
		}
		if oldest.Valid {
			since := time.UnixMilli(oldest.Int64).UTC()
			o.Since = &since
		}
		if err := tx.QueryRow("SELECT count(*) FROM clips").Scan(&o.Clips); err != nil {
			return err
		}
		var err error
		o.Preferences, err = preferences(tx)
		return err
	})
	aside, asideErr := s.damagedFiles()
	o.SetAside, err = aside, errors.Join(err, asideErr)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, statErr := os.Stat(s.path() + suffix)
		if errors.Is(statErr, fs.ErrNotExist) {
			continue
		}
		if statErr != nil {
			return o, fmt.Errorf("overview: %w", statErr)
		}
		o.Bytes += info.Size()
	}
	if err != nil {
		return o, fmt.Errorf("overview: %w", err)
	}
	return o, nil
}
