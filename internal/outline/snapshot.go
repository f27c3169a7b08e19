package outline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"pulltab/internal/pipeline"
	"pulltab/internal/summarize"
	"pulltab/internal/tokens"
)

// Budgets of an answer, in tokens.
const (
	DefaultBudget = summarize.DefaultBudget
	MinBudget     = 128 // frame and figures have up to 100
	MaxBudget     = summarize.MaxBudget
)

// maxPiece is the largest number of tokens of a block with one id. Larger blocks
// are divided into pieces.
const maxPiece = 200

// Snapshot is one revision of a page.
type Snapshot struct {
	Revision string // "r" and eight hexadecimal digits of the text's SHA-256
	Origin   string // such as "https://example.com"; "" if unknown
	Blocks   []Block
	Tokens   int // sum of the blocks' tokens

	Confidence, Coverage *float64
	Losses               []Loss
	Hidden               int // blocks that a person cannot see, left out
	HiddenInstructions   int // of these, those that read as instructions to a model; at least
	Invisible            int // invisible characters removed

	count   summarize.Counter
	above   []int // for each block the index of the heading above it, or -1
	flagged []flagged
	cleaned string
}

// Block is the smallest part of a page that has an id.
type Block struct {
	ID     string // "b12", or "b12.3" for a piece of a long block
	Text   string // Markdown
	Level  int    // of a heading, else 0
	Title  string // of a heading
	Tokens int
	Flags  []string // kinds of suspicious texts in it
}

// Loss counts the things of one kind that the conversion lost. It has no text of
// the page.
type Loss struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// ConvertOptions returns options with those of a conversion for New: links and
// pictures cost tokens and are left out.
func ConvertOptions(options pipeline.Options) pipeline.Options {
	options.Frontmatter, options.NoTimestamp = false, true
	options.Links, options.Images = "drop", "drop"
	return options
}

// New returns the snapshot of a conversion without front matter. It fails if ctx
// ends; answers are counted without it.
func New(ctx context.Context, count *tokens.Counter, r pipeline.Result) (*Snapshot, error) {
	s := &Snapshot{Origin: originOf(r.URL), count: count}
	s.cleaned, s.Invisible = Strip(strings.ToValidUTF8(r.Markdown, "\ufffd"))
	if r.Confidence != nil {
		s.Confidence = &r.Confidence.Score
	}
	if r.Coverage != nil {
		s.Coverage = &r.Coverage.Share
	}
	for _, l := range r.Losses {
		if l.Kind == "hidden-text" {
			s.Hidden += l.Count
		} else {
			s.Losses = append(s.Losses, Loss{l.Kind, l.Count})
		}
	}
	for _, x := range r.Suspicious {
		switch {
		case x.Kind == "characters":
			s.Invisible++
		case x.Place == "hidden":
			s.HiddenInstructions++
		}
	}
	s.Hidden = max(s.Hidden, s.HiddenInstructions) // losses count only what is hidden between kept text
	sum := sha256.Sum256([]byte(s.Origin + "\n" + s.cleaned))
	s.Revision = "r" + hex.EncodeToString(sum[:4])
	if err := s.divide(tokens.Until{Context: ctx, Counter: count}); err != nil {
		return nil, err
	}
	return s, ctx.Err()
}

// divide numbers the blocks, and the pieces of those that are too long.
func (s *Snapshot) divide(count summarize.Counter) error {
	chunker, err := summarize.NewChunker(count, maxPiece, 0)
	if err != nil {
		return err
	}
	for i, b := range summarize.Blocks(s.cleaned) {
		if b.Text == "" {
			continue
		}
		id := fmt.Sprintf("b%d", i+1)
		whole := Block{ID: id, Text: b.Text, Level: b.Level, Title: b.Title, Tokens: count.Count(b.Text), Flags: flagsOf(b.Text)}
		if whole.Tokens <= maxPiece {
			s.add(whole)
			continue
		}
		for n, part := range chunker.Cut(b.Text) {
			piece := whole
			piece.ID, piece.Text, piece.Tokens = fmt.Sprintf("%s.%d", id, n+1), strings.Trim(part.Text, "\n"), part.Tokens
			if n > 0 {
				piece.Level, piece.Title = 0, ""
			}
			if len(b.Text) > maxFlagged {
				piece.Flags = flagsOf(piece.Text)
			}
			s.add(piece)
		}
	}
	s.flagged = s.flags()
	return nil
}

func (s *Snapshot) add(b Block) {
	h := len(s.Blocks) - 1
	if h >= 0 && s.Blocks[h].Level == 0 {
		h = s.above[h]
	}
	for b.Level > 0 && h >= 0 && s.Blocks[h].Level >= b.Level {
		h = s.above[h]
	}
	s.above = append(s.above, h)
	s.Blocks = append(s.Blocks, b)
	s.Tokens += b.Tokens
}

// Markdown returns the text whose blocks are numbered.
func (s *Snapshot) Markdown() string { return s.cleaned }

// Words returns the approximate number of words.
func (s *Snapshot) Words() int { return len(strings.Fields(s.cleaned)) }

// Size returns the approximate number of bytes that the snapshot takes.
func (s *Snapshot) Size() int { return 2*len(s.cleaned) + 200*len(s.Blocks) }
