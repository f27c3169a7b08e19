package store

import (
	"crypto/sha256"
	"slices"
	"strings"
)

// split returns the blocks of Markdown, which are separated by blank lines. A
// fenced code block stays whole.
func split(body string) []string {
	var blocks []string
	var block []string
	fence := ""
	end := func() {
		if len(block) > 0 {
			blocks = append(blocks, strings.Join(block, "\n"))
		}
		block = nil
	}
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line, " \r\n")
		marks := fenceOf(line)
		switch {
		case fence == "" && line == "":
			end()
			continue
		case fence == "" && marks != "":
			fence = marks
		case fence != "" && strings.HasPrefix(marks, fence) && strings.Trim(line, " "+fence[:1]) == "":
			fence = ""
		}
		block = append(block, line)
	}
	end()
	return blocks
}

// fenceOf returns the marks that open or close a fenced code block on this line,
// or "".
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, mark)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// digestBytes is the length of a block's digest. Among a million blocks, the
// probability of a collision is 3·10⁻⁸.
const digestBytes = 8

func digest(text string) [digestBytes]byte {
	whole := sha256.Sum256([]byte(text))
	return [digestBytes]byte(whole[:digestBytes])
}

// digests returns the concatenated digests of all blocks.
func digests(blocks []string) []byte {
	all := make([]byte, 0, len(blocks)*digestBytes)
	for _, b := range blocks {
		d := digest(b)
		all = append(all, d[:]...)
	}
	return all
}

// Change is one place where two revisions differ.
type Change struct {
	At      int      `json:"at"` // index of the following block in the newer revision, from 0
	Removed []string `json:"removed,omitempty"`
	Added   []string `json:"added,omitempty"`
}

// maxTable limits the table of diff, in pairs of blocks. Above it, everything
// between the common beginning and the common end counts as one change.
const maxTable = 4_000_000

// diff returns the places where two lists of blocks differ, in order. It is the
// textbook diff by longest common subsequence (LCS), after the common beginning
// and end are removed.
func diff(before, now []string) []Change {
	head := 0
	for head < min(len(before), len(now)) && before[head] == now[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(now))-head && before[len(before)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	a, b := before[head:len(before)-tail], now[head:len(now)-tail]
	if len(a)*len(b) > maxTable {
		return []Change{{head, slices.Clone(a), slices.Clone(b)}}
	}
	longest := lcsLengths(a, b)
	var changes []Change
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		c := Change{At: head + j}
		for i < len(a) || j < len(b) {
			switch {
			case i < len(a) && j < len(b) && a[i] == b[j]:
			case j == len(b) || i < len(a) && longest[i+1][j] >= longest[i][j+1]:
				c.Removed = append(c.Removed, a[i])
				i++
				continue
			default:
				c.Added = append(c.Added, b[j])
				j++
				continue
			}
			break
		}
		changes = append(changes, c)
	}
	return changes
}

// lcsLengths returns the table whose [i][j] is the length of the longest common
// subsequence of a[i:] and b[j:].
func lcsLengths(a, b []string) [][]int32 {
	lengths := make([][]int32, len(a)+1)
	lengths[len(a)] = make([]int32, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		lengths[i] = make([]int32, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				lengths[i][j] = lengths[i+1][j+1] + 1
			} else {
				lengths[i][j] = max(lengths[i+1][j], lengths[i][j+1])
			}
		}
	}
	return lengths
}
