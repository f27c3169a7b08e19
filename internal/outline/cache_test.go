package outline

import (
	"fmt"
	"testing"
	"time"
)

func TestTheCacheIsBounded(t *testing.T) {
	clock := time.Date(2026, 5, 3, 9, 0, 0, 0, time.UTC)
	c := NewCache(func() time.Time { return clock })
	keep := func(page, origin string, n int) *Snapshot {
		s := snapshot(t, fmt.Sprintf("Text %d.\n", n))
		s.Origin = origin
		c.Put(page, s)
		return s
	}
	first := keep("1", "https://a.example", 0)
	for n := range maxPerPage {
		clock = clock.Add(time.Minute)
		keep("1", "https://a.example", n+1)
	}
	if _, found := c.Get("1", first.Revision); found {
		t.Error("the ninth revision of a page is kept")
	}
	last, found := c.Get("1", "")
	if !found || last.Blocks[0].Text != fmt.Sprintf("Text %d.", maxPerPage) {
		t.Errorf("the latest is %v", last)
	}
	if _, found := c.Get("2", last.Revision); found {
		t.Error("a revision of another page is found")
	}
	keep("1", "https://b.example", 99)
	if _, found := c.Get("1", last.Revision); found {
		t.Error("a revision of another origin is kept")
	}
	other := keep("2", "https://a.example", 7)
	c.Forget(func(_, origin string) bool { return origin == "https://b.example" })
	if _, found := c.Get("1", ""); found {
		t.Error("a revoked site is kept")
	}
	if _, found := c.Get("", other.Revision); !found {
		t.Error("another site is forgotten, too")
	}
	clock = clock.Add(maxAge + time.Second)
	if _, found := c.Get("2", ""); found {
		t.Error("an old revision is kept")
	}
	big := snapshot(t, "x\n")
	big.cleaned = string(make([]byte, maxCacheSize/4))
	for n := range 5 {
		copied := *big
		copied.Revision = fmt.Sprint(n)
		c.Put(fmt.Sprint("p", n), &copied)
	}
	total := 0
	for _, e := range c.entries {
		total += e.snap.Size()
	}
	if total > maxCacheSize || len(c.entries) == 0 {
		t.Errorf("%d entries of %d bytes", len(c.entries), total)
	}
}
