package notefile

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// Folder is a target's folder. Close it after use.
type Folder struct {
	root *os.Root
	path string
	perm fs.FileMode // of new files, before the umask

	// step is called before each step of writing, and may fail in its place. It is nil
	// outside of tests.
	step func(name string) error
}

// Open opens an existing folder.
func Open(dir string) (*Folder, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, &Error{NoFolder, fmt.Errorf("%s is no folder", dir)}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, classify(err)
	}
	return &Folder{root: root, path: dir, perm: 0o666}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

func (f *Folder) at(step string) error {
	if f.step == nil {
		return nil
	}
	return f.step(step)
}

// maxNote limits the notes that are read, in bytes.
const maxNote = 64 << 20

// read returns a note. A link or a device is an error.
func (f *Folder) read(name string) ([]byte, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxNote {
		return nil, fmt.Errorf("%s is no ordinary file", path.Base(name))
	}
	return f.root.ReadFile(name)
}

// The temporary file of a note is in its folder, so that it can be renamed. Note
// applications ignore names with a leading dot.
const (
	tempPrefix = ".pulltab-"
	tempSuffix = ".tmp"
)

// write writes data to a temporary file beside name, compares it and returns its name.
func (f *Folder) write(name string, data []byte) (temp string, err error) {
	if err := f.at("open"); err != nil {
		return "", err
	}
	made := path.Join(path.Dir(name), tempPrefix+rand.Text()+tempSuffix)
	file, err := f.root.OpenFile(made, os.O_CREATE|os.O_EXCL|os.O_WRONLY, f.perm)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			file.Close()
			f.root.Remove(made)
		}
	}()
	half := len(data) / 2
	if _, err := file.Write(data[:half]); err != nil {
		return "", err
	}
	if err := f.at("write"); err != nil {
		return "", err
	}
	if _, err := file.Write(data[half:]); err != nil {
		return "", err
	}
	if err := f.at("sync"); err != nil {
		return "", err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return "", err
	}
	if err := f.at("compare"); err != nil {
		return "", err
	}
	written, err := f.root.ReadFile(made)
	if err == nil && !bytes.Equal(written, data) {
		err = errors.New("the text reads back differently")
	}
	return made, err
}

// create writes a new file. If the name is taken, the error is fs.ErrExist.
func (f *Folder) create(name string, data []byte) error {
	temp, err := f.write(name, data)
	if err != nil {
		return err
	}
	defer f.root.Remove(temp)
	if err := f.at("link"); err != nil {
		return err
	}
	if err := f.root.Link(temp, name); noLinks(err) {
		if err := f.reserve(temp, name); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	return f.sync(name)
}

// reserve renames temp to name where hard links do not exist. A kill between its two
// steps leaves an empty file, which a later save does not replace.
func (f *Folder) reserve(temp, name string) error {
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	file.Close()
	if err := f.root.Rename(temp, name); err != nil {
		f.root.Remove(name)
		return err
	}
	return nil
}

// errChanged means that a note changed while its update was written.
var errChanged = errors.New("the note has changed")

// replace replaces the file name, whose content was old. If it is another one by now,
// the error is errChanged.
func (f *Folder) replace(name string, old, data []byte) error {
	temp, err := f.write(name, data)
	if err != nil {
		return err
	}
	defer f.root.Remove(temp)
	if info, err := f.root.Lstat(name); err == nil {
		f.root.Chmod(temp, info.Mode().Perm()) // best effort: the folder's default is usable
	}
	if err := f.at("reread"); err != nil {
		return err
	}
	if now, err := f.read(name); err != nil || !bytes.Equal(now, old) {
		return errChanged
	}
	if err := f.at("rename"); err != nil {
		return err
	}
	if err := retry(func() error { return f.root.Rename(temp, name) }); err != nil {
		return err
	}
	return f.sync(name)
}

func (f *Folder) sync(name string) error {
	if err := f.at("sync folder"); err != nil {
		return err
	}
	dir, err := f.root.Open(path.Dir(name))
	if err != nil {
		return err
	}
	defer dir.Close()
	return syncFolder(dir)
}

// staleAge is the age at which a temporary file belongs to no running program.
const staleAge = time.Hour

// names returns the entries of a folder and removes temporary files that a killed
// program left.
func (f *Folder) names(dir string) ([]string, error) {
	entries, err := fs.ReadDir(f.root.FS(), path.Join(dir, "."))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) && strings.HasSuffix(e.Name(), tempSuffix) {
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > staleAge {
				f.root.Remove(path.Join(dir, e.Name()))
			}
			continue
		}
		names = append(names, e.Name())
	}
	return names, nil
}

// Edit replaces the file name by the result of change, which gets its content or nil.
// Other programs that edit the file meanwhile lose nothing: change is called again.
// A new file is readable by its owner only.
func (f *Folder) Edit(name string, change func(old []byte) ([]byte, error)) error {
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	f.perm = 0o600
	for range maxAttempts {
		old, err := f.read(name)
		exists := err == nil
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return classify(err)
		}
		data, err := change(old)
		switch {
		case err != nil:
			return err
		case !exists:
			err = f.create(name, data)
		case bytes.Equal(old, data):
			return nil
		default:
			err = f.replace(name, old, data)
		}
		if !errors.Is(err, errChanged) && !errors.Is(err, fs.ErrExist) {
			return classify(err)
		}
	}
	return &Error{Busy, errChanged}
}
