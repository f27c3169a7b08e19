package notefile

import (
	"regexp"
	"strings"
)

// Limits of a link, in bytes.
const (
	maxLinkText    = 500
	maxDestination = 4000
	maxLinkLine    = 100_000 // of the line; links in longer ones stay
)

// linkNotes replaces inline links to pages that have a note by wiki links with the
// same text. find returns the path of the note of an address, or "". Code, pictures
// and links with formatted text stay as they are.
func linkNotes(body string, find func(address string) string) string {
	var out strings.Builder
	var fence fence
	for line := range strings.Lines(body) {
		if fence.inside(strings.TrimSuffix(line, "\n")) || len(line) > maxLinkLine || !strings.Contains(line, "](") {
			out.WriteString(line)
			continue
		}
		out.WriteString(linkLine(line, find))
	}
	return out.String()
}

func linkLine(line string, find func(string) string) string {
	var out strings.Builder
	code := codeSpans(line)
	separator := "|"
	if strings.HasPrefix(strings.TrimLeft(line, "> "), "|") {
		separator = `\|` // a cell of a table
	}
	from := 0
	for at := 0; ; {
		next := strings.Index(line[at:], "](")
		if next < 0 {
			break
		}
		at += next
		destination, length := destinationOf(line[at:])
		if length == 0 || code[at] {
			at += 2
			continue
		}
		open := linkStart(line, from, at)
		path := ""
		if open >= 0 && !code[open] {
			path = find(unescape(destination))
		}
		if path != "" {
			out.WriteString(line[from:open])
			out.WriteString("[[" + strings.TrimSuffix(path, ending) + separator + line[open+1:at] + "]]")
			from = at + length
		}
		at += length
	}
	out.WriteString(line[from:])
	return out.String()
}

// destinationOf returns the destination of the inline link whose text ends at the
// beginning of s, and the number of bytes up to its end; 0 if there is none.
func destinationOf(s string) (destination string, length int) {
	rest := s[len("]("):min(len(s), maxDestination)]
	if inner, pointed := strings.CutPrefix(rest, "<"); pointed {
		end := strings.IndexAny(inner, "<>\n")
		if end < 0 || inner[end] != '>' {
			return "", 0
		}
		destination, rest = inner[:end], inner[end+1:]
	} else {
		end := bareEnd(rest)
		destination, rest = rest[:end], rest[end:]
	}
	if title, titled := strings.CutPrefix(rest, ` "`); titled {
		end := strings.IndexAny(title, "\"\\\n")
		if end < 0 || title[end] != '"' {
			return "", 0
		}
		rest = title[end+1:]
	}
	if destination == "" || !strings.HasPrefix(rest, ")") {
		return "", 0
	}
	return destination, min(len(s), maxDestination) - len(rest) + 1
}

// bareEnd returns the end of a destination without angle brackets.
func bareEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return i
			}
		case ' ', '\n', '[', ']', '<', '>':
			return i
		}
	}
	return len(s)
}

// linkStart returns the index of the "[" of a link whose text ends at end and is
// plain, or -1.
func linkStart(line string, from, end int) int {
	for i := end - 1; i >= max(from, end-maxLinkText); i-- {
		switch line[i] {
		case '[':
			if i+1 == end || i > from && (line[i-1] == '!' || line[i-1] == '\\' || line[i-1] == '[') {
				return -1
			}
			return i
		case ']', '|', '`', '*', '_', '<', '>', '\\', '!', '$', '~', '=':
			return -1
		}
	}
	return -1
}

// codeSpans returns for each byte of line whether it is in a code span.
func codeSpans(line string) map[int]bool {
	inside := map[int]bool{}
	for i := 0; i < len(line); {
		if line[i] == '\\' {
			i += 2
			continue
		}
		if line[i] != '`' {
			i++
			continue
		}
		run := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		end := closingRun(line, i+run, run)
		if end < 0 {
			i += run
			continue
		}
		for k := i; k < end; k++ {
			inside[k] = true
		}
		i = end
	}
	return inside
}

// closingRun returns the end of the next run of exactly n backticks, or -1.
func closingRun(line string, from, n int) int {
	for i := from; i < len(line); {
		if line[i] != '`' {
			i++
			continue
		}
		run := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		if run == n {
			return i + run
		}
		i += run
	}
	return -1
}

// escaped matches an escaped sign of an address.
var escaped = regexp.MustCompile(`\\([[:punct:]])`)

// unescape removes the backslashes before punctuation.
func unescape(s string) string { return escaped.ReplaceAllString(s, "$1") }
