package store

import "context"

// Newest lists the newest revision of each saved page, oldest first, without text.
func (s *Store) Newest(ctx context.Context) ([]Clip, error) {
	return s.clips(ctx, "SELECT "+columns+" FROM clips WHERE id IN (SELECT max(id) FROM clips GROUP BY CASE address WHEN '' THEN '#' || id ELSE address END) ORDER BY id", "")
}
