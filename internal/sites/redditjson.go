package sites

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ErrNoThread means that a text is not the JSON of a Reddit thread.
var ErrNoThread = errors.New("not the JSON of a Reddit thread")

// Limits of the JSON of a thread.
const (
	maxThreadBytes = 16 << 20
	maxThreadDepth = 100 // deeper comments are left out
)

// thing is an entry of Reddit's JSON. Kind is "t3" for a post, "t1" for a comment,
// "Listing" for a list, and "more" for comments that the JSON leaves out.
type thing struct {
	Kind string `json:"kind"`
	Data struct {
		Title     string          `json:"title"`
		Author    string          `json:"author"`
		Subreddit string          `json:"subreddit_name_prefixed"`
		URL       string          `json:"url"`
		IsSelf    bool            `json:"is_self"`
		SelfText  string          `json:"selftext_html"`
		Body      string          `json:"body_html"`
		Score     int             `json:"score"`
		Hidden    bool            `json:"score_hidden"`
		Created   float64         `json:"created_utc"`
		Collapsed bool            `json:"collapsed"`
		Count     int             `json:"count"`
		Replies   json.RawMessage `json:"replies"` // a listing, or ""
		Children  json.RawMessage `json:"children"`
	} `json:"data"`
}

// RedditPage converts the JSON of a Reddit thread to a page in the site's current
// layout, which the adapter can read. The JSON is untrusted: all text is escaped
// and its HTML is balanced.
func RedditPage(text string) (string, error) {
	if len(text) > maxThreadBytes {
		return "", fmt.Errorf("%d bytes of JSON: %w", len(text), ErrNoThread)
	}
	var listings []thing
	if err := json.Unmarshal([]byte(text), &listings); err != nil || len(listings) != 2 {
		return "", ErrNoThread
	}
	posts := children(listings[0])
	if len(posts) != 1 || posts[0].Kind != "t3" {
		return "", ErrNoThread
	}
	var b strings.Builder
	post := posts[0].Data
	fmt.Fprintf(&b, `<title>%s</title><main><shreddit-post author="%s" score="%d" subreddit-prefixed-name="%s" post-title="%s" created-timestamp="%s"><h1 slot="title">%s</h1>`,
		html.EscapeString(post.Title), html.EscapeString(post.Author), post.Score, html.EscapeString(post.Subreddit),
		html.EscapeString(post.Title), created(post.Created), html.EscapeString(post.Title))
	b.WriteString(`<div slot="text-body">`)
	if !post.IsSelf && post.URL != "" {
		fmt.Fprintf(&b, `<p><a href="%s">%s</a></p>`, html.EscapeString(post.URL), html.EscapeString(post.URL))
	}
	b.WriteString(balanced(post.SelfText))
	b.WriteString(`</div></shreddit-post>`)
	for _, c := range children(listings[1]) {
		writeComment(&b, c, 0)
	}
	b.WriteString(`</main>`)
	return b.String(), nil
}

func writeComment(b *strings.Builder, c thing, depth int) {
	switch {
	case c.Kind == "more" && c.Data.Count > 0:
		fmt.Fprintf(b, `<a slot="more">%d more replies</a>`, c.Data.Count)
		return
	case c.Kind != "t1" || depth > maxThreadDepth:
		return
	}
	score := strconv.Itoa(c.Data.Score)
	if c.Data.Hidden {
		score = ""
	}
	collapsed := ""
	if c.Data.Collapsed {
		collapsed = " collapsed"
	}
	fmt.Fprintf(b, `<shreddit-comment author="%s" score="%s" created="%s"%s><div slot="comment">%s</div>`,
		html.EscapeString(c.Data.Author), score, created(c.Data.Created), collapsed, balanced(c.Data.Body))
	var replies thing
	if json.Unmarshal(c.Data.Replies, &replies) == nil {
		for _, r := range children(replies) {
			writeComment(b, r, depth+1)
		}
	}
	b.WriteString(`</shreddit-comment>`)
}

func children(listing thing) []thing {
	var list []thing
	if listing.Kind != "Listing" || json.Unmarshal(listing.Data.Children, &list) != nil {
		return nil
	}
	return list
}

func created(seconds float64) string {
	if seconds < 1 || seconds > 1e11 {
		return ""
	}
	return time.Unix(int64(seconds), 0).UTC().Format(time.RFC3339)
}

// balanced returns s with exactly the end tags that its start tags need, so that
// a comment cannot close the elements around it.
func balanced(s string) string {
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return html.EscapeString(s)
	}
	var b strings.Builder
	for _, n := range nodes {
		if err := html.Render(&b, n); err != nil {
			return html.EscapeString(s)
		}
	}
	return b.String()
}
