package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

// reportCommand writes a page whose extraction is bad, without its words.
type reportCommand struct {
	pageFlags
	Out string `default:"pulltab-report" placeholder:"DIR" help:"Folder to write; it must not be there yet."`
}

// Help shows how it is used.
func (reportCommand) Help() string {
	return `The folder gets the page with its shape but other words (page.html), and how both
were converted (report.json). Names of classes and ids stay: read both files
before you send them to anybody. Nothing is sent by this command.

Example:

  pulltab report page.html --out bad-extraction`
}

// conversionReport is what report.json says of one conversion. It holds no
// text and no address.
type conversionReport struct {
	Source     string               `json:"source,omitempty"`
	Quality    float64              `json:"quality"`
	Confidence *float64             `json:"confidence,omitempty"`
	Coverage   *float64             `json:"coverage,omitempty"`
	Candidates []pipeline.Candidate `json:"candidates,omitempty"`
	Reason     string               `json:"reason,omitempty"`
	Losses     []page.Loss          `json:"losses,omitempty"`
	Failed     bool                 `json:"failed,omitempty"`
}

// Run writes the folder.
func (c reportCommand) Run(std streams) error {
	src, err := c.source(std.in)
	if err != nil {
		return err
	}
	redacted, err := redactPage(src.HTML)
	if err != nil {
		return fmt.Errorf("redact page: %w", err)
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": version, "commit": commit,
		"page": reportOn(src.HTML), "redacted": reportOn(redacted),
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.Mkdir(c.Out, 0o700); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	for name, content := range map[string][]byte{"page.html": []byte(redacted), "report.json": append(text, '\n')} {
		if err := os.WriteFile(filepath.Join(c.Out, name), content, 0o600); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	_, err = fmt.Fprintf(std.out, "%s: read page.html and report.json before you send them\n", c.Out)
	return err
}

// reportOn converts a page as everybody does, without its address, and keeps
// the figures.
func reportOn(html string) conversionReport {
	options := pipeline.DefaultOptions()
	options.NoTimestamp = true
	result, err := pipeline.Convert(context.Background(), page.Source{HTML: html}, options, nil)
	if err != nil {
		return conversionReport{Failed: true}
	}
	for i := range result.Candidates {
		result.Candidates[i].Error = map[bool]string{true: "failed"}[result.Candidates[i].Error != ""]
	}
	return conversionReport{
		Source: result.Metadata.Source, Quality: result.Quality.Score, Confidence: result.Metadata.Confidence,
		Coverage: result.Metadata.Coverage, Candidates: result.Candidates, Reason: result.Reason, Losses: result.Losses,
	}
}
