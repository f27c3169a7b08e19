package metadata

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns s as one line: entities that were escaped twice are resolved,
// tags of markup that was put into an attribute are dropped, white space is
// collapsed, controls are removed, and at most limit code points remain.
func plain(s string, limit int) string {
	if len(s) > 16*limit {
		s = strings.ToValidUTF8(s[:16*limit], "")
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	s = dropTags(s)
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == '\u200b', r == '\ufeff', r == '\u00ad', r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > limit {
		s = strings.TrimSpace(string([]rune(s)[:limit]))
	}
	return s
}

// dropTags removes tags: from "<" followed by a letter or "/" up to the next ">".
func dropTags(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '<')
		if open < 0 || open+1 >= len(s) {
			break
		}
		c := s[open+1]
		end := strings.IndexByte(s[open:], '>')
		if end < 0 {
			break
		}
		if c != '/' && (c|0x20 < 'a' || c|0x20 > 'z') {
			b.WriteString(s[:open+1])
			s = s[open+1:]
			continue
		}
		b.WriteString(s[:open])
		b.WriteByte(' ')
		s = s[open+end+1:]
	}
	b.WriteString(s)
	return b.String()
}

// fold returns the letters and digits of s in lower case, for comparing names.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// cutPrefixFold is strings.CutPrefix without regard to case. prefix is lower
// case and ASCII or of equal length in both cases.
func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}
