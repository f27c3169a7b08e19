package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pulltab/internal/pipeline"
)

// pageEndings are the endings of the files that are read from a folder.
var pageEndings = map[string]bool{".html": true, ".htm": true, ".xhtml": true, ".xht": true, ".mhtml": true, ".mht": true, ".webarchive": true}

// batch converts each file to a file of its own in the folder c.Out. A failure does
// not stop the run; it is reported, and the run ends with an error.
func (c convertCommand) batch(std streams, options pipeline.Options) error {
	files, err := expand(c.Files)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("no pages found")
	}
	if c.URL != "" && len(files) > 1 {
		return usageError{errors.New("--url cannot be used with several files")}
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	failed := 0
	taken := map[string]bool{}
	for i, file := range files {
		fmt.Fprintf(std.err, "%d/%d %s: ", i+1, len(files), file)
		name := uniqueName(file, options.Format, taken)
		result, err := c.toFile(std, file, filepath.Join(c.Out, name), options)
		if err != nil {
			failed++
			fmt.Fprintln(std.err, err)
			continue
		}
		fmt.Fprintf(std.err, "%s, %s\n", name, rating(result))
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d files failed", failed, len(files))
	}
	return nil
}

// toFile converts file and writes the result to the new file target.
func (c convertCommand) toFile(std streams, file, target string, options pipeline.Options) (pipeline.Result, error) {
	src, err := pageFlags{File: file, URL: c.URL, Encoding: c.Encoding}.source(std.in)
	if err != nil {
		return pipeline.Result{}, err
	}
	begun := time.Now()
	result, err := pipeline.Convert(context.Background(), src, options, nil)
	if !options.NoLog {
		logConversion(std.err, src, options, result, err, time.Since(begun))
	}
	if err != nil {
		return result, err
	}
	var b bytes.Buffer
	if err := writeResult(&b, result, options.Format); err != nil {
		return result, err
	}
	return result, writeNew(target, b.Bytes(), c.Force)
}

// expand returns the files that args name: files themselves, the pages in folders
// and below, the matches of patterns. The folder of a page that a browser saved
// ("NAME_files") is left out. Links are not followed.
func expand(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.IsDir():
			err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case entry.IsDir() && path != arg && strings.HasSuffix(entry.Name(), "_files"):
					return fs.SkipDir
				case entry.Type().IsRegular() && pageEndings[strings.ToLower(filepath.Ext(path))]:
					files = append(files, path)
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
		case err != nil && strings.ContainsAny(arg, "*?["):
			found, err := filepath.Glob(arg)
			if err != nil {
				return nil, usageError{fmt.Errorf("%s: %w", arg, err)}
			}
			files = append(files, found...)
		default:
			files = append(files, arg) // a missing file fails in its turn
		}
	}
	return files, nil
}

// uniqueName returns the name of file with the ending of format. Equal names,
// without regard to case, get a number.
func uniqueName(file, format string, taken map[string]bool) string {
	ending := map[string]string{"json": ".json", "text": ".txt", "html": ".html"}[format]
	if ending == "" {
		ending = ".md"
	}
	stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if file == "-" || stem == "" {
		stem = "page"
	}
	name := stem + ending
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d%s", stem, n, ending)
	}
	taken[strings.ToLower(name)] = true
	return name
}

// writeNew writes data to the file target at once: readers see the whole file or
// none. It replaces an existing file only with force.
func writeNew(target string, data []byte, force bool) (err error) {
	if !force {
		reserved, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists; --force replaces it", target)
		}
		if err != nil {
			return err
		}
		reserved.Close()
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".pulltab-*")
	if err == nil {
		defer os.Remove(f.Name()) // fails after the rename
		_, err = f.Write(data)
		err = errors.Join(err, f.Chmod(0o644), f.Close())
		if err == nil {
			err = os.Rename(f.Name(), target)
		}
	}
	if err != nil && !force {
		os.Remove(target) // the empty file that reserved the name
	}
	return err
}
