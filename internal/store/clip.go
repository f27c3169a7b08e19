package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"pulltab/internal/address"
)

// ErrOff means that the user has not allowed pages to be saved.
var ErrOff = errors.New("page memory is off")

// ErrNoClip means that no clip matches.
var ErrNoClip = errors.New("no such clip")

// Clip is one revision of a saved page.
type Clip struct {
	ID         int64     `json:"clip"`
	Saved      time.Time `json:"saved"`
	Address    string    `json:"url"`                 // redacted
	Canonical  string    `json:"canonical,omitempty"` // redacted
	Revision   int       `json:"edition"`             // from 1; a save with changed text adds one
	Title      string    `json:"title"`
	Markdown   string    `json:"markdown,omitempty"` // with front matter; "" in lists
	Excerpt    string    `json:"excerpt,omitempty"`  // in lists: the text around the search words, or the beginning
	Source     string    `json:"source,omitempty"`
	Quality    *float64  `json:"quality,omitempty"`
	Confidence *float64  `json:"confidence,omitempty"`
	Host       string    `json:"host,omitempty"` // version of the program
}

// Save stores a clip and returns it with id, time, revision and redacted
// addresses. When it returns, the clip is on the disk. If the text equals that
// of the latest revision, only its time is updated. capture is the source page
// of c, or nil; it is stored only if Preferences.Captures is set. The error is
// ErrOff if Preferences.Pages is not set.
func (s *Store) Save(c Clip, capture []byte) (Clip, error) {
	if capture != nil {
		capture = []byte(address.RedactIn(string(capture), c.Address, c.Canonical))
	}
	front, body := cutFrontMatter(address.RedactIn(c.Markdown, c.Address, c.Canonical))
	site := Site(c.Address)
	c.Markdown, c.Address, c.Canonical = front+body, addressKey(c.Address), address.Redact(c.Canonical)
	blocks := digests(split(body))
	c.Saved = time.UnixMilli(s.now().UnixMilli()).UTC()
	err := s.write(func(tx *sql.Tx) error {
		p, err := preferences(tx)
		if err != nil {
			return err
		}
		if !p.Pages {
			return ErrOff
		}
		var last []byte
		err = tx.QueryRow("SELECT id, edition, blocks FROM clips WHERE address = ? ORDER BY edition DESC LIMIT 1", c.Address).Scan(&c.ID, &c.Revision, &last)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err == nil && bytes.Equal(last, blocks) {
			return touchClip(tx, c, front)
		}
		c.Revision++
		result, err := tx.Exec(`INSERT INTO clips (saved_at, site, address, canonical, edition, title, front, body, blocks, source, quality, confidence, host)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			c.Saved.UnixMilli(), site, c.Address, c.Canonical, c.Revision, c.Title, front, body, blocks, c.Source, c.Quality, c.Confidence, c.Host)
		if err != nil {
			return err
		}
		if c.ID, err = result.LastInsertId(); err != nil || capture == nil || !p.Captures {
			return err
		}
		_, err = tx.Exec("INSERT INTO captures VALUES (?, ?)", c.ID, compress(capture))
		return err
	})
	if err != nil {
		return Clip{}, fmt.Errorf("save: %w", err)
	}
	return c, nil
}

// touchClip stores the time, the title and the front matter of a clip whose text
// has not changed. The search index must get the old title to remove it.
func touchClip(tx *sql.Tx, c Clip, front string) error {
	var title string
	if err := tx.QueryRow("SELECT title FROM clips WHERE id = ?", c.ID).Scan(&title); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE clips SET saved_at = ?, title = ?, front = ? WHERE id = ?", c.Saved.UnixMilli(), c.Title, front, c.ID); err != nil || title == c.Title {
		return err
	}
	if _, err := tx.Exec("INSERT INTO clip_words (clip_words, rowid, title, body) SELECT 'delete', id, ?, body FROM clips WHERE id = ?", title, c.ID); err != nil {
		return err
	}
	_, err := tx.Exec("INSERT INTO clip_words (rowid, title, body) SELECT id, title, body FROM clips WHERE id = ?", c.ID)
	return err
}

// addressKey is the address under which clips are stored: the redacted one, or
// a digest if there is none, as for files.
func addressKey(full string) string {
	if short := address.Redact(full); short != "" || full == "" {
		return short
	}
	return "page:" + fmt.Sprintf("%x", digest(full))
}

// cutFrontMatter separates front matter from the Markdown after it.
func cutFrontMatter(markdown string) (front, body string) {
	if end := strings.Index(markdown, "\n---\n"); strings.HasPrefix(markdown, "---\n") && end >= 0 {
		return markdown[:end+len("\n---\n")], markdown[end+len("\n---\n"):]
	}
	return "", markdown
}

// compress returns capture in gzip format. Writing to memory cannot fail.
func compress(capture []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(capture)
	w.Close()
	return b.Bytes()
}

// maxCapture limits the size of a decompressed capture, in bytes: a page of the
// largest size with its annotations.
const maxCapture = 128 << 20

// Capture returns the source page of a clip, or ErrNoClip if none was stored.
func (s *Store) Capture(id int64) ([]byte, error) {
	var page []byte
	err := s.read(func(tx *sql.Tx) error {
		return tx.QueryRow("SELECT page FROM captures WHERE clip = ?", id).Scan(&page)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoClip
	}
	if err != nil {
		return nil, fmt.Errorf("capture: %w", err)
	}
	r, err := gzip.NewReader(bytes.NewReader(page))
	if err != nil {
		return nil, fmt.Errorf("capture: %w", err)
	}
	return io.ReadAll(io.LimitReader(r, maxCapture))
}

// Captured lists the clips with a stored source page, oldest first.
func (s *Store) Captured() ([]Clip, error) {
	return s.clips(context.Background(), "SELECT "+columns+" FROM clips JOIN captures ON clip = id ORDER BY id", "")
}

// columns are the columns of a Clip without its text.
const columns = "id, saved_at, address, canonical, edition, clips.title, source, quality, confidence, host"

// Clip returns the clip with an id, or ErrNoClip.
func (s *Store) Clip(id int64) (Clip, error) {
	return s.clip("WHERE id = ?", id)
}

// Latest returns the newest clip whose address or canonical address is the one
// given, or ErrNoClip. Clips are ordered by id, since the clock may have been
// set back.
func (s *Store) Latest(address string) (Clip, error) {
	k := addressKey(address)
	if k == "" {
		return Clip{}, ErrNoClip
	}
	return s.clip("WHERE address = ? OR canonical = ? ORDER BY id DESC LIMIT 1", k, k)
}

func (s *Store) clip(where string, arguments ...any) (Clip, error) {
	var c Clip
	err := s.read(func(tx *sql.Tx) error {
		var at int64
		err := tx.QueryRow("SELECT "+columns+", front || body FROM clips "+where, arguments...).
			Scan(&c.ID, &at, &c.Address, &c.Canonical, &c.Revision, &c.Title, &c.Source, &c.Quality, &c.Confidence, &c.Host, &c.Markdown)
		c.Saved = time.UnixMilli(at).UTC()
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return Clip{}, ErrNoClip
	}
	if err != nil {
		return Clip{}, fmt.Errorf("clip: %w", err)
	}
	return c, nil
}

// Comparison is the difference between a page and its newest clip.
type Comparison struct {
	Clip    *Clip    `json:"clip,omitempty"` // the newest, without its text; nil if there is none
	Added   int      `json:"added"`          // blocks of the page that are not in the clip
	Removed int      `json:"removed"`        // blocks of the clip that are not in the page
	Diff    []Change `json:"diff,omitempty"`
}

// Recall compares a page, as it is now, with its newest clip.
func (s *Store) Recall(address, canonical, markdown string) (Comparison, error) {
	c, err := s.Latest(address)
	if errors.Is(err, ErrNoClip) && canonical != "" {
		c, err = s.Latest(canonical)
	}
	if errors.Is(err, ErrNoClip) {
		return Comparison{}, nil
	}
	if err != nil {
		return Comparison{}, err
	}
	r := Comparison{Diff: Compare(c, markdown, address, canonical)}
	c.Markdown = ""
	r.Clip = &c
	for _, change := range r.Diff {
		r.Added += len(change.Added)
		r.Removed += len(change.Removed)
	}
	return r, nil
}

// Compare returns the changes from a clip to the Markdown of a page with the
// given address and canonical address.
func Compare(c Clip, markdown, full, canonical string) []Change {
	_, before := cutFrontMatter(c.Markdown)
	_, now := cutFrontMatter(address.RedactIn(markdown, full, canonical))
	return diff(split(before), split(now))
}

// Changes returns how a clip differs from the edition before; nothing for the
// first. The error is ErrNoClip if there is no clip with this id.
func (s *Store) Changes(id int64) ([]Change, error) {
	c, err := s.Clip(id)
	if err != nil || c.Revision == 1 {
		return nil, err
	}
	before, err := s.clip("WHERE address = ? AND edition < ? ORDER BY edition DESC LIMIT 1", c.Address, c.Revision)
	if errors.Is(err, ErrNoClip) { // it was deleted
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	_, old := cutFrontMatter(before.Markdown)
	_, now := cutFrontMatter(c.Markdown)
	return diff(split(old), split(now)), nil
}

// Limits of a search: the cost grows with the number of words.
const (
	maxWords  = 32
	maxSearch = 1024 // bytes
)

// maxListed is the maximal length of a list of clips.
const maxListed = 200

// Search returns the clips with all words, matches in the title first, then the
// newest first; without words it returns the newest. limit is 1 to maxListed.
// Results are not ranked by BM25, which would read every clip with one of the
// words: half a second for 10,000 clips.
// The error is an *ArgumentError for more than maxWords words or a NUL.
func (s *Store) Search(ctx context.Context, words string, limit int) ([]Clip, error) {
	limit = max(1, min(limit, maxListed))
	if strings.ContainsRune(words, 0) {
		return nil, &ArgumentError{"words", "contain a NUL character"}
	}
	query := ftsQuery(words)
	if len(words) > maxSearch || strings.Count(query, " ") >= maxWords {
		return nil, &ArgumentError{"words", fmt.Sprintf("more than %d words or %d bytes", maxWords, maxSearch)}
	}
	if query == "" {
		return s.clips(ctx, "SELECT "+columns+", substr(clips.body, 1, 200) FROM clips ORDER BY saved_at DESC, id DESC LIMIT ?", "excerpt", limit)
	}
	found := []Clip{}
	for _, where := range []string{"{title} : (" + query + ")", query} {
		more, err := s.clips(ctx, `
			WITH best AS (SELECT rowid AS at FROM clip_words WHERE clip_words MATCH ? ORDER BY rowid DESC LIMIT ?)
			SELECT `+columns+`, clips.body FROM best CROSS JOIN clips ON id = at ORDER BY id DESC`, "excerpt", where, limit)
		if err != nil {
			return nil, err
		}
		for _, c := range more {
			if !slices.ContainsFunc(found, func(f Clip) bool { return f.ID == c.ID }) {
				c.Excerpt = excerpt(c.Excerpt, strings.Fields(words))
				found = append(found, c)
			}
		}
	}
	return slices.Clip(found[:min(len(found), limit)]), nil
}

// SearchAny returns the clips that contain any of words, best match first (BM25).
func (s *Store) SearchAny(ctx context.Context, words []string, limit int) ([]Clip, error) {
	var terms []string
	for _, word := range words[:min(len(words), maxWords)] {
		terms = append(terms, `"`+strings.ReplaceAll(strings.ReplaceAll(word, "\x00", ""), `"`, `""`)+`"`)
	}
	if len(terms) == 0 {
		return nil, nil
	}
	return s.clips(ctx, `
		WITH best AS (SELECT rowid AS at, rank AS value FROM clip_words WHERE clip_words MATCH ? ORDER BY rank LIMIT ?)
		SELECT `+columns+` FROM best CROSS JOIN clips ON id = at ORDER BY value, id DESC`, "", strings.Join(terms, " OR "), max(1, min(limit, maxListed)))
}

const (
	excerptRunes  = 200 // length of an excerpt
	excerptBefore = 60  // of these, before the search word
)

// excerpt returns the part of text around the first of words that occurs in it
// literally, or its beginning.
func excerpt(text string, words []string) string {
	lower := strings.ToLower(text)
	at := 0
	for _, w := range words {
		if i := strings.Index(lower, strings.ToLower(w)); i >= 0 && len(lower) == len(text) {
			at = i
			break
		}
	}
	before := []rune(text[max(0, at-4*excerptBefore):at])
	before = before[max(0, len(before)-excerptBefore):]
	after := []rune(text[at:min(len(text), at+4*excerptRunes)])
	after = after[:min(len(after), excerptRunes-len(before))]
	cut := strings.ToValidUTF8(string(before)+string(after), "")
	if at > len(string(before)) {
		cut = "…" + cut
	}
	if at+len(string(after)) < len(text) {
		cut += "…"
	}
	return cut
}

// minPrefix is the minimal length of a search prefix in bytes: fewer letters
// match too many words.
const minPrefix = 3

// ftsQuery returns the FTS5 query for search words: all of them must occur, and
// the last one may be a prefix. Quoting disables FTS5's operators.
func ftsQuery(words string) string {
	var terms []string
	for word := range strings.FieldsSeq(words) {
		terms = append(terms, `"`+strings.ReplaceAll(word, `"`, `""`)+`"`)
	}
	if len(terms) == 0 {
		return ""
	}
	if last := terms[len(terms)-1]; len(last) >= minPrefix+len(`""`) {
		terms[len(terms)-1] = last + "*"
	}
	return strings.Join(terms, " ")
}

// clips runs a query that selects columns, and the text for the excerpt if
// excerpt is not "".
func (s *Store) clips(ctx context.Context, query, excerpt string, arguments ...any) ([]Clip, error) {
	found := []Clip{}
	err := s.readUntil(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, query, arguments...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var c Clip
			var at int64
			into := []any{&c.ID, &at, &c.Address, &c.Canonical, &c.Revision, &c.Title, &c.Source, &c.Quality, &c.Confidence, &c.Host}
			if excerpt != "" {
				into = append(into, &c.Excerpt)
			}
			if err := rows.Scan(into...); err != nil {
				return err
			}
			c.Saved = time.UnixMilli(at).UTC()
			c.Excerpt = strings.Join(strings.Fields(c.Excerpt), " ")
			found = append(found, c)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return found, nil
}
