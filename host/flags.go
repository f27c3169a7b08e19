package main

import (
	"strings"
	"unicode"

	"pulltab/internal/pipeline"
)

// pageFlags say which page a command reads.
type pageFlags struct {
	File     string `arg:"" optional:"" default:"-" help:"HTML file, or - for standard input."`
	URL      string `name:"url" placeholder:"URL" help:"Address that the page came from; nothing is fetched."`
	Encoding string `placeholder:"NAME" help:"Character encoding of the file, if it does not say so itself."`
}

// readingFlags decide what is read from the page.
type readingFlags struct {
	Fragment     bool   `help:"The input is the content itself: no engine runs."`
	Select       string `placeholder:"CSS" help:"Read only what this selector matches."`
	Remove       string `placeholder:"CSS" help:"Leave out what this selector matches."`
	Comments     bool   `default:"true" negatable:"" help:"Keep readers' comments where a page has them."`
	CommentDepth int    `default:"3" placeholder:"N" help:"Levels of replies to keep, 1 to 10."`
	CommentLimit int    `default:"0" placeholder:"N" help:"Comments to keep, the first that are shown; 0 means all."`
	NoTimestamp  bool   `help:"Leave out what comes from a clock, so that equal input gives equal bytes."`
	NoLog        bool   `help:"Leave no entry in the log."`
}

// writingFlags decide how the content is written.
type writingFlags struct {
	Engine            string   `default:"auto" placeholder:"NAME" help:"Use this engine instead of the best one."`
	Format            string   `default:"markdown" placeholder:"FORMAT" help:"markdown, json, text or html."`
	Frontmatter       bool     `default:"true" negatable:"" help:"Begin with YAML front matter."`
	FrontmatterFields []string `placeholder:"FIELD,…" help:"Keep only these fields of the front matter."`
	Images            string   `default:"keep" placeholder:"HOW" help:"keep, drop or alt (their text only)."`
	KeepDataImages    bool     `help:"Keep images whose data is in the page itself."`
	Links             string   `default:"inline" placeholder:"HOW" help:"inline, reference or drop (their text only)."`
	ImagesSummary     bool     `help:"List all images at the end."`
	LinksSummary      bool     `help:"List all links at the end."`
	Tokens            bool     `help:"Count tokens for language models (o200k_base)."`
	Agreement         bool     `help:"Add how far three engines agree to the JSON, as check does."`
}

func (r readingFlags) options() pipeline.Options {
	o := pipeline.DefaultOptions()
	o.Fragment, o.Select, o.Remove = r.Fragment, r.Select, r.Remove
	o.Comments, o.CommentDepth, o.CommentLimit = r.Comments, r.CommentDepth, r.CommentLimit
	o.NoTimestamp, o.NoLog = r.NoTimestamp, r.NoLog
	o.Recipes = currentRecipes()
	return o
}

func (w writingFlags) add(o *pipeline.Options) {
	o.Engine, o.Format = w.Engine, w.Format
	o.Frontmatter, o.FrontmatterFields = w.Frontmatter, w.FrontmatterFields
	o.Images, o.KeepDataImages, o.Links = w.Images, w.KeepDataImages, w.Links
	o.ImagesSummary, o.LinksSummary = w.ImagesSummary, w.LinksSummary
	o.Agreement, o.Tokens = w.Agreement, w.Tokens
}

// flagName turns an option's name into the flag's: commentDepth gives
// "--comment-depth: ".
func flagName(option string) string {
	if option == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("--")
	for _, r := range option {
		if unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String() + ": "
}
