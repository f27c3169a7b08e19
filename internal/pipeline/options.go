package pipeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pulltab/internal/frontmatter"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
	"pulltab/internal/pictures"
	"pulltab/internal/recipe"
)

// Options of one conversion: the command line's flags in camelCase. Start from
// DefaultOptions or ParseOptions; the zero value is not the default.
type Options struct {
	Format string `json:"format"` // "markdown", "json", "text" or "html"
	Engine string `json:"engine"` // "auto" or an engine's name

	Frontmatter       bool     `json:"frontmatter"`
	FrontmatterFields []string `json:"frontmatterFields"` // empty means all
	FullAddress       bool     `json:"fullAddress"`       // also credentials in the page's address
	TitleHeading      bool     `json:"titleHeading"`      // begin the text with the title as heading

	Fragment bool   `json:"fragment"` // the HTML is the content itself: no engine runs
	Select   string `json:"select"`   // CSS selector of the elements to convert
	Remove   string `json:"remove"`   // CSS selector of the elements to leave out

	Images         string `json:"images"` // "keep", "drop" or "alt"
	KeepDataImages bool   `json:"keepDataImages"`
	Links          string `json:"links"`      // "inline", "reference" or "drop"
	CleanLinks     bool   `json:"cleanLinks"` // remove tracking parameters of links
	ImagesSummary  bool   `json:"imagesSummary"`
	LinksSummary   bool   `json:"linksSummary"`

	Hidden string `json:"hidden"` // text that a person cannot see: "drop", "list" (drop and name it in the losses) or "keep"

	// HiddenAlways leaves hidden text out even if it is most of the text, and also
	// in threads: the text is for agents, and the browser has said what it shows.
	HiddenAlways bool `json:"-"`

	Comments     bool `json:"comments"`
	CommentDepth int  `json:"commentDepth"` // 1–10
	CommentLimit int  `json:"commentLimit"` // at most so many comments, 0 for all

	Data string `json:"data"` // typed data in the Markdown: "off", "table" (under the title) or "front-matter"

	Thoughts bool `json:"thoughts"` // of language models, in conversations with them

	Agreement bool `json:"agreement"` // compare engines, with a diff
	Tokens    bool `json:"tokens"`    // count tokens; loads 40 MB once
	Explain   bool `json:"explain"`   // add the reasons as codes, and the limits that the page states

	// Recipes are per-site rules, the user's and the built-in ones.
	Recipes recipe.Set `json:"-"`

	// OnPictures, unless nil, is called with the pictures of the page and the
	// selection that they are judged against: for training and measuring.
	OnPictures func(s *pictures.Survey, keep page.Selection, o pictures.Options) `json:"-"`

	// Answer is a language model's choice of the content, or nil.
	Answer *Answer `json:"-"`

	// Escalation asks for the page in a form for a language model.
	Escalation Escalation `json:"-"`

	// Partial leaves out what rates the result: fidelity, coverage, losses and
	// suspicious texts. The other fields are the same.
	Partial bool `json:"-"`

	// OnEditable, unless nil, is called with the finished conversion, which can be
	// changed afterwards.
	OnEditable func(*Editable) `json:"-"`

	NoTimestamp bool `json:"noTimestamp"` // leave out times: equal input gives equal bytes
	NoLog       bool `json:"noLog"`       // write neither log nor history
}

// DefaultOptions returns the options for normal use.
func DefaultOptions() Options {
	return Options{
		Format:       "markdown",
		Engine:       "auto",
		Frontmatter:  true,
		TitleHeading: true,
		Images:       "keep",
		Links:        "inline",
		Hidden:       "drop",
		Comments:     true,
		CommentDepth: 3,
		Thoughts:     true,
		Data:         "off",
	}
}

// ParseOptions reads options from JSON. Fields that are absent keep their
// defaults, unknown fields are ignored, and empty input means the defaults.
// The error is an *OptionError.
func ParseOptions(data []byte) (Options, error) {
	o := DefaultOptions()
	if len(data) > 0 {
		if err := json.Unmarshal(data, &o); err != nil {
			return o, &OptionError{Problem: fmt.Sprintf("options: %v", err)}
		}
	}
	return o, o.Validate()
}

// OptionError reports an option with an invalid value: the caller's mistake,
// not the page's.
type OptionError struct {
	Option  string // in camelCase, "" if no single option is wrong
	Problem string
	cause   error
}

// Unwrap returns the cause of the problem, or nil.
func (e *OptionError) Unwrap() error { return e.cause }

func (e *OptionError) Error() string {
	if e.Option == "" {
		return e.Problem
	}
	return e.Option + ": " + e.Problem
}

// maxSelector is the longest selector accepted, in bytes; typical ones have 50.
const maxSelector = 2000

// Validate checks o. The error is an *OptionError.
func (o Options) Validate() error {
	choices := []struct {
		option, value string
		of            []string
	}{
		{"format", o.Format, []string{"markdown", "json", "text", "html"}},
		{"engine", o.Engine, append([]string{"auto"}, EngineNames()...)},
		{"images", o.Images, []string{"keep", "drop", "alt"}},
		{"data", o.Data, []string{"off", "table", "front-matter"}},
		{"hidden", o.Hidden, []string{"drop", "list", "keep"}},
		{"links", o.Links, []string{"inline", "reference", "drop"}},
	}
	for _, c := range choices {
		if !slices.Contains(c.of, c.value) {
			return &OptionError{Option: c.option, Problem: fmt.Sprintf("%q is not one of %s", c.value, strings.Join(c.of, ", "))}
		}
	}
	if o.CommentDepth < 1 || o.CommentDepth > 10 {
		return &OptionError{Option: "commentDepth", Problem: fmt.Sprintf("%d is not between 1 and 10", o.CommentDepth)}
	}
	if o.CommentLimit < 0 {
		return &OptionError{Option: "commentLimit", Problem: fmt.Sprintf("%d is below 0, which means all", o.CommentLimit)}
	}
	for _, name := range o.FrontmatterFields {
		if !slices.Contains(frontmatter.Names(), name) {
			return &OptionError{Option: "frontmatterFields", Problem: fmt.Sprintf("%q is not one of %s", name, strings.Join(frontmatter.Names(), ", "))}
		}
	}
	_, err := parseSelectors(o)
	return err
}

// rendering returns the options of package markdown.
func (o Options) rendering() markdown.Options {
	return markdown.Options{
		Images:         o.Images,
		KeepDataImages: o.KeepDataImages,
		Links:          o.Links,
		ImagesSummary:  o.ImagesSummary,
		LinksSummary:   o.LinksSummary,
		CleanLinks:     o.CleanLinks,
	}
}
