package notefile

import (
	"os"
	"strings"
)

// indexFile, in the target's folder, lists pages and their notes: lines of a PageID,
// a space and a path. The last line of a page counts. It is a hint that moves with
// the folder: updates check the note's marker, links check that the note exists.
const indexFile = ".pulltab-notes"

// maxIndex limits the index that is read, in bytes. Later lines of a longer one are
// lost, so that their notes are found by their names only.
const maxIndex = 16 << 20

// index returns the paths of notes by page.
func (f *Folder) index() map[string]string {
	paths := map[string]string{}
	info, err := f.root.Lstat(indexFile)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxIndex {
		return paths
	}
	data, err := f.root.ReadFile(indexFile)
	if err != nil {
		return paths
	}
	for line := range strings.Lines(string(data)) {
		page, at, found := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		if found && len(page) == pageHash && localPath(at) {
			paths[page] = at
		}
	}
	return paths
}

// localPath reports whether a path of the index is below the folder.
func localPath(at string) bool {
	return at != "" && !strings.HasPrefix(at, "/") && !strings.Contains("/"+at+"/", "/../") && strings.HasSuffix(at, ending)
}

// remember adds a note to the index unless it is there. The note is complete without
// it, so an error is ignored.
func (f *Folder) remember(paths map[string]string, page, at string) {
	if paths[page] == at {
		return
	}
	file, err := f.root.OpenFile(indexFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, f.perm)
	if err != nil {
		return
	}
	defer file.Close()
	file.WriteString("\n" + page + " " + at + "\n") // the first line end closes a line that a kill left incomplete
}
