package store

import (
	"strings"
	"testing"
	"time"
)

func TestReadsOfAgentsAreLoggedAndForgotten(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	now := s.now()
	for _, r := range []AgentRead{
		{At: now.Add(-40 * 24 * time.Hour), Client: "old", Site: "example.com", Tab: 1, What: "read", Tokens: 5},
		{At: now.Add(-time.Hour), Client: "assistant", Site: "docs.example.com", Tab: 7, What: "query", Tokens: 431, Purpose: "find\nthe " + strings.Repeat("x", 300)},
		{At: now, Client: "editor", Site: "other.example", Tab: 8, What: "read", Tokens: 500},
	} {
		if err := s.LogAgentRead(r); err != nil {
			t.Fatal(err)
		}
	}
	list := func() []AgentRead {
		t.Helper()
		st, err := s.Stats("-30 days")
		if err != nil {
			t.Fatal(err)
		}
		return st.AgentReads
	}
	got := list()
	if len(got) != 2 || got[0].Client != "editor" || got[1].Tokens != 431 || !strings.HasPrefix(got[1].Purpose, "find the x") || len(got[1].Purpose) != maxAgentText {
		t.Fatalf("%+v", got)
	}
	if gone, err := s.Forget(Scope{Site: "example.com"}); err != nil || gone.Rows != 2 {
		t.Errorf("%+v, %v", gone, err)
	}
	if got := list(); len(got) != 1 || got[0].Site != "other.example" {
		t.Errorf("%+v", got)
	}
	if _, err := s.Forget(Scope{All: true}); err != nil {
		t.Fatal(err)
	}
	if got := list(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAgentSitesAreReplaced(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	if err := s.SetPreferences(Preferences{Pages: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]string{{"a.example", "b.example"}, {"b.example"}, nil} {
		if err := s.SetAgentSites(want); err != nil {
			t.Fatal(err)
		}
		if got, err := s.AgentSites(); err != nil || strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%v, want %v, %v", got, want, err)
		}
	}
	if p, err := s.Preferences(); err != nil || !p.Pages {
		t.Errorf("%+v, %v", p, err)
	}
}
