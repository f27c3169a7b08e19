package summarize

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// chatAnswer is a whole answer, or one event of a stream.
type chatAnswer struct {
	Choices []struct {
		Message      chatMessage `json:"message"`
		Delta        chatMessage `json:"delta"`
		FinishReason string      `json:"finish_reason"`
	} `json:"choices"`
	Error json.RawMessage `json:"error"`
}

// saidError is an error that a service reports in place of an answer.
type saidError struct{ text string }

func (e *saidError) Error() string { return e.text }

var (
	errShort  = errors.New("the answer broke off")
	errNoChat = errors.New("the answer is not one of a chat service")
)

// readStream reads server-sent events until the answer is finished. A stream
// that ends before is an error, never a shorter answer.
func readStream(from io.Reader, told func(string)) (Completion, error) {
	var text strings.Builder
	finish := ""
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		if !ok {
			continue // comments that keep the line alive, event names, blanks
		}
		data = strings.TrimSpace(data)
		if data == "[DONE]" {
			break
		}
		var event chatAnswer
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			return Completion{}, errNoChat
		}
		if len(event.Error) > 0 && string(event.Error) != "null" {
			return Completion{}, &saidError{said(event.Error)}
		}
		if len(event.Choices) == 0 {
			continue // usage
		}
		choice := event.Choices[0]
		text.WriteString(choice.Delta.Content)
		if choice.FinishReason != "" {
			finish = choice.FinishReason
		}
		if told != nil && choice.Delta.Content != "" {
			told(withoutThoughts(text.String()))
		}
	}
	if err := lines.Err(); err != nil {
		return Completion{}, err
	}
	if finish == "" {
		return Completion{}, errShort
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
		return Completion{}, errNoChat
	}
	if len(answer.Error) > 0 && string(answer.Error) != "null" {
		return Completion{}, &saidError{said(answer.Error)}
	}
	if len(answer.Choices) == 0 {
		return Completion{}, errNoChat
	}
	choice := answer.Choices[0]
	return Completion{Text: choice.Message.Content, Truncated: choice.FinishReason == "length"}, nil
}

// said is the sentence in the error object of a service.
func said(raw json.RawMessage) string {
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

// withoutThoughts leaves out what a reasoning model thinks aloud before its
// answer.
func withoutThoughts(s string) string {
	rest, thinks := strings.CutPrefix(strings.TrimSpace(s), "<think>")
	if !thinks {
		return s
	}
	_, answer, _ := strings.Cut(rest, "</think>")
	return strings.TrimSpace(answer)
}
