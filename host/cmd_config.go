package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"pulltab/internal/config"
	"pulltab/internal/notetemplate"
)

// configCommand groups the commands for the settings of saving.
type configCommand struct {
	Path   configPath   `cmd:"" help:"Print the path of the settings file."`
	Check  configCheck  `cmd:"" help:"Check the settings and list the targets."`
	Add    configAdd    `cmd:"" help:"Add a target: a folder for notes."`
	Import configImport `cmd:"" help:"Add a template of Obsidian Web Clipper."`
}

// Help returns the text shown by --help.
func (configCommand) Help() string {
	return `docs/saving.md describes the settings. A change applies to the next page.

Examples:

  pulltab config add vault ~/Notes --exists update

  pulltab config check`
}

type configPath struct{}

// Help returns the text shown by --help.
func (configPath) Help() string { return "Example:\n\n  pulltab config path" }

// Run prints the path, whether the file exists or not.
func (configPath) Run(std streams) error {
	path := folders().SettingsPath()
	if path == "" {
		return config.ErrNoConfig
	}
	_, err := fmt.Fprintln(std.out, path)
	return err
}

type configCheck struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (configCheck) Help() string { return "Example:\n\n  pulltab config check" }

// listedTarget is one entry of config check --json.
type listedTarget struct {
	Alias  string `json:"alias"`
	Folder string `json:"folder"`
	Exists string `json:"exists"`
	There  bool   `json:"there"` // the folder exists
}

// Run lists the targets. It fails if the settings have problems or a folder is
// missing.
func (c configCheck) Run(std streams) error {
	settings, failure := folders().Settings()
	list, missing := []listedTarget{}, 0
	for _, t := range settings.Targets {
		info, err := os.Stat(t.Folder)
		there := err == nil && info.IsDir()
		if !there {
			missing++
		}
		list = append(list, listedTarget{t.Alias, t.Folder, string(t.Exists), there})
	}
	if c.JSON {
		if err := writeJSON(std.out, list); err != nil {
			return err
		}
	} else {
		for _, t := range list {
			note := ""
			if !t.There {
				note = ", which does not exist"
			}
			fmt.Fprintf(std.out, "%s: %s%s (existing notes: %s)\n", t.Alias, t.Folder, note, t.Exists)
		}
		if len(list) == 0 && failure == nil {
			fmt.Fprintln(std.out, "no targets; pulltab config add NAME FOLDER adds one")
		}
	}
	if failure != nil {
		return failure
	}
	if missing > 0 {
		return fmt.Errorf("folders that do not exist: %d", missing)
	}
	return nil
}

type configAdd struct {
	Alias    string `arg:"" help:"Name of the target, as menus show it."`
	Folder   string `arg:"" help:"An existing folder, such as a vault or a repository."`
	Exists   string `placeholder:"RULE" help:"For a note that exists: number, skip, replace, update or append."`
	Pictures string `placeholder:"HOW" help:"link, or beside: the extension stores them in the folder."`
	Template string `placeholder:"NAME" help:"A template of the settings."`
}

// Help returns the text shown by --help.
func (configAdd) Help() string {
	return "Example:\n\n  pulltab config add vault ~/Notes --exists update"
}

// Run adds the target.
func (c configAdd) Run(std streams) error {
	folder, err := filepath.Abs(c.Folder)
	if err != nil {
		return err
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return usageError{fmt.Errorf("%s is no folder", folder)}
	}
	keys := map[string]string{"folder": folder, "exists": c.Exists, "template": c.Template, "pictures": c.Pictures}
	return folders().AddTarget(c.Alias, keys, []string{"folder", "exists", "template", "pictures"})
}

type configImport struct {
	File string `arg:"" help:"Template file that Obsidian Web Clipper exported."`
	Name string `placeholder:"NAME" help:"Name of the template in the settings; by default that of the file."`
}

// Help returns the text shown by --help.
func (configImport) Help() string { return "Example:\n\n  pulltab config import article-clipper.json" }

// Run adds the template and lists the parts without a counterpart.
func (c configImport) Run(std streams) error {
	data, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	im, err := notetemplate.ImportClipper(data)
	if err != nil {
		return errors.Join(fmt.Errorf("read %s", c.File), err)
	}
	if c.Name != "" {
		im.Name = c.Name
	}
	if err := folders().AddTemplate(im.Name, im.Template); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "template %s is added; name it in a target: \"template: %s\"\n", im.Name, im.Name)
	if im.Clash != "" {
		fmt.Fprintf(std.out, "its rule for existing notes belongs to the target: \"exists: %s\"\n", im.Clash)
	}
	for _, m := range im.Match {
		fmt.Fprintf(std.out, "its addresses belong to the target's sites: %q\n", m)
	}
	for _, u := range im.Unmapped {
		fmt.Fprintf(std.out, "not mapped: %s\n", u)
	}
	return nil
}
