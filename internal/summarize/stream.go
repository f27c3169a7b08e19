package summarize

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// chatAnswer is a complete answer or one event of a stream.
type chatAnswer struct {
	Choices []struct {
		Message      chatMessage `json:"message"`
		Delta        chatMessage `json:"delta"`
		FinishReason string      `json:"finish_reason"`
	} `json:"choices"`
	Error json.RawMessage `json:"error"`
}

// serviceError is an error message sent instead of an answer.
type serviceError struct{ text string }

func (e *serviceError) Error() string { return e.text }

var (
	errIncomplete = errors.New("the answer broke off")
	errInvalid    = errors.New("the answer is not one of a chat service")
)

// readStream reads server-sent events until the answer is finished. A stream
// that ends before is an error.
func readStream(from io.Reader, onProgress func(string)) (Completion, error) {
	var text strings.Builder
	finish := ""
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		if !ok {
			continue // keep-alive comments, event names, blank lines
		}
		data = strings.TrimSpace(data)
		if data == "[DONE]" {
			break
		}
		var event chatAnswer
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			return Completion{}, errInvalid
		}
		if len(event.Error) > 0 && string(event.Error) != "null" {
			return Completion{}, &serviceError{errorMessage(event.Error)}
		}
		if len(event.Choices) == 0 {
			continue // an event with usage figures
		}
		choice := event.Choices[0]
		text.WriteString(choice.Delta.Content)
		if choice.FinishReason != "" {
			finish = choice.FinishReason
		}
		if onProgress != nil && choice.Delta.Content != "" {
			onProgress(withoutThinking(text.String()))
		}
	}
	if err := lines.Err(); err != nil {
		return Completion{}, err
	}
	if finish == "" {
		return Completion{}, errIncomplete
	}
	return Completion{Text: text.String(), Truncated: finish == "length"}, nil
}

// readWhole reads the answer of a service that does not stream.
func readWhole(from io.Reader) (Completion, error) {
	raw, err := io.ReadAll(from)
	if err != nil {
		return Completion{}, err
	}
	var answer chatAnswer
	if err := json.Unmarshal(raw, &answer); err != nil {
		return Completion{}, errInvalid
	}
	if len(answer.Error) > 0 && string(answer.Error) != "null" {
		return Completion{}, &serviceError{errorMessage(answer.Error)}
	}
	if len(answer.Choices) == 0 {
		return Completion{}, errInvalid
	}
	choice := answer.Choices[0]
	return Completion{Text: choice.Message.Content, Truncated: choice.FinishReason == "length"}, nil
}

// errorMessage returns the message in the error object of a service.
func errorMessage(raw json.RawMessage) string {
	var text string
	var object struct {
		Message string `json:"message"`
		Code    any    `json:"code"`
	}
	if json.Unmarshal(raw, &text) != nil && json.Unmarshal(raw, &object) == nil {
		text = object.Message
		if code, ok := object.Code.(string); ok {
			text = strings.TrimSpace(text + " (" + code + ")")
		}
	}
	return text
}

// withoutThinking removes a leading <think> element, in which reasoning models
// write before their answer.
func withoutThinking(s string) string {
	rest, found := strings.CutPrefix(strings.TrimSpace(s), "<think>")
	if !found {
		return s
	}
	_, answer, _ := strings.Cut(rest, "</think>")
	return strings.TrimSpace(answer)
}
