package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"pulltab/internal/htmltree"
)

// Folds is the number of folds for cross-validation by domain.
const Folds = 5

// Case is one page with its truth.
type Case struct {
	ID    string
	URL   string
	Type  string // page type, "" if the corpus has none
	Fold  int    // 0 to Folds-1
	Truth Truth
	Made  string // the page, if it is not in a file
	path  string
}

// Truth is the expected result, in the form that the corpus' metric needs.
type Truth struct {
	Text    string   // the content, if the corpus has full texts
	With    []string // snippets that must be in the output
	Without []string // snippets that must not be
}

// Corpus is a set of cases, ordered by ID, with their metric.
type Corpus struct {
	Name   string
	Metric Metric
	Cases  []Case
}

// Open reads the truth of the corpus in dir: either html/ID.html with
// ground-truth/ID.json (scored by Words), or html/ID.html with truth.jsonl
// (scored by Shingles if it has full texts, else by Snippets).
func Open(dir string) (*Corpus, error) {
	c := &Corpus{Name: filepath.Base(filepath.Clean(dir))}
	var err error
	if _, missing := os.Stat(filepath.Join(dir, "truth.jsonl")); errors.Is(missing, fs.ErrNotExist) {
		c.Metric = Words{}
		err = c.readFiles(dir)
	} else {
		err = c.readLines(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("open corpus: %w", err)
	}
	if len(c.Cases) == 0 {
		return nil, fmt.Errorf("open corpus: no page with its truth in %s", dir)
	}
	slices.SortFunc(c.Cases, func(a, b Case) int { return strings.Compare(a.ID, b.ID) })
	for i := range c.Cases {
		c.Cases[i].path = filepath.Join(dir, "html", c.Cases[i].ID+".html")
		c.Cases[i].Fold = Fold(c.Cases[i].URL)
	}
	return c, nil
}

// readFiles reads ground-truth/ID.json.
func (c *Corpus) readFiles(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "ground-truth", "*.json"))
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var in struct {
			URL      string `json:"url"`
			Internal struct {
				PageType struct {
					Primary string `json:"primary"`
				} `json:"page_type"`
			} `json:"_internal"`
			Truth struct {
				Content string   `json:"main_content"`
				With    []string `json:"with"`
				Without []string `json:"without"`
			} `json:"ground_truth"`
		}
		if err := json.Unmarshal(data, &in); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(name), err)
		}
		kind := in.Internal.PageType.Primary
		if kind == "" {
			kind = "article"
		}
		c.Cases = append(c.Cases, Case{
			ID: strings.TrimSuffix(filepath.Base(name), ".json"), URL: in.URL, Type: kind,
			Truth: Truth{Text: in.Truth.Content, With: in.Truth.With, Without: in.Truth.Without},
		})
	}
	return nil
}

// readLines reads truth.jsonl.
func (c *Corpus) readLines(dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, "truth.jsonl"))
	if err != nil {
		return err
	}
	c.Metric = Snippets{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for n := 1; lines.Scan(); n++ {
		var in struct {
			ID      string   `json:"id"`
			URL     string   `json:"url"`
			Content *string  `json:"main_content"`
			With    []string `json:"with"`
			Without []string `json:"without"`
		}
		if err := json.Unmarshal(lines.Bytes(), &in); err != nil {
			return fmt.Errorf("truth.jsonl line %d: %w", n, err)
		}
		k := Case{ID: in.ID, URL: in.URL, Truth: Truth{With: in.With, Without: in.Without}}
		if in.Content != nil {
			c.Metric = Shingles{}
			k.Truth.Text = *in.Content
		}
		c.Cases = append(c.Cases, k)
	}
	return lines.Err()
}

// HTML returns the page of k in UTF-8, decoded by its byte order mark or declared
// encoding.
func (k Case) HTML() (string, error) {
	if k.Made != "" {
		return k.Made, nil
	}
	data, err := os.ReadFile(k.path)
	if err != nil {
		return "", fmt.Errorf("read page: %w", err)
	}
	text, err := htmltree.Decode(data, "")
	if err != nil {
		return "", fmt.Errorf("page %s: %w", k.ID, err)
	}
	return text, nil
}

// Fold returns the fold of a page, 0 to Folds-1: the FNV-1a hash of its registrable
// domain, so that all pages of a domain share a fold.
func Fold(address string) int {
	h := fnv.New32a()
	h.Write([]byte(domain(address)))
	return int(h.Sum32() % Folds)
}

// domain returns the registrable domain of address, or its host name, or "".
func domain(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}
