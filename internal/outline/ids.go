package outline

import (
	"fmt"
	"regexp"
	"strings"
)

// Range is a part of a snapshot, as a reader asks for it.
type Range struct {
	Revision    string   // "" means the current revision
	First, Last []string // ids of the ends of each part
}

var rangePattern = regexp.MustCompile(`^b?(\d{1,9}(?:\.\d{1,9})?)(?:-b?(\d{1,9}(?:\.\d{1,9})?))?$`)

const maxRanges = 50

// ParseRange reads "b12", "b12-b40", "b3,b12-b40" or "r3f9a1c2e:b12-b40".
func ParseRange(s string) (Range, error) {
	var r Range
	list := s
	if before, after, found := strings.Cut(s, ":"); found {
		r.Revision, list = before, after
		if !revisionPattern.MatchString(before) {
			return r, fmt.Errorf("%q is no revision such as r3f9a1c2e", cut(before))
		}
	}
	parts := strings.Split(list, ",")
	if len(parts) > maxRanges {
		return r, fmt.Errorf("more than %d ranges of blocks", maxRanges)
	}
	for _, part := range parts {
		m := rangePattern.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return r, fmt.Errorf("%q is no range of blocks such as b12-b40", cut(part))
		}
		if m[2] == "" {
			m[2] = m[1]
		}
		r.First, r.Last = append(r.First, "b"+m[1]), append(r.Last, "b"+m[2])
	}
	return r, nil
}

var revisionPattern = regexp.MustCompile(`^r[0-9a-f]{8}$`)

// IsRevision reports whether s has the form of a revision.
func IsRevision(s string) bool { return revisionPattern.MatchString(s) }

// cut returns the beginning of a caller's text, for messages.
func cut(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// find returns the indices of the blocks in r, in the order of the page. It fails if
// r names a block that the page does not have.
func (s *Snapshot) find(r Range) ([]int, error) {
	wanted := make([]bool, len(s.Blocks))
	for i := range r.First {
		first, last := s.index(r.First[i], false), s.index(r.Last[i], true)
		if first < 0 || last < 0 {
			return nil, fmt.Errorf("revision %s has the blocks %s, not %s", s.Revision, s.span(), ids(r.First[i], r.Last[i]))
		}
		for n := first; n <= last; n++ {
			wanted[n] = true
		}
	}
	var found []int
	for n, w := range wanted {
		if w {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("the range of blocks is empty; the smaller id comes first")
	}
	return found, nil
}

// index returns the index of the first or last block with an id; "b12" names all
// pieces of b12. It is -1 if there is none.
func (s *Snapshot) index(id string, last bool) int {
	found := -1
	for i := range s.Blocks {
		if s.Blocks[i].ID == id || strings.HasPrefix(s.Blocks[i].ID, id+".") {
			found = i
			if !last {
				break
			}
		}
	}
	return found
}

// span returns the ids of all blocks.
func (s *Snapshot) span() string {
	if len(s.Blocks) == 0 {
		return "none"
	}
	return ids(s.Blocks[0].ID, s.Blocks[len(s.Blocks)-1].ID)
}

func ids(first, last string) string {
	if first == last {
		return first
	}
	return first + "-" + last
}
