package record

import (
	"sync"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/store"
)

// Database opens the store on first use, which is after the first answer of a
// session. It may be used concurrently.
type Database struct {
	dir    string
	notice func(damaged string)

	mu     sync.Mutex
	opened *store.Store
}

// NewDatabase returns the database in the data folder. notice is called when a
// damaged database has been moved to the path given and replaced.
func NewDatabase(f config.Folders, notice func(damaged string)) *Database {
	return &Database{dir: f.Data, notice: notice}
}

// Use opens the store if necessary and passes it to f.
func (d *Database) Use(f func(*store.Store) error) error {
	s, err := d.open()
	if err != nil {
		return err
	}
	before := s.SetAside()
	err = f(s)
	if after := s.SetAside(); after != before {
		d.notice(after)
	}
	return err
}

func (d *Database) open() (*store.Store, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened != nil {
		return d.opened, nil
	}
	if d.dir == "" {
		return nil, config.ErrNoData
	}
	s, err := store.Open(d.dir, time.Now)
	if err != nil {
		return nil, err
	}
	if damaged := s.SetAside(); damaged != "" {
		d.notice(damaged)
	}
	d.opened = s
	return s, nil
}

// Close closes the store if it is open.
func (d *Database) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened == nil {
		return nil
	}
	return d.opened.Close()
}
