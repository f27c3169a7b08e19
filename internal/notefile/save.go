package notefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"pulltab/internal/filename"
)

// Rule says what happens if a note's file exists.
type Rule string

// The rules.
const (
	Number  Rule = "number"  // the new note gets a number
	Skip    Rule = "skip"    // nothing is written
	Replace Rule = "replace" // the new note replaces the file
	Update  Rule = "update"  // the text above the marker is replaced if the note is of the same page; else number
	Append  Rule = "append"  // the note's text is added to the file, without front matter
)

// Rules lists all rules, the default first.
var Rules = []Rule{Number, Skip, Replace, Update, Append}

// Note is a note to write.
type Note struct {
	Name        string // without ending; safe
	Folder      string // below the target, with slashes; safe
	Frontmatter string // a block, or ""
	Body        string
	Page        string            // PageID of its address
	Anchors     bool              // with the rule Update: block anchors
	Pictures    map[string]string // stored pictures by address, as AddPicture returned them
	WikiLinks   bool              // links to pages that have a note become wiki links
}

// Outcome is what Save did.
type Outcome string

// The outcomes.
const (
	Created   Outcome = "created"
	Updated   Outcome = "updated"
	Unchanged Outcome = "unchanged"
	Skipped   Outcome = "skipped"
	Replaced  Outcome = "replaced"
	Appended  Outcome = "appended"
)

// Saved describes a written note.
type Saved struct {
	Path    string  `json:"path"` // below the target, with slashes
	Outcome Outcome `json:"outcome"`
	Beside  string  `json:"beside,omitempty"` // the file with the reader's old text of the page, if it was edited
}

// ending is that of all notes.
const ending = ".md"

// Limits of names and attempts.
const (
	maxNumber   = 1000
	maxAttempts = 5
	maxPath     = 240 // characters of the whole path, which some programs for Windows accept
)

// Save writes a note. The error is an *Error. nameBytes limits the file's name.
func (f *Folder) Save(n Note, rule Rule, nameBytes int) (Saved, error) {
	saved, err := f.save(n, rule, nameBytes)
	return saved, classify(err)
}

func (f *Folder) save(n Note, rule Rule, nameBytes int) (Saved, error) {
	if err := f.at("folder"); err != nil {
		return Saved{}, err
	}
	if n.Folder != "" {
		if err := f.root.MkdirAll(n.Folder, 0o777); err != nil {
			return Saved{}, err
		}
	}
	unlock, err := f.lock()
	if err != nil {
		return Saved{}, err
	}
	defer unlock()
	paths := map[string]string{}
	if rule == Update || n.WikiLinks {
		paths = f.index()
	}
	if n.WikiLinks {
		n.Body = linkNotes(n.Body, func(address string) string { return f.noteOf(paths, n.Page, PageID(address)) })
	}
	nameBytes = min(nameBytes, max(maxPath-utf8.RuneCountInString(path.Join(f.path, n.Folder))-1, 60))
	for range maxAttempts {
		saved, err := f.attempt(n, rule, nameBytes, paths[n.Page])
		if !errors.Is(err, errChanged) && !errors.Is(err, fs.ErrExist) {
			// A file that was appended to or skipped can be of another page.
			if err == nil && (rule == Update || n.WikiLinks) && rule != Append && saved.Outcome != Skipped {
				f.remember(paths, n.Page, saved.Path)
			}
			return saved, err
		}
	}
	return Saved{}, &Error{Busy, errChanged}
}

// noteOf returns the path of the note of a page other than own, or "".
func (f *Folder) noteOf(paths map[string]string, own, page string) string {
	at := paths[page]
	if at == "" || page == own {
		return ""
	}
	if info, err := f.root.Lstat(at); err != nil || !info.Mode().IsRegular() {
		return "" // deleted or moved
	}
	return at
}

