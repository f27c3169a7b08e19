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

// keptFor is how long an answer is remembered.
const keptFor = 30 * 24 * time.Hour

// DiskCache remembers answers as files of a folder: one each, named by its
// key, readable by their owner alone, written in one step. Several processes
// may share the folder.
type DiskCache struct {
	dir string

	mu     sync.Mutex
	failed error // the first failure to write
}

// OpenCache makes the folder if it is missing and removes answers that are
// older than 30 days.
func OpenCache(dir string, now time.Time) (*DiskCache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of remembered answers: %w", err)
	}
	if err := removeAnswers(dir, now.Add(-keptFor)); err != nil {
		return nil, err
	}
	return &DiskCache{dir: dir}, nil
}

// ClearCache removes the answers of dir that are older than before, all if
// it is zero, and dir if nothing else is in it. A folder that does not exist
// is no error.
func ClearCache(dir string, before time.Time) error {
	if err := removeAnswers(dir, before); err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("remove the folder of remembered answers: %w", err)
	}
	return nil
}

const answerSuffix, tempSuffix = ".answer.json", ".answer.tmp"

// removeAnswers removes answers last written before the time given, all if
// it is zero.
func removeAnswers(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the folder of remembered answers: %w", err)
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
			return fmt.Errorf("forget an answer: %w", err)
		}
	}
	return nil
}

// Get returns the answer of key. One that cannot be read counts as none.
func (d *DiskCache) Get(key string) (Completion, bool) {
	var c Completion
	raw, err := os.ReadFile(filepath.Join(d.dir, key+answerSuffix))
	if err != nil || json.Unmarshal(raw, &c) != nil || c.Text == "" {
		return Completion{}, false
	}
	return c, true
}

// Put remembers an answer. A failure costs nothing but the memory; Failed
// tells of it.
func (d *DiskCache) Put(key string, c Completion) {
	if err := d.write(key, c); err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.failed == nil {
			d.failed = err
		}
	}
}

// Failed returns the first failure to remember an answer.
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
