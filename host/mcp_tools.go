package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync"

	"pulltab/internal/bridge"
	"pulltab/internal/cite"
	"pulltab/internal/outline"
	"pulltab/internal/page"
	"pulltab/internal/sensitive"
	"pulltab/internal/store"
)

// toolbox holds the state of one MCP connection.
type toolbox struct {
	std  streams
	read *outline.Cache // pages that were given in this connection
	tabs sync.Map       // revisions of tabs that were read in this connection: id of the tab by revision
}

// tools returns all tools. Descriptions are short: clients send them to the model
// with every request.
func (t *toolbox) tools() []tool {
	return []tool{
		{"list_tabs", "Tabs on sites the user allowed; others are only counted", `{"type":"object"}`, structured(t.listTabs)},
		{"read_tab", "Page as Markdown, within budget; says what was left out and how to ask for it", `{"type":"object","properties":{"tab":{"type":"string","description":"id from list_tabs, or active"},"budget":{"type":"integer"},"blocks":{"type":"string","description":"b12-b40"},"purpose":{"type":"string"}},"required":["tab"]}`, handler(t.readTab("read"))},
		{"outline_tab", "Headings with block ids and token counts", `{"type":"object","properties":{"tab":{"type":"string"},"budget":{"type":"integer"},"purpose":{"type":"string"}},"required":["tab"]}`, handler(t.readTab("outline"))},
		{"query_tab", "Only the sections that answer a question", `{"type":"object","properties":{"tab":{"type":"string"},"question":{"type":"string"},"budget":{"type":"integer"},"purpose":{"type":"string"}},"required":["tab","question"]}`, handler(t.readTab("query"))},
		{"diff_tab", "What changed since a rev", `{"type":"object","properties":{"tab":{"type":"string"},"since":{"type":"string","description":"rev of an earlier result"},"budget":{"type":"integer"},"purpose":{"type":"string"}},"required":["tab","since"]}`, handler(t.readTab("diff"))},
		{"convert_html", "Given HTML as Markdown, within budget; says what was left out", `{"type":"object","properties":{"html":{"type":"string"},"url":{"type":"string"},"budget":{"type":"integer"},"outline":{"type":"boolean"},"blocks":{"type":"string","description":"b12-b40"}},"required":["html"]}`, handler(t.convertHTML)},
		{"search_history", "Pages the user saved", `{"type":"object","properties":{"words":{"type":"string"},"limit":{"type":"integer"}},"required":["words"]}`, structured(t.searchHistory)},
		{"cite", "Source blocks of each sentence; marks numbers, names, dates, quotes that no source has", `{"type":"object","properties":{"answer":{"type":"string"},"sources":{"type":"array","items":{"type":"string"},"description":"tab ids or revs of earlier results; default: saved pages"}},"required":["answer"]}`, structured(t.cite)},
	}
}

// errClosedHistory means that the user has not opened the saved pages of any site.
var errClosedHistory = errors.New("E_NOT_ALLOWED: the saved pages are closed to agents; the user opens sites with: pulltab history agents SITE")

func (t *toolbox) listTabs(ctx context.Context, _ struct{}) (any, error) {
	tabs, others, err := listTabs(ctx)
	return tabList{tabs, others}, err
}

// tabCall holds the arguments of the tools about a tab.
type tabCall struct {
	Tab, Blocks, Question, Since, Purpose string
	Budget                                int
}

// readTab returns the work of a tool about a tab.
func (t *toolbox) readTab(what string) func(context.Context, tabCall) (string, error) {
	return func(ctx context.Context, in tabCall) (string, error) {
		r, err := askTab(ctx, in.Tab, bridge.Request{T: what, Budget: in.Budget, Blocks: in.Blocks, Question: in.Question, Since: in.Since, Purpose: in.Purpose})
		if err != nil && r.Text != "" {
			return "", fmt.Errorf("%w\n%s", err, r.Text)
		}
		if r.Rev != "" {
			t.tabs.Store(r.Rev, in.Tab)
		}
		return r.Text, err
	}
}

func (t *toolbox) convertHTML(ctx context.Context, in struct {
	HTML, URL, Blocks string
	Budget            int
	Outline           bool
}) (string, error) {
	s, err := convertSnapshot(ctx, page.Source{URL: in.URL, HTML: in.HTML})
	if err != nil {
		return "", err
	}
	t.read.Put("html "+s.Revision, s)
	return readParts(s, in.Outline, in.Blocks, outline.Options{Budget: in.Budget, Nonce: nonce()})
}

