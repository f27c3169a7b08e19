package main

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"pulltab/internal/filename"
	"pulltab/internal/store"
)

type historyExport struct {
	Zip   string `name:"zip" required:"" placeholder:"FILE" help:"The new archive; an existing file is not replaced."`
	Force bool   `help:"Replace an existing file."`
}

// Help returns the text shown by --help.
func (historyExport) Help() string {
	return "The newest revision of each saved page becomes one Markdown file.\n\nExample:\n\n  pulltab history export --zip pages.zip"
}

// Run writes the archive: the whole file or none.
func (c historyExport) Run(std streams) (err error) {
	if _, err := os.Lstat(c.Zip); err == nil && !c.Force {
		return fmt.Errorf("%s exists; --force replaces it", c.Zip)
	}
	file, err := os.CreateTemp(filepath.Dir(c.Zip), ".pulltab-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails after the rename
	n, err := queryStore(std.err, func(db *store.Store) (int, error) { return exportPages(db, file) })
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if c.Force {
		err = os.Rename(file.Name(), c.Zip)
	} else if err = os.Link(file.Name(), c.Zip); errors.Is(err, errors.ErrUnsupported) {
		err = os.Rename(file.Name(), c.Zip) // a file system without links
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "exported %s saved pages to %s\n", grouped(n), c.Zip)
	return err
}

// exportPages writes the saved pages as an archive and returns their number.
func exportPages(db *store.Store, to io.Writer) (int, error) {
	clips, err := db.Newest(context.Background())
	if err != nil {
		return 0, err
	}
	archive := zip.NewWriter(to)
	taken := map[string]int{}
	for _, listed := range clips {
		clip, err := db.Clip(listed.ID)
		if errors.Is(err, store.ErrNoClip) {
			continue // deleted meanwhile
		}
		if err != nil {
			return 0, err
		}
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: freeName(cmp.Or(clip.Title, "page"), taken), Method: zip.Deflate, Modified: clip.Saved})
		if err != nil {
			return 0, err
		}
		if _, err := io.WriteString(entry, clip.Markdown); err != nil {
			return 0, err
		}
	}
	return len(clips), archive.Close()
}

// freeName returns a name for a title that no other file of the archive has, on any
// file system. taken counts the files by name.
func freeName(title string, taken map[string]int) string {
	name := filename.Safe(title, ".md", "page", filename.MaxBytes)
	key := filename.Key(name)
	for n := max(taken[key], 1) + 1; taken[filename.Key(name)] > 0; n++ {
		taken[key] = n
		name = filename.Safe(title, fmt.Sprintf(" %d.md", n), "page", filename.MaxBytes)
	}
	taken[filename.Key(name)]++
	return name
}
