package summarize

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// maxAnswer is how many tokens a model may answer: some five times what the
// prompts ask for, so that only one that does not end is cut.
const maxAnswer = 1024

// Request is one call of a model.
type Request struct {
	System, User string
	MaxTokens    int // of the answer
}

// key names the request for as long as the model is the same.
func (r Request) key(model string) string {
	text, err := json.Marshal([]any{model, Temperature, r.System, r.User, r.MaxTokens})
	if err != nil {
		panic(err) // texts and numbers can be encoded
	}
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:])
}

// Completion is a model's answer.
type Completion struct {
	Text      string `json:"text"`
	Truncated bool   `json:"cut,omitempty"` // it was longer than MaxTokens
}

// Model answers requests. Client is the real one.
type Model interface {
	// Name says which model of which provider answers.
	Name() string
	// Complete returns the whole answer to r or an error, never half an answer
	// as if it were one. told, unless nil, hears the answer so far while it
	// grows, in one goroutine.
	Complete(ctx context.Context, r Request, told func(soFar string)) (Completion, error)
}

// Cache remembers what a model said, so that no finished call is made twice.
// It may be used by several goroutines. DiskCache is the real one.
type Cache interface {
	Get(key string) (Completion, bool)
	Put(key string, c Completion)
}
