package summarize

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// cacheLifetime is how long an answer is cached.
const cacheLifetime = 30 * 24 * time.Hour

// DiskCache stores each answer as a file named by its key, readable only by the
// owner and replaced atomically. Several processes may share the folder.
type DiskCache struct {
	dir string

	mu     sync.Mutex
	failed error // the first failure to write
}

// OpenCache creates the folder if it is missing and removes answers older than
// 30 days.
func OpenCache(dir string, now time.Time) (*DiskCache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create the answer cache: %w", err)
	}
	if err := removeAnswers(dir, now.Add(-cacheLifetime)); err != nil {
		return nil, err
	}
	return &DiskCache{dir: dir}, nil
}

// ClearCache removes the answers in dir that are older than before, or all if
// before is zero, and dir if it is empty then. A missing folder is no error.
func ClearCache(dir string, before time.Time) error {
	if err := removeAnswers(dir, before); err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("remove the answer cache: %w", err)
	}
	return nil
}

const answerSuffix, tempSuffix = ".answer.json", ".answer.tmp"

// removeAnswers removes answers last written before the given time, or all if
// it is zero.
func removeAnswers(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the answer cache: %w", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), answerSuffix) && !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		info, err := e.Info()
		if err != nil || !before.IsZero() && !info.ModTime().Before(before) {
			continue // another process may have removed it
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a cached answer: %w", err)
		}
	}
	return nil
}

// Get returns the answer of key. An unreadable one counts as absent.
func (d *DiskCache) Get(key string) (Completion, bool) {
	var c Completion
	raw, err := os.ReadFile(filepath.Join(d.dir, key+answerSuffix))
	if err != nil || json.Unmarshal(raw, &c) != nil || c.Text == "" {
		return Completion{}, false
	}
	return c, true
}

// Put stores an answer. Failed returns the error if that is not possible.
func (d *DiskCache) Put(key string, c Completion) {
	if err := d.write(key, c); err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.failed == nil {
			d.failed = err
		}
	}
}

// Failed returns the first error of Put.
func (d *DiskCache) Failed() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed
}

func (d *DiskCache) write(key string, c Completion) error {
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(d.dir, "*"+tempSuffix) // made with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(d.dir, key+answerSuffix))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