// attempt saves n. known is the path of the page's last note, or "". It fails with
// errChanged or fs.ErrExist if another program changed the folder meanwhile.
func (f *Folder) attempt(n Note, rule Rule, nameBytes int, known string) (Saved, error) {
	if rule == Update && known != "" {
		if saved, ok, err := f.updateNote(known, n); ok {
			return saved, err
		}
	}
	names, err := f.names(n.Folder)
	if err != nil {
		return Saved{}, err
	}
	taken := map[string]string{}
	for _, name := range names {
		taken[filename.Key(name)] = name
	}
	for i := 1; i <= maxNumber; i++ {
		name := numbered(n.Name, i, nameBytes)
		there, exists := taken[filename.Key(name)]
		if !exists {
			return f.createNote(path.Join(n.Folder, name), n, rule)
		}
		at := path.Join(n.Folder, there)
		switch rule {
		case Number:
			if old, err := f.read(at); err == nil && string(old) == plain(n.at(at)) {
				return Saved{Path: at, Outcome: Unchanged}, nil // a repeated request
			}
		case Skip:
			return Saved{Path: at, Outcome: Skipped}, nil
		case Replace:
			return f.replaceNote(at, n)
		case Append:
			return f.appendNote(at, n)
		case Update:
			if saved, ok, err := f.updateNote(at, n); ok {
				return saved, err
			}
		}
	}
	return Saved{}, fmt.Errorf("there are %d files called %s", maxNumber, n.Name)
}

// numbered returns the name of a file, from the second one with a number.
func numbered(name string, i, nameBytes int) string {
	if i == 1 {
		return filename.Safe(name, ending, "page", nameBytes)
	}
	return filename.Safe(name, fmt.Sprintf(" %d%s", i, ending), "page", nameBytes)
}

func (f *Folder) createNote(at string, n Note, rule Rule) (Saved, error) {
	n = n.at(at)
	text := plain(n)
	if rule == Update {
		text = compose(n)
	}
	return Saved{Path: at, Outcome: Created}, f.create(at, []byte(text))
}

// at returns the note with its links as they are for a path.
func (n Note) at(path string) Note {
	n.Body = localPictures(n.Body, path, n.Pictures)
	return n
}

// plain returns the text of a note without a marker.
func plain(n Note) string {
	if n.Frontmatter == "" {
		return n.Body
	}
	return n.Frontmatter + "\n" + n.Body
}

func (f *Folder) replaceNote(at string, n Note) (Saved, error) {
	n = n.at(at)
	old, err := f.read(at)
	if err != nil {
		return Saved{}, err
	}
	if string(old) == plain(n) {
		return Saved{Path: at, Outcome: Unchanged}, nil
	}
	return Saved{Path: at, Outcome: Replaced}, f.replace(at, old, []byte(plain(n)))
}

func (f *Folder) appendNote(at string, n Note) (Saved, error) {
	data, err := f.read(at)
	if err != nil {
		return Saved{}, err
	}
	old, added := string(data), n.at(at).Body
	if strings.Contains(old, "\r\n") {
		added = strings.ReplaceAll(added, "\n", "\r\n")
	}
	if strings.Contains(old, added) {
		return Saved{Path: at, Outcome: Unchanged}, nil
	}
	end := "\n"
	if strings.HasSuffix(old, "\r\n") {
		end = "\r\n"
	}
	switch {
	case old == "" || strings.HasSuffix(old, end+end):
		end = ""
	case !strings.HasSuffix(old, "\n"):
		end += end
	}
	return Saved{Path: at, Outcome: Appended}, f.replace(at, data, []byte(old+end+added))
}

// updateNote updates the note at a path. ok is false if that is no note of the page.
func (f *Folder) updateNote(at string, n Note) (saved Saved, ok bool, err error) {
	data, err := f.read(at)
	if err != nil {
		return Saved{}, false, nil
	}
	old, found := parseNote(string(data))
	if !found || old.marker.page != n.Page {
		return Saved{}, false, nil
	}
	n = n.at(at)
	text, edited := update(old, n)
	if text == string(data) {
		return Saved{Path: at, Outcome: Unchanged}, true, nil
	}
	saved = Saved{Path: at, Outcome: Updated}
	if edited {
		if saved.Beside, err = f.keepBeside(at, data); err != nil {
			return Saved{}, true, err
		}
	}
	return saved, true, f.replace(at, data, []byte(text))
}

// keepBeside writes the old text of a note that the reader edited to a new file, or
// finds it in one.
func (f *Folder) keepBeside(at string, data []byte) (string, error) {
	stem := strings.TrimSuffix(path.Base(at), ending)
	for i := 1; i <= maxNumber; i++ {
		suffix := " (edited)" + ending
		if i > 1 {
			suffix = fmt.Sprintf(" (edited %d)%s", i, ending)
		}
		name := path.Join(path.Dir(at), filename.Safe(stem, suffix, "page", filename.MaxBytes))
		err := f.create(name, data)
		if errors.Is(err, fs.ErrExist) {
			if there, err := f.read(name); err != nil || string(there) != string(data) {
				continue
			}
			err = nil
		}
		return name, err
	}
	return "", fmt.Errorf("there are %d edited versions of %s", maxNumber, stem)
}
