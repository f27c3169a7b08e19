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
	"pulltab/internal/translate"
)

// maxLine is the maximum length of an input line, in bytes: JSON may escape one
// byte of HTML as six.
const maxLine = 6*page.MaxBytes + 1<<20

// jsonlInput is one line of input. The id is any JSON value and is returned
// unchanged.
type jsonlInput struct {
	ID   json.RawMessage `json:"id"`
	URL  string          `json:"url"`
	HTML *string         `json:"html"`
}

// jsonlFailure is the output for a line without a result.
type jsonlFailure struct {
	ID    json.RawMessage `json:"id"`
	Error struct {
		Code    protocol.Code `json:"code"`
		Message string        `json:"message"`
	} `json:"error"`
}

// convertLines converts each line of in to a line of out, in the same order. It
// converts at most jobs pages at the same time and holds at most 2*jobs+2 lines.
// An error in a line gives a line with that error; only an error of reading or
// writing ends the run.
func convertLines(in io.Reader, out io.Writer, o pipeline.Options, jobs int) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	tuneCollector(jobs)
	o.NoLog = true
	ctx, stop := context.WithCancel(context.Background())
	defer stop()

	type job struct {
		line   []byte
		err    error
		answer chan []byte
	}
	waiting := make(chan job)     // for the workers
	order := make(chan job, jobs) // for the writer, in input order
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

// readLine returns the next line without its line break. It skips a line over
// limit bytes and returns ErrTooLarge. It returns io.EOF after the last line.
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

// convertLine returns the output for one line, with a line break.
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
	case errors.As(translate.Error(err), &coded):
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
