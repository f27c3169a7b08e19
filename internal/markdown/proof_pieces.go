package markdown

import "strings"

// pieceSize is the minimum size in bytes of the Markdown parsed at once. A
// goldmark tree takes about fifty times the size of its source.
const pieceSize = 64 << 10

// pieces splits md into parts of at least size bytes at places where no block
// is open: before an unindented line that follows an empty line, or between two
// items of a list. Fences, formula blocks and raw HTML are never split.
func pieces(md string, size int) []string {
	var list []string
	from := 0
	inside := ""   // end of the open fence or formula, or ""
	before := "\n" // the previous line
	for at := 0; at < len(md) && len(md)-from > size; {
		end := strings.IndexByte(md[at:], '\n')
		if end < 0 {
			break
		}
		line := md[at : at+end+1]
		if inside == "" && at-from >= size && canSplit(before, line) {
			list = append(list, md[from:at])
			from = at
		}
		switch {
		case inside != "":
			if closesFence(line, inside) {
				inside = ""
			}
		case startsUnendingHTML(line):
			return append(list, md[from:])
		default:
			inside = openingFence(line)
		}
		before = line
		at += end + 1
	}
	return append(list, md[from:])
}

// canSplit reports whether no block continues from the line before into line.
func canSplit(before, line string) bool {
	if before == "\n" {
		return line[0] != ' ' && line[0] != '\t' && line[0] != '\n'
	}
	mark := itemMarker(line)
	return mark != 0 && itemMarker(before) == mark
}

// itemMarker returns the delimiter of the list item that starts on line, or 0.
func itemMarker(line string) byte {
	n := 0
	for n < len(line) && isDigit(line[n]) {
		n++
	}
	if n+2 >= len(line) || line[n+1] != ' ' || strings.TrimSpace(line[n+2:]) == "" {
		return 0
	}
	switch c := line[n]; c {
	case '-', '*':
		if n == 0 {
			return c
		}
	case '.', ')':
		if n > 0 {
			return c
		}
	}
	return 0
}

// openingFence returns the fence that line opens, or "".
func openingFence(line string) string {
	if line == "$$\n" {
		return "$$"
	}
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(line, c)
		if n := len(line) - len(rest); n >= 3 && (c == "~" || !strings.Contains(rest, c)) {
			return line[:n]
		}
	}
	return ""
}

// closesFence reports whether line closes fence.
func closesFence(line, fence string) bool {
	rest := strings.TrimLeft(line, fence[:1])
	return len(line)-len(rest) >= len(fence) && strings.TrimSpace(rest) == ""
}

// startsUnendingHTML reports whether line opens raw HTML of a type that an
// empty line does not end (types 1 to 5 of CommonMark section 4.6).
func startsUnendingHTML(line string) bool {
	if line[0] != '<' {
		return false
	}
	for _, start := range []string{"<!", "<?", "<script", "<pre", "<style", "<textarea"} {
		if len(line) > len(start) && strings.EqualFold(line[:len(start)], start) {
			return true
		}
	}
	return false
}
