package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/translate"
)

// streamFlags select and shape the answers to a stream of documents.
type streamFlags struct {
	Jobs          int           `default:"0" placeholder:"N" help:"Documents of --jsonl and --warc to convert at the same time; 0 means one per processor."`
	Fields        []string      `placeholder:"FIELD,…" help:"With --jsonl and --warc, write only these fields, after the id; an unknown name prints the list."`
	Pass          bool          `help:"With --jsonl, repeat the line's further fields under \"input\"."`
	Root          string        `placeholder:"DIR" help:"With --jsonl, read the files that lines name by \"path\" from this folder."`
	MinConfidence float64       `default:"0" placeholder:"N" help:"With --jsonl and --warc, leave out results below this confidence, 0 to 1."`
	OnlyErrors    bool          `help:"With --jsonl and --warc, write only the documents that failed."`
	Unordered     bool          `help:"With --jsonl and --warc, write each answer when it is ready."`
	Timeout       time.Duration `default:"0s" placeholder:"DURATION" help:"With --jsonl and --warc, give up on a document after this time, 20s at most."`
	MaxBytes      int           `default:"0" placeholder:"N" help:"With --jsonl and --warc, refuse documents of more bytes in UTF-8."`
	Escalate      float64       `default:"0" placeholder:"N" help:"With --escalate-to, results below this confidence, 0 to 1, are for a language model."`
	EscalateTo    string        `placeholder:"FILE" help:"Write the pages of --escalate to this file: lines {\"id\",\"url\",\"title\",\"confidence\",\"html\"}."`
	EscalateLimit int           `default:"4000" placeholder:"N" help:"Tokens of such a page, about."`
	Merge         string        `placeholder:"FILE" help:"Read a language model's answers, lines {\"id\",\"text\"} or {\"id\",\"blocks\":[N,…]}; text that is not on the page is refused."`
	Summary       bool          `help:"With --jsonl and --warc, write numbers, rates and bands of confidence to standard error at the end."`
}

// validate reports a wrong value.
func (f streamFlags) validate() error {
	if f.MinConfidence < 0 || f.MinConfidence > 1 {
		return usageError{fmt.Errorf("--min-confidence: %v is not between 0 and 1", f.MinConfidence)}
	}
	if f.Escalate < 0 || f.Escalate > 1 || f.Escalate > 0 != (f.EscalateTo != "") || f.EscalateLimit < 1 {
		return usageError{errors.New("--escalate needs a confidence up to 1 and --escalate-to FILE; --escalate-limit is 1 at least")}
	}
	if f.Timeout < 0 || f.MaxBytes < 0 {
		return usageError{errors.New("--timeout and --max-bytes cannot be below 0")}
	}
	if slices.Contains(f.Fields, "text") && slices.Contains(f.Fields, "html") {
		return usageError{errors.New("--fields: text and html cannot be combined")}
	}
	for _, name := range f.Fields {
		if name != "id" && fieldNamed(name) == nil {
			return usageError{fmt.Errorf("--fields: %q is not one of %s", name, fieldList())}
		}
	}
	return nil
}

// answer is the result of one document.
type answer struct {
	line       []byte // with a line break
	err        error
	confidence *float64
	bytes      int // of the document's HTML
	escalated  []byte
	answer     *pipeline.AnswerCheck
}

// answerer converts documents to lines.
type answerer struct {
	options pipeline.Options
	flags   streamFlags
	fields  []*answerField // nil for whole results
	merged  map[string]pipeline.Answer
	open    *os.File // of --escalate-to, or nil
}

// openAnswerer is newAnswerer with the files of --merge and --escalate-to. Call
// close.
func openAnswerer(o pipeline.Options, f streamFlags) (*answerer, error) {
	a := newAnswerer(o, f)
	var err error
	if f.Merge != "" {
		if a.merged, err = readAnswers(f.Merge); err != nil {
			return nil, fmt.Errorf("--merge: %w", err)
		}
	}
	if f.EscalateTo != "" {
		if a.open, err = os.Create(f.EscalateTo); err != nil {
			return nil, fmt.Errorf("--escalate-to: %w", err)
		}
		a.options.Escalation = pipeline.Escalation{Below: f.Escalate, Tokens: f.EscalateLimit}
	}
	return a, nil
}

func (a *answerer) close() error {
	if a.open == nil {
		return nil
	}
	return a.open.Close()
}

func newAnswerer(o pipeline.Options, f streamFlags) *answerer {
	a := &answerer{options: o, flags: f}
	a.options.NoLog = true
	if len(f.Fields) == 0 {
		return a
	}
	a.fields = []*answerField{}
	a.options.Frontmatter = o.Frontmatter && slices.Contains(f.Fields, "markdown")
	a.options.Partial = !a.options.Frontmatter // its fields rate the result
	for _, name := range f.Fields {
		if field := fieldNamed(name); field != nil {
			a.fields = append(a.fields, field)
			a.options.Partial = a.options.Partial && !field.rating
			if field.format != "" {
				a.options.Format = field.format
			}
		}
	}
	return a
}

