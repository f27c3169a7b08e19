package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pulltab/internal/outline"
	"pulltab/internal/store"
)

// savedURI precedes the number of a saved page in the address of a resource.
const savedURI = "pulltab://saved/"

// addSavedPages adds the saved pages of the sites that the user has opened as
// resources.
func (t *toolbox) addSavedPages(s *mcp.Server) {
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "saved page", URITemplate: savedURI + "{id}", MIMEType: "text/markdown"}, t.readSaved)
}

// readSaved returns a saved page in a frame. A page that agents may not read is
// answered like one that does not exist.
func (t *toolbox) readSaved(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	absent := mcp.ResourceNotFoundError(r.Params.URI)
	id, err := strconv.ParseInt(strings.TrimPrefix(r.Params.URI, savedURI), 10, 64)
	if err != nil {
		return nil, absent
	}
	clip, err := queryStore(t.std.err, func(db *store.Store) (store.Clip, error) {
		open, err := openSites(db)
		if err != nil {
			return store.Clip{}, err
		}
		clip, err := db.Clip(id)
		if err == nil && !open(clip) {
			err = store.ErrNoClip
		}
		return clip, err
	})
	if err != nil {
		return nil, absent
	}
	src, err := savedSource(clip)
	if err != nil {
		return nil, err
	}
	page, err := convertSnapshot(ctx, src)
	if err != nil {
		return nil, fmt.Errorf("saved page %d: %w", id, err)
	}
	t.read.Put(r.Params.URI, page)
	a, err := page.Read(nil, outline.Options{Budget: outline.MaxBudget, Nonce: nonce()})
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "text/markdown", Text: a.Text}}}, nil
}