// readParts answers a request for parts of a page.
func readParts(s *outline.Snapshot, onlyOutline bool, blocks string, o outline.Options) (string, error) {
	if onlyOutline {
		a, err := s.Outline(o)
		return a.Text, err
	}
	var wanted *outline.Range
	if blocks != "" {
		r, err := outline.ParseRange(blocks)
		if err != nil {
			return "", err
		}
		wanted = &r
	}
	a, err := s.Read(wanted, o)
	return a.Text, err
}

// hit is a saved page in a list.
type hit struct {
	Page  string `json:"page"` // as a source of cite, and after pulltab: as a resource
	Title string `json:"title"`
	URL   string `json:"url"`
	Saved string `json:"saved"`
	Text  string `json:"text"` // around the first word
}

const (
	defaultHits = 5
	maxHits     = 20
	maxFound    = 200 // pages of all sites among which those of open sites are looked for
)

func (t *toolbox) searchHistory(ctx context.Context, in struct {
	Words string
	Limit int
}) (any, error) {
	if in.Limit < 0 || in.Limit > maxHits {
		return nil, fmt.Errorf("limit: %d is not between 1 and %d", in.Limit, maxHits)
	}
	if in.Limit == 0 {
		in.Limit = defaultHits
	}
	hits := []hit{}
	_, err := queryStore(t.std.err, func(db *store.Store) (struct{}, error) {
		open, err := openSites(db)
		if err != nil {
			return struct{}{}, err
		}
		found, err := db.Search(ctx, in.Words, maxFound)
		for _, c := range found {
			if len(hits) < in.Limit && open(c) {
				title, _ := outline.Strip(c.Title)
				text, _ := outline.Strip(c.Excerpt)
				hits = append(hits, hit{fmt.Sprint(historyPrefix, c.ID), title, c.Address, c.Saved.Format("2006-01-02"), text})
			}
		}
		return struct{}{}, err
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"hits": hits}, nil
}

// openSites returns whether agents may read a saved page: one of a site that the
// user has opened, and not of a sensitive one.
func openSites(db *store.Store) (func(store.Clip) bool, error) {
	sites, err := db.AgentSites()
	if err != nil {
		return nil, err
	}
	if len(sites) == 0 {
		return nil, errClosedHistory
	}
	return func(c store.Clip) bool {
		u, err := url.Parse(c.Address)
		return err == nil && (u.Scheme == "https" || u.Scheme == "http") && slices.Contains(sites, store.Site(c.Address)) && !sensitive.Is(store.Site(c.Address))
	}, nil
}

func (t *toolbox) cite(ctx context.Context, in struct {
	Answer  string
	Sources []string
}) (any, error) {
	pages, err := t.citedPages(ctx, in.Answer, in.Sources)
	if err != nil {
		return nil, err
	}
	return cite.Check(in.Answer, pages)
}

// citedPages returns the named sources, or the saved pages of open sites.
func (t *toolbox) citedPages(ctx context.Context, answer string, sources []string) ([]cite.Page, error) {
	if len(sources) == 0 {
		clips, err := queryStore(t.std.err, func(db *store.Store) ([]store.Clip, error) {
			open, err := openSites(db)
			if err != nil {
				return nil, err
			}
			return clipsFor(db, answer, open)
		})
		if err != nil {
			return nil, err
		}
		return clipPages(ctx, clips)
	}
	var pages []cite.Page
	for _, name := range sources {
		p, err := t.citedSource(ctx, name)
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// citedSource returns a source by its name: a tab, or the revision of a tab or of
// given HTML.
func (t *toolbox) citedSource(ctx context.Context, name string) (cite.Page, error) {
	if isTab(name) {
		r, err := askTab(ctx, name, bridge.Request{T: "source"})
		return cite.Page{Name: name, Revision: r.Rev, Markdown: r.Text}, err
	}
	if s, found := t.read.Get("", name); found && outline.IsRevision(name) {
		return citedPage(name, s), nil
	}
	if tab, found := t.tabs.Load(name); found {
		r, err := askTab(ctx, tab.(string), bridge.Request{T: "source", Blocks: name + ":b1"})
		if err != nil || r.Rev == name {
			return cite.Page{Name: name, Revision: r.Rev, Markdown: r.Text}, err
		}
	}
	return cite.Page{}, fmt.Errorf("E_STALE: no page with the rev %q was read in the last half hour", name)
}
