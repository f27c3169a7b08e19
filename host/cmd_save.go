package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/notetemplate"
	"pulltab/internal/pipeline"
	"pulltab/internal/target"
)

// saveCommand converts pages and writes them to a target.
type saveCommand struct {
	Files    []string `arg:"" name:"file" help:"Files, folders or patterns; - for standard input."`
	To       string   `required:"" placeholder:"NAME" help:"Target of the settings (pulltab config check lists them)."`
	Template string   `placeholder:"NAME" help:"Template of the settings, instead of the target's."`
	DryRun   bool     `help:"Print the notes; write nothing."`
	URL      string   `name:"url" placeholder:"URL" help:"Address of the page; nothing is fetched."`
	Encoding string   `placeholder:"NAME" help:"Character encoding, if the file does not declare it."`
	Engine   string   `default:"auto" placeholder:"NAME" help:"Use this engine instead of the best result."`
	readingFlags
}

// Help returns the text shown by --help.
func (saveCommand) Help() string {
	return `docs/saving.md describes targets and templates.

Examples:

  pulltab save page.html --url https://example.com/page --to vault

  pulltab save saved-pages/ --to vault --dry-run`
}

// Run saves each file. A failure does not stop the run, which then ends with an
// error.
func (c saveCommand) Run(std streams) error {
	options := c.options()
	options.Frontmatter, options.Engine = false, c.Engine // the template writes the front matter
	if err := options.Validate(); err != nil {
		return err
	}
	to, template, err := c.target(std)
	if err != nil {
		return err
	}
	files, err := expand(c.Files)
	if err != nil {
		return err
	}
	if c.URL != "" && len(files) > 1 {
		return usageError{errors.New("--url cannot be used with several files")}
	}
	failed := 0
	for i, file := range files {
		line, err := c.save(std, file, to, template, options)
		if err != nil {
			failed++
			line = err.Error()
		}
		fmt.Fprintf(std.err, "%d/%d %s: %s\n", i+1, len(files), file, line)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d pages were not saved", failed, len(files))
	}
	return nil
}

// target returns the target, and the template if one was named.
func (c saveCommand) target(std streams) (target.Target, *notetemplate.Template, error) {
	settings, err := folders().Settings()
	var wrong *config.SettingsError
	switch {
	case errors.As(err, &wrong) && wrong.LastGood:
		fmt.Fprintf(std.err, "%v\n", err)
	case err != nil:
		return target.Target{}, nil, err
	}
	to, ok := settings.Find(c.To)
	if !ok {
		return to, nil, usageError{fmt.Errorf("--to: there is no target %q in %s; pulltab config add adds one", c.To, folders().SettingsPath())}
	}
	if c.Template == "" {
		return to, nil, nil
	}
	template, ok := settings.Templates[c.Template]
	if !ok {
		return to, nil, usageError{fmt.Errorf("--template: there is no template %q in %s", c.Template, folders().SettingsPath())}
	}
	return to, &template, nil
}

// save saves one file and returns a line that describes the note.
func (c saveCommand) save(std streams, file string, to target.Target, template *notetemplate.Template, options pipeline.Options) (string, error) {
	src, err := pageFlags{File: file, URL: c.URL, Encoding: c.Encoding}.source(std.in)
	if err != nil {
		return "", err
	}
	begun := time.Now()
	result, err := pipeline.Convert(context.Background(), src, options, nil)
	if !options.NoLog && !c.DryRun {
		logConversion(std.err, src, options, result, err, time.Since(begun))
	}
	if err != nil {
		return "", err
	}
	page := notetemplate.Page{Fields: result.Metadata, Content: result.Markdown, Selection: options.Fragment}
	if !options.NoTimestamp {
		page.Now = begun
	}
	chosen := to.TemplateFor(page.Fields.URL)
	if template != nil {
		chosen = *template
	}
	note, err := to.Note(chosen, page)
	if err != nil {
		return "", err
	}
	if c.DryRun {
		path := filepath.Join(to.Folder, filepath.FromSlash(note.Folder), note.Name+".md")
		text := note.Frontmatter
		if text != "" {
			text += "\n"
		}
		_, err := fmt.Fprintf(std.out, "%s\n%s\n", path, strings.TrimRight(text+note.Body, "\n"))
		return "not written", err
	}
	saved, err := to.Write(note)
	if err != nil {
		return "", err
	}
	line := fmt.Sprintf("%s %s, %s", saved.Outcome, filepath.Join(to.Folder, filepath.FromSlash(saved.Path)), rating(result))
	if saved.Beside != "" {
		line += "; your edited text is in " + saved.Beside
	}
	return line, nil
}
