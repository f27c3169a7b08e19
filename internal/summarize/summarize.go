package summarize

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// DefaultContext is the assumed context length of a model in tokens, for prompt
// and answer: Ollama's default.
const DefaultContext = 4096

// DefaultParallel is the default number of concurrent requests.
const DefaultParallel = 2

// maxRounds is the maximal number of rounds of combining summaries. Each round
// about halves them, so twelve suffice for any page that fits into memory.
const maxRounds = 12

// Document is a page to summarise.
type Document struct {
	Title    string
	Markdown string // without front matter
}

// Summary is a page in a few sentences, with statistics.
type Summary struct {
	Text      string
	Sentences []Sentence // of Text, checked against the page
	Prompts   []Prompt   // used, in order
	Chunks    int        // of the page; 1 if it fits
	Rounds    int        // of combining; 0 if the page fits
	Calls     int        // answers used
	Cached    int        // of these, those that were remembered
	Truncated int        // of these, those that went on too long and end after their last whole sentence
}

// Progress is the state of a summary.
type Progress struct {
	Stage    string // "map", "reduce", or "write" for the last call
	Done, Of int    // calls of this stage
	Text     string // of "write": the summary so far
}

// Settings of a Summarizer. 0 means the default.
type Settings struct {
	Size     int // of a chunk, in tokens (DefaultSize)
	Overlap  int // of chunks, in tokens (DefaultOverlap; -1 for none)
	Context  int // of the model, in tokens (DefaultContext)
	Parallel int // concurrent requests for all pages (DefaultParallel)
}

// Summarizer summarises pages with one model. It may be used by several
// goroutines.
type Summarizer struct {
	model   Model
	answers Cache
	count   Counter
	chunker *Chunker
	size    int
	slots   chan struct{}
}

// ErrNotShorter means that a model's summaries are not shorter than their texts.
var ErrNotShorter = errors.New("the model's summaries do not get shorter; choose another model or a larger chunkTokens")

// New returns a Summarizer. It fails if a chunk with prompt and answer exceeds
// the model's context. answers may be nil for no cache.
func New(model Model, answers Cache, count Counter, s Settings) (*Summarizer, error) {
	s = s.withDefaults()
	chunker, err := NewChunker(count, s.Size, s.Overlap)
	if err != nil {
		return nil, err
	}
	prompt := 0
	for _, p := range []Prompt{Single, Map, Reduce} {
		prompt = max(prompt, count.Count(p.system)+count.Count(p.frame))
	}
	if need := s.Size + prompt + maxTitle + maxAnswer; need > s.Context {
		return nil, fmt.Errorf("a chunk of %d tokens with prompt and answer takes %d, the model holds %d; lower chunkTokens or raise contextTokens", s.Size, need, s.Context)
	}
	return &Summarizer{model, answers, count, chunker, s.Size, make(chan struct{}, s.Parallel)}, nil
}

// Parallel returns the maximal number of concurrent requests.
func (s *Summarizer) Parallel() int { return cap(s.slots) }

// maxTitle is the maximal length of a page's title in tokens. Longer ones are
// omitted.
const maxTitle = 100

func (s Settings) withDefaults() Settings {
	or := func(v *int, fallback int) {
		if *v == 0 {
			*v = fallback
		}
	}
	or(&s.Size, DefaultSize)
	or(&s.Overlap, DefaultOverlap)
	or(&s.Context, DefaultContext)
	or(&s.Parallel, DefaultParallel)
	s.Overlap = max(0, s.Overlap)
	return s
}

// Summarize returns the summary of d. A page of one chunk takes one call. A
// longer one is summarised chunk by chunk, and the summaries are combined until
// one is left. report, unless nil, is called by one goroutine at a time. The
// error is that of ctx or the model, ErrNotShorter, or of an empty page.
func (s *Summarizer) Summarize(ctx context.Context, d Document, report func(Progress)) (Summary, error) {
	chunks := s.chunker.Cut(d.Markdown)
	if len(chunks) == 0 {
		return Summary{}, errors.New("the page has no text")
	}
	if s.count.Count(d.Title) > maxTitle {
		d.Title = ""
	}
	w := &work{Summarizer: s, title: d.Title, report: report}
	w.sum.Chunks = len(chunks)
	if len(chunks) == 1 {
		return w.finish(ctx, Single, chunks[0].Text, d)
	}
	texts := make([]string, len(chunks))
	for i, c := range chunks {
		texts[i] = join(c.Path) + c.Text
	}
	parts, err := w.each(ctx, "map", Map, texts)
	if err != nil {
		return Summary{}, err
	}
	whole, err := w.shrink(ctx, parts)
	if err != nil {
		return Summary{}, err
	}
	return w.finish(ctx, Reduce, whole, d)
}

// work is the state of one page's summary.
type work struct {
	*Summarizer
	title  string
	report func(Progress)

	mu  sync.Mutex // guards sum and calls of report
	sum Summary
}

