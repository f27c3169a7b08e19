package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
)

// maxLine is the longest line of input: JSON may spend six bytes on one byte
// of HTML.
const maxLine = 6*page.MaxBytes + 1<<20

// jsonlInput is one line of input. The id is any JSON value and comes back as
// it is.
type jsonlInput struct {
	ID   json.RawMessage `json:"id"`
	URL  string          `json:"url"`
	HTML *string         `json:"html"`
}

// jsonlFailure is the answer to a line that has no result.
type jsonlFailure struct {
	ID    json.RawMessage `json:"id"`
	Error struct {
		Code    protocol.Code `json:"code"`
		Message string        `json:"message"`
	} `json:"error"`
}

// convertLines answers each line of in with one line of out, in the same
// order. At most jobs pages are converted at a time, and no more than twice as
// many lines and two are held. What is wrong with a line is its own answer; only a
// failure to read or write ends the run.
func convertLines(in io.Reader, out io.Writer, o pipeline.Options, jobs int) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	easeCollector(jobs)
	o.NoLog = true
	ctx, stop := context.WithCancel(context.Background())
	defer stop()

	type job struct {
		line   []byte
		err    error
		answer chan []byte
	}
	waiting := make(chan job)     // for a worker
	order := make(chan job, jobs) // for the writer, as they were read
	readErr := make(chan error, 1)
	go func() {
		defer close(order)
		defer close(waiting)
		lines := bufio.NewReaderSize(in, 1<<16)
		for {
			line, err := readLine(lines, maxLine)
			if err != nil && !errors.Is(err, page.ErrTooLarge) {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				readErr <- err
				return
			}
			j := job{line, err, make(chan []byte, 1)}
			select {
			case order <- j:
			case <-ctx.Done():
				return
			}
			select {
			case waiting <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	for range jobs {
		go func() {
			for j := range waiting {
				j.answer <- convertLine(ctx, j.line, j.err, o)
			}
		}()
	}
	for j := range order {
		if _, err := out.Write(<-j.answer); err != nil {
			return fmt.Errorf("write line: %w", err)
		}
	}
	if err := <-readErr; err != nil {
		return fmt.Errorf("read line: %w", err)
	}
	return nil
}

// readLine returns the next line without its end. A line of more than limit
// bytes is skipped and gives ErrTooLarge; io.EOF comes after the last line.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > limit; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		case long:
			return nil, page.ErrTooLarge
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// convertLine returns the answer to one line, its end included.
func convertLine(ctx context.Context, line []byte, err error, o pipeline.Options) (answer []byte) {
	var in jsonlInput
	defer func() {
		if recover() != nil {
			answer = failedLine(in.ID, protocol.Errorf(protocol.CodePanic, "conversion crashed"))
		}
	}()
	if err != nil {
		return failedLine(nil, err)
	}
	if err := json.Unmarshal(line, &in); err != nil {
		return failedLine(in.ID, protocol.Errorf(protocol.CodeJSON, "line is not a JSON object with id, url and html"))
	}
	if in.HTML == nil {
		return failedLine(in.ID, protocol.Errorf(protocol.CodeField, "html is missing"))
	}
	result, err := pipeline.Convert(ctx, page.Source{URL: in.URL, HTML: *in.HTML}, o, nil)
	if err != nil {
		return failedLine(in.ID, err)
	}
	text, err := compactJSON(result)
	if err != nil {
		return failedLine(in.ID, err)
	}
	var b bytes.Buffer
	b.WriteString(`{"id":`)
	b.Write(idOf(in.ID))
	b.WriteByte(',')
	b.Write(text[1:]) // a result is never an empty object
	return b.Bytes()
}

func failedLine(id json.RawMessage, err error) []byte {
	f := jsonlFailure{ID: idOf(id)}
	var coded *protocol.Error
	switch {
	case errors.As(codeOf(err), &coded):
		f.Error.Code, f.Error.Message = coded.Code, coded.Msg
	case errors.Is(err, context.DeadlineExceeded):
		f.Error.Code, f.Error.Message = protocol.CodeTimeout, err.Error()
	default:
		f.Error.Code, f.Error.Message = protocol.CodeInternal, err.Error()
	}
	text, err := compactJSON(f)
	if err != nil {
		text = []byte(`{"id":null,"error":{"code":"E_INTERNAL","message":"encode the answer"}}` + "\n")
	}
	return text
}

func idOf(id json.RawMessage) json.RawMessage {
	if len(id) == 0 {
		return json.RawMessage("null")
	}
	return id
}
