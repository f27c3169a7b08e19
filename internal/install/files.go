package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"pulltab/internal/config"
)

// recordFile, in the configuration folder, lists the folders and files that
// install created, so that uninstall can restore the previous state.
const recordFile = "installed.json"

// record is the content of recordFile.
type record struct {
	Created []string `json:"created"` // folders and files, parents first
}

// files writes registrations and records the files and folders that it creates.
type files struct {
	config  string      // folder of the record
	dirMode fs.FileMode // of created folders: browsers expect profiles that only the user can read
	record  record
}

// open reads the record of m's registrations.
func (m Machine) open() (*files, error) {
	dir := m.recordFolder()
	if dir == "" {
		return nil, config.ErrNoConfig
	}
	d, err := openFiles(dir)
	if err == nil && m.AllUsers {
		d.dirMode = 0o755
	}
	return d, err
}

// openFiles reads the record of a user.
func openFiles(dir string) (*files, error) {
	d := &files{config: dir, dirMode: 0o700}
	text, err := os.ReadFile(filepath.Join(dir, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &d.record); err != nil {
		return nil, fmt.Errorf("%s is damaged; delete it and try again: %w", filepath.Join(dir, recordFile), err)
	}
	return d, nil
}

// save writes the record, or removes it if it is empty.
func (d *files) save() error {
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
	d.add(path)
	text, err := json.MarshalIndent(d.record, "", "  ")
	if err != nil {
		return err
	}
	_, err = d.write(path, append(text, '\n'), 0o600)
	return err
}

// write replaces the file at path atomically and reports whether it changed. It
// creates missing folders. It rejects symbolic links and folders that other users
// can write to, since the file names the program that a browser starts.
func (d *files) write(path string, data []byte, mode fs.FileMode) (changed bool, err error) {
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
		d.add(path)
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is not a regular file", path)
	default:
		old, err := os.ReadFile(path)
		if err == nil && bytes.Equal(old, data) && info.Mode().Perm() == mode {
			return false, nil
		}
	}
	return true, config.WriteFile(path, data, mode)
}

// makeDirs creates dir and its missing parents and records them.
func (d *files) makeDirs(dir string) error {
	if _, err := os.Lstat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := d.makeDirs(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, d.dirMode); err != nil {
		return err
	}
	d.add(dir)
	return os.Chmod(dir, d.dirMode) // independent of the umask
}

// add adds path to the record.
func (d *files) add(path string) {
	if !slices.Contains(d.record.Created, path) {
		d.record.Created = append(d.record.Created, path)
	}
}

// remove deletes the file at path and reports whether it existed. It keeps links
// and other files that are not regular, which write does not create.
func (d *files) remove(path string) (bool, error) {
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
		return false, fmt.Errorf("%s is a symbolic link, not a folder; Pulltab did not create it and keeps its content", filepath.Dir(path))
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is not a regular file; Pulltab did not create it and keeps it", path)
	}
	return true, os.Remove(path)
}

// removeCreated deletes the recorded files, the record, and the recorded folders
// that are empty.
func (d *files) removeCreated() error {
	own := filepath.Join(d.config, recordFile)
	created := d.record.Created
	d.record.Created = nil
	for _, path := range slices.Backward(created) {
		if path == own {
			continue
		}
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() { // a folder, or another kind of file that replaced it
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
			os.Remove(path) // fails on a folder that is not empty
		}
	}
	return nil
}

// safeDir rejects a folder that is a symbolic link or that other users can write
// to.
func safeDir(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is a symbolic link, not a folder; Pulltab does not follow it", dir)
	case !config.OnlyOwnerWrites(info):
		return fmt.Errorf("other users can write to %s; run: chmod go-w '%s'", dir, dir)
	}
	return nil
}