// convertStream writes an answer for each document of in. An error in a document
// gives a line with that error; only an error of reading or writing ends the run.
func convertStream(in source, out io.Writer, a *answerer, jobs int) (*summary, error) {
	s := newSummary()
	err := workers(jobs, !a.flags.Unordered, in, a.answer, func(r answer) error {
		s.add(r, a.flags.MinConfidence)
		if len(r.escalated) > 0 {
			if _, err := a.open.Write(r.escalated); err != nil {
				return fmt.Errorf("--escalate-to: %w", err)
			}
		}
		low := r.err == nil && a.flags.MinConfidence > 0 && (r.confidence == nil || *r.confidence < a.flags.MinConfidence)
		if low || r.err == nil && a.flags.OnlyErrors {
			return nil
		}
		if _, err := out.Write(r.line); err != nil {
			return fmt.Errorf("write line: %w", err)
		}
		return nil
	})
	return s, err
}

// convertLines is convertStream for lines of JSON with whole results.
func convertLines(in io.Reader, out io.Writer, o pipeline.Options, jobs int) error {
	_, err := convertStream(newLines(in, nil), out, newAnswerer(o, streamFlags{}), jobs)
	return err
}

// answer converts one document.
func (a *answerer) answer(ctx context.Context, i item) (r answer) {
	var d document
	defer func() {
		if recover() != nil {
			r = a.failed(d, protocol.Errorf(protocol.CodePanic, "conversion crashed"))
		}
	}()
	d, err := i.read()
	if err == nil && a.flags.MaxBytes > 0 && len(d.src.HTML) > a.flags.MaxBytes {
		err = protocol.Errorf(protocol.CodeDocTooLarge, "page is over %d bytes, the limit asked for", a.flags.MaxBytes)
	}
	if err != nil {
		return a.failed(d, err)
	}
	if a.flags.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.flags.Timeout)
		defer cancel()
	}
	options := a.options
	if merged, ok := a.merged[string(d.id)]; ok {
		options.Answer = &merged
	}
	result, err := pipeline.Convert(ctx, d.src, options, nil)
	if err != nil {
		return a.failed(d, err)
	}
	r = answer{bytes: len(d.src.HTML), answer: result.Answer}
	if result.Pruned != "" {
		if r.escalated, err = escalated(d, result); err != nil {
			return a.failed(d, err)
		}
	}
	if result.Confidence != nil {
		r.confidence = &result.Confidence.Score
	}
	if r.line, err = a.line(d, result); err != nil {
		return a.failed(d, err)
	}
	return r
}

// line returns the answer for a result.
func (a *answerer) line(d document, r pipeline.Result) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"id":`)
	b.Write(idOf(d.id))
	if a.fields == nil && d.date != "" {
		date, err := compactJSON(d.date)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `,"date":%s`, date[:len(date)-1])
	}
	if a.fields == nil {
		text, err := compactJSON(r)
		if err != nil {
			return nil, err
		}
		b.WriteByte(',')
		b.Write(text[1 : len(text)-2]) // a result is never an empty object; without the brace and the line break
	}
	for _, f := range a.fields {
		text, err := compactJSON(f.value(d, r))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, ",%q:", f.name)
		b.Write(text[:len(text)-1])
	}
	a.writePassed(&b, d)
	b.WriteString("}\n")
	return b.Bytes(), nil
}

// writePassed writes the further fields of the input, if they are asked for.
func (a *answerer) writePassed(b *bytes.Buffer, d document) {
	if !a.flags.Pass || len(d.passed) == 0 {
		return
	}
	b.WriteString(`,"input":{`)
	for i, m := range d.passed {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := compactJSON(m.name) // a string is always encoded
		b.Write(name[:len(name)-1])
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
}

// failure is the output for a document without a result.
type failure struct {
	ID    json.RawMessage `json:"id"`
	Error struct {
		Code    protocol.Code `json:"code"`
		Message string        `json:"message"`
	} `json:"error"`
}

func (a *answerer) failed(d document, err error) answer {
	f := failure{ID: idOf(d.id)}
	coded := codeOf(err)
	f.Error.Code, f.Error.Message = coded.Code, coded.Msg
	r := answer{err: coded, bytes: len(d.src.HTML)}
	text, err := compactJSON(f)
	if err != nil {
		r.line = []byte(`{"id":null,"error":{"code":"E_INTERNAL","message":"encode the answer"}}` + "\n")
		return r
	}
	var b bytes.Buffer
	b.Write(text[:len(text)-2])
	a.writePassed(&b, d)
	b.WriteString("}\n")
	r.line = b.Bytes()
	return r
}

// codeOf returns the error for a failed document.
func codeOf(err error) *protocol.Error {
	var coded *protocol.Error
	switch {
	case errors.As(translate.Error(err), &coded):
		return coded
	case errors.Is(err, context.DeadlineExceeded):
		return protocol.Errorf(protocol.CodeTimeout, "%v", err)
	}
	return protocol.Errorf(protocol.CodeInternal, "%v", err)
}

func idOf(id json.RawMessage) json.RawMessage {
	if len(id) == 0 {
		return json.RawMessage("null")
	}
	return id
}
