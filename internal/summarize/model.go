package summarize

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// maxAnswer is the maximal length of an answer in tokens: about five times the
// length that the prompts request, so that only runaway answers are truncated.
const maxAnswer = 1024

// Request is one request to a model.
type Request struct {
	System, User string
	MaxTokens    int // of the answer
}

// key returns the cache key of the request to a model.
func (r Request) key(model string) string {
	text, err := json.Marshal([]any{model, Temperature, r.System, r.User, r.MaxTokens})
	if err != nil {
		panic(err) // strings and numbers can be encoded
	}
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:])
}

// Completion is a model's answer.
type Completion struct {
	Text      string `json:"text"`
	Truncated bool   `json:"cut,omitempty"` // cut off at MaxTokens
}

// Model answers requests. Client implements it.
type Model interface {
	// Name identifies the model and its provider.
	Name() string
	// Complete returns the whole answer to r or an error. onProgress, unless nil,
	// is called with the answer so far, by one goroutine.
	Complete(ctx context.Context, r Request, onProgress func(soFar string)) (Completion, error)
}

// Cache stores answers, so that no finished request is repeated. It may be used
// by several goroutines. DiskCache implements it.
type Cache interface {
	Get(key string) (Completion, bool)
	Put(key string, c Completion)
}