// shrink combines summaries until they fit into one chunk.
func (w *work) shrink(ctx context.Context, parts []string) (string, error) {
	combine, err := NewChunker(w.count, w.size, 0)
	if err != nil {
		return "", err
	}
	for whole := strings.Join(parts, "\n\n"); ; {
		chunks := combine.Cut(whole)
		w.sum.Rounds++
		if len(chunks) <= 1 {
			return whole, nil
		}
		if w.sum.Rounds > maxRounds {
			return "", fmt.Errorf("%d rounds of combining: %w", maxRounds, ErrNotShorter)
		}
		var texts []string
		for _, c := range chunks {
			texts = append(texts, c.Text)
		}
		combined, err := w.each(ctx, "reduce", Reduce, texts)
		if err != nil {
			return "", err
		}
		shorter := strings.Join(combined, "\n\n")
		if before, after := w.count.Count(whole), w.count.Count(shorter); after >= before {
			return "", fmt.Errorf("%d tokens became %d: %w", before, after, ErrNotShorter)
		}
		whole = shorter
	}
}

// each sends every text to the model and returns the answers in order. The
// first error cancels the other calls.
func (w *work) each(ctx context.Context, stage string, p Prompt, texts []string) ([]string, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.tell(Progress{Stage: stage, Of: len(texts)})
	out := make([]string, len(texts))
	var calls sync.WaitGroup
	done := 0
	for i, text := range texts {
		calls.Go(func() {
			if err := w.acquire(ctx); err != nil {
				return
			}
			defer w.release() // after a failure has cancelled the others
			answer, err := w.ask(ctx, p, text, nil)
			if err != nil {
				stop(err)
				return
			}
			out[i] = answer
			w.mu.Lock()
			defer w.mu.Unlock()
			done++
			w.tell(Progress{Stage: stage, Done: done, Of: len(texts)})
		})
	}
	calls.Wait()
	w.used(p)
	return out, context.Cause(ctx)
}

// finish makes the last call.
func (w *work) finish(ctx context.Context, p Prompt, text string, d Document) (Summary, error) {
	w.tell(Progress{Stage: "write", Of: 1})
	onProgress := func(soFar string) { w.tell(Progress{Stage: "write", Of: 1, Text: soFar}) }
	if err := w.acquire(ctx); err != nil {
		return Summary{}, err
	}
	defer w.release()
	answer, err := w.ask(ctx, p, text, onProgress)
	if err != nil {
		return Summary{}, err
	}
	w.used(p)
	w.sum.Text = strings.Join(strings.Fields(answer), " ")
	w.sum.Sentences = Check(w.sum.Text, d)
	w.tell(Progress{Stage: "write", Done: 1, Of: 1, Text: w.sum.Text})
	return w.sum, nil
}

// acquire waits for a free slot for a call; release frees it.
func (w *work) acquire(ctx context.Context) error {
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if ctx.Err() != nil {
		w.release()
		return context.Cause(ctx)
	}
	return nil
}

func (w *work) release() { <-w.slots }

// ask returns the model's answer to p for text, or the cached one.
func (w *work) ask(ctx context.Context, p Prompt, text string, onProgress func(string)) (string, error) {
	r := p.request(w.title, text)
	key := r.key(w.model.Name())
	c, reused := Completion{}, false
	if w.answers != nil {
		c, reused = w.answers.Get(key)
	}
	for tries := 0; !reused && tries < maxTries && strings.TrimSpace(c.Text) == ""; tries++ {
		var err error
		if c, err = w.model.Complete(ctx, r, onProgress); err != nil {
			return "", err
		}
	}
	answer, cut := c.Text, c.Truncated
	if cut {
		answer = shortened(answer)
	}
	if strings.TrimSpace(answer) == "" {
		return "", &ModelError{Kind: KindAnswer, Message: "the answer is empty"}
	}
	if w.answers != nil && !reused {
		w.answers.Put(key, c)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sum.Calls++
	if reused {
		w.sum.Cached++
	}
	if cut {
		w.sum.Truncated++
	}
	return answer, nil
}

// used adds a prompt to the summary.
func (w *work) used(p Prompt) {
	for _, known := range w.sum.Prompts {
		if known.ID == p.ID {
			return
		}
	}
	w.sum.Prompts = append(w.sum.Prompts, p)
}

// tell reports progress.
func (w *work) tell(p Progress) {
	if w.report != nil {
		w.report(p)
	}
}

// maxTries is the number of attempts for a nonempty answer. Small models
// sometimes return an empty one.
const maxTries = 2

// maxFragment is the maximal length of a truncated answer without a complete
// sentence, in code points.
const maxFragment = 400

// shortened returns the complete sentences of a truncated answer. If there are
// none, it returns the beginning with an ellipsis.
func shortened(s string) string {
	s = strings.TrimSpace(s)
	end := 0
	for _, at := range sentences(s + " ") {
		end = at
	}
	if whole := strings.TrimSpace(s[:min(end, len(s))]); whole != "" || s == "" {
		return whole
	}
	if r := []rune(s); len(r) > maxFragment {
		s = string(r[:maxFragment])
	}
	if i := strings.LastIndexAny(s, " \n"); i > 0 {
		s = strings.TrimSpace(s[:i])
	}
	return s + " …"
}
