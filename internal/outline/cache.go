package outline

import (
	"slices"
	"sync"
	"time"
)

// Limits of a Cache.
const (
	maxPerPage   = 8
	maxCacheSize = 64 << 20 // bytes
	maxAge       = 30 * time.Minute
)

// Cache keeps the latest snapshots in memory, by page. It may be used concurrently.
type Cache struct {
	now func() time.Time

	mu      sync.Mutex
	entries []entry // oldest use first
}

type entry struct {
	page string
	kept time.Time
	snap *Snapshot
}

// NewCache returns an empty Cache. now is the clock.
func NewCache(now func() time.Time) *Cache { return &Cache{now: now} }

// Put keeps a snapshot of a page. Snapshots of the page with another origin are
// forgotten.
func (c *Cache) Put(page string, s *Snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(func(e entry) bool {
		return e.page == page && (e.snap.Origin != s.Origin || e.snap.Revision == s.Revision)
	})
	c.entries = append(c.entries, entry{page, c.now(), s})
	size, same := 0, 0
	for i := len(c.entries) - 1; i >= 0; i-- {
		size += c.entries[i].snap.Size()
		if c.entries[i].page == page {
			same++
		}
		if size > maxCacheSize || c.entries[i].page == page && same > maxPerPage {
			size -= c.entries[i].snap.Size()
			c.entries = slices.Delete(c.entries, i, i+1)
		}
	}
}

// Get returns a revision of a page, or of any page if page is "". A revision ""
// means the latest one.
func (c *Cache) Get(page, revision string) (*Snapshot, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(func(entry) bool { return false })
	for i := len(c.entries) - 1; i >= 0; i-- {
		if e := c.entries[i]; (page == "" || e.page == page) && (revision == "" || e.snap.Revision == revision) {
			return e.snap, true
		}
	}
	return nil, false
}

// Forget removes the snapshots for which gone returns true.
func (c *Cache) Forget(gone func(page, origin string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(func(e entry) bool { return gone(e.page, e.snap.Origin) })
}

// forget also removes snapshots that are too old. The caller holds the mutex.
func (c *Cache) forget(gone func(entry) bool) {
	oldest := c.now().Add(-maxAge)
	c.entries = slices.DeleteFunc(c.entries, func(e entry) bool { return e.kept.Before(oldest) || gone(e) })
}
