package main

import (
	"strings"
	"unicode"

	"pulltab/internal/pipeline"
)

// pageFlags select the page.
type pageFlags struct {
	File     string `arg:"" optional:"" default:"-" help:"HTML file, or - for standard input."`
	URL      string `name:"url" placeholder:"URL" help:"Address of the page; nothing is fetched."`
	Encoding string `placeholder:"NAME" help:"Character encoding, if the file does not declare it."`
}

// readingFlags select the content.
type readingFlags struct {
	Fragment     bool   `help:"The input contains only the content: run no engine."`
	Select       string `placeholder:"CSS" help:"Keep only elements that match this selector."`
	Remove       string `placeholder:"CSS" help:"Remove elements that match this selector."`
	Hidden       string `default:"drop" placeholder:"HOW" help:"Text that a person cannot see: drop, list (also name it in the losses) or keep."`
	Comments     bool   `default:"true" negatable:"" help:"Keep readers' comments."`
	CommentDepth int    `default:"3" placeholder:"N" help:"Levels of replies to keep, 1 to 10."`
	CommentLimit int    `default:"0" placeholder:"N" help:"Number of comments to keep, in page order; 0 means all."`
	Thoughts     bool   `default:"true" negatable:"" help:"Keep the thoughts of language models in conversations, folded."`
	NoTimestamp  bool   `help:"Omit times and durations, so that equal input gives equal bytes."`
	NoLog        bool   `help:"Do not log this conversion."`
}

// writingFlags select the output.
type writingFlags struct {
	Engine            string   `default:"auto" placeholder:"NAME" help:"Use this engine instead of the best result; all but blocks then run alone, without a confidence."`
	Format            string   `default:"markdown" placeholder:"FORMAT" help:"markdown, json, text or html."`
	Frontmatter       bool     `default:"true" negatable:"" help:"Write YAML front matter."`
	FrontmatterFields []string `placeholder:"FIELD,…" help:"Write only these fields of the front matter."`
	FullAddress       bool     `help:"Keep passwords, tokens and session numbers in the page's address."`
	TitleHeading      bool     `default:"true" negatable:"" help:"Begin the text with the page's title as heading."`
	Images            string   `default:"keep" placeholder:"HOW" help:"keep, drop or alt (their text only)."`
	KeepDataImages    bool     `help:"Keep images with data: addresses."`
	Links             string   `default:"inline" placeholder:"HOW" help:"inline, reference or drop (their text only)."`
	ImagesSummary     bool     `help:"Append a list of all images."`
	LinksSummary      bool     `help:"Append a list of all links."`
	CleanLinks        bool     `help:"Remove tracking parameters of links."`
	Data              string   `default:"off" placeholder:"HOW" help:"Typed data of the page (prices, recipes, events) in the Markdown: off, table or front-matter."`
	Tokens            bool     `help:"Count tokens for language models (o200k_base)."`
	Explain           bool     `help:"Add the reasons as codes, and how much of a list the page shows, to the JSON."`
	Agreement         bool     `help:"Add the agreement of three engines to the JSON, as check prints it."`
}

func (r readingFlags) options() pipeline.Options {
	o := pipeline.DefaultOptions()
	o.Fragment, o.Select, o.Remove = r.Fragment, r.Select, r.Remove
	o.Hidden = r.Hidden
	o.Comments, o.CommentDepth, o.CommentLimit = r.Comments, r.CommentDepth, r.CommentLimit
	o.Thoughts = r.Thoughts
	o.NoTimestamp, o.NoLog = r.NoTimestamp, r.NoLog
	o.Recipes = folders().Recipes()
	return o
}

func (w writingFlags) add(o *pipeline.Options) {
	o.Engine, o.Format = w.Engine, w.Format
	o.Frontmatter, o.FrontmatterFields = w.Frontmatter, w.FrontmatterFields
	o.TitleHeading, o.FullAddress = w.TitleHeading, w.FullAddress
	o.Images, o.KeepDataImages, o.Links = w.Images, w.KeepDataImages, w.Links
	o.ImagesSummary, o.LinksSummary, o.CleanLinks = w.ImagesSummary, w.LinksSummary, w.CleanLinks
	o.Agreement, o.Tokens, o.Explain = w.Agreement, w.Tokens, w.Explain
}

// flagPrefix returns the prefix of an error message about an option:
// "--comment-depth: " for commentDepth.
func flagPrefix(option string) string {
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
