package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"pulltab/internal/store"
)

// envData names the folder of the database instead of the usual one.
const envData = "PULLTAB_DATA"

// dataDir returns where this program keeps what it remembers.
func dataDir() (string, error) {
	if dir := os.Getenv(envData); dir != "" {
		return dir, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && runtime.GOOS != "windows" {
		return filepath.Join(dir, "pulltab"), nil
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LOCALAPPDATA"); dir != "" {
			return filepath.Join(dir, "pulltab"), nil
		}
		return "", errors.New("find your data folder: %LOCALAPPDATA% is not set")
	case "darwin":
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "pulltab", "data"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "pulltab"), err
}

// memory is the way to the database, which is opened when it is first needed:
// after the first answer. It may be used by several goroutines.
type memory struct {
	notice func(setAside string) // a damaged database was moved to setAside

	mu     sync.Mutex
	opened *store.Store
}

// use opens the database, unless it is open, and hands it to f.
func (m *memory) use(f func(*store.Store) error) error {
	s, err := m.open()
	if err != nil {
		return err
	}
	before := s.SetAside()
	err = f(s)
	if after := s.SetAside(); after != before {
		m.notice(after)
	}
	return err
}

func (m *memory) open() (*store.Store, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened != nil {
		return m.opened, nil
	}
	dir, err := dataDir()
	if err != nil {
		return nil, err
	}
	s, err := store.Open(dir, time.Now)
	if err != nil {
		return nil, err
	}
	if aside := s.SetAside(); aside != "" {
		m.notice(aside)
	}
	m.opened = s
	return s, nil
}

// close closes the database if it is open.
func (m *memory) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opened == nil {
		return nil
	}
	return m.opened.Close()
}
