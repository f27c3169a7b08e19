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
)

// recordFile remembers which folders and files install made, so that uninstall
// leaves the disk as it was.
const recordFile = "installed.json"

// record is the content of recordFile.
type record struct {
	Created []string `json:"created"` // folders and files, parents first
}

// disk writes registrations and keeps the record.
type disk struct {
	config string // folder of the record
	record record
}

func openDisk(config string) (*disk, error) {
	d := &disk{config: config}
	text, err := os.ReadFile(filepath.Join(config, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &d.record); err != nil {
		return nil, fmt.Errorf("%s is damaged; delete it and try again: %w", filepath.Join(config, recordFile), err)
	}
	return d, nil
}

// save writes the record, or removes it if there is nothing to remember.
func (d *disk) save() error {
	path := filepath.Join(d.config, recordFile)
	if len(d.record.Created) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := d.makeDirs(d.config); err != nil {
		return err
	}
	d.remember(path)
	text, err := json.MarshalIndent(d.record, "", "  ")
	if err != nil {
		return err
	}
	_, err = d.write(path, append(text, '\n'), 0o600)
	return err
}

// write makes path hold data, in one step, and says whether that changed
// anything. It makes missing folders and refuses links and folders that others
// may write to, since what a browser starts is named there.
func (d *disk) write(path string, data []byte, mode fs.FileMode) (changed bool, err error) {
	dir := filepath.Dir(path)
	if err := d.makeDirs(dir); err != nil {
		return false, err
	}
	if err := safeDir(dir); err != nil {
		return false, err
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.remember(path)
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is not a plain file", path)
	default:
		old, err := os.ReadFile(path)
		if err == nil && bytes.Equal(old, data) && info.Mode().Perm() == mode {
			return false, nil
		}
	}
	return true, replace(path, data, mode)
}

// replace writes a file beside path and renames it.
func replace(path string, data []byte, mode fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".pulltab-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func (d *disk) makeDirs(dir string) error {
	if _, err := os.Lstat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := d.makeDirs(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	d.remember(dir)
	return os.Chmod(dir, 0o755) // whatever the umask was
}

func (d *disk) remember(path string) {
	if !slices.Contains(d.record.Created, path) {
		d.record.Created = append(d.record.Created, path)
	}
}

// remove deletes the file at path if there is one and says whether there was.
// What write would have refused is not ours: links and folders stay.
func (d *disk) remove(path string) (bool, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	dir, err := os.Lstat(filepath.Dir(path))
	switch {
	case err != nil:
		return false, err
	case !dir.IsDir():
		return false, fmt.Errorf("%s is a link, not a folder; Pulltab did not make it and leaves what is there", filepath.Dir(path))
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is not a plain file; Pulltab did not make it and leaves it", path)
	}
	return true, os.Remove(path)
}

// forget deletes what install made and nobody else uses: files other than the
// record, then folders that are empty.
func (d *disk) forget() error {
	own := filepath.Join(d.config, recordFile)
	created := d.record.Created
	d.record.Created = nil
	for _, path := range slices.Backward(created) {
		if path == own {
			continue
		}
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() { // a folder, or something that came later
			continue
		}
		if _, err := d.remove(path); err != nil {
			return err
		}
	}
	if err := d.save(); err != nil {
		return err
	}
	for _, path := range slices.Backward(created) {
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			os.Remove(path) // fails on a folder with content, which stays
		}
	}
	return nil
}

// safeDir refuses a folder that is a link, or that others may write to.
func safeDir(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is a link, not a folder; Pulltab does not follow it", dir)
	case !onlyOwnerWrites(info):
		return fmt.Errorf("others may write to %s; run: chmod go-w '%s'", dir, dir)
	}
	return nil
}
