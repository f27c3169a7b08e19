package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pulltab/internal/page"
)

// authors: JSON-LD, citation and author meta elements, microdata, rel=author,
// bylines, links to an author's page, a line of text that begins with "By", a
// labelled list of facts. The site's own name and the name of an account are used
// only if there is no other author.
func (e *evidence) authors(site string) ([]string, string) {
	type source struct {
		values []string
		origin string
	}
	sources := []source{{e.main.authors, "json-ld"}}
	for _, name := range []string{"citation_author", "parsely-author", "author", "article:author_name", "article:author", "og:article:author",
		"byl", "dc.creator", "dcterms.creator", "dc:creator", "dc.creator.creator", "sailthru.author", "article.author", "articleauthor", "authors", "cxenseparse:author", "twitter:data1"} {
		if name == "twitter:data1" && !strings.Contains(strings.ToLower(e.meta("twitter:label1")), "by") {
			continue
		}
		sources = append(sources, source{e.metas[name], metaOrigin(name)})
	}
	for _, origin := range []string{"microdata", "rdfa"} {
		var values []string
		for _, p := range e.props {
			if (p.name == "author" || p.name == "creator") && p.origin == origin && len(values) == 0 { // in a thread the others are those of replies
				values = append(values, p.value)
			}
		}
		sources = append(sources, source{values, origin})
	}
	for _, origin := range []string{"rel=author", "byline", "author link"} {
		for _, after := range []bool{true, false} {
			for _, w := range e.writers {
				if w.origin == origin && w.after == after {
					sources = append(sources, source{[]string{w.text}, origin})
				}
			}
		}
	}
	sources = append(sources, source{e.byLines(), "byline"}, source{e.labelled(authorLabels), "label"})
	var rest []string // the site or a handle
	restOrigin := ""
	for _, s := range sources {
		names := people(s.values)
		persons := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return e.isSite(n, site) || isHandle(n) })
		switch {
		case len(persons) == 0:
		case len(persons) == 1 && credential(persons[0]):
			return names, s.origin // the site and an agency
		default:
			return persons, s.origin
		}
		if rest == nil && len(names) > 0 {
			rest, restOrigin = names, s.origin
		}
	}
	return rest, restOrigin
}

// isHandle reports whether s is the name of an account in an address, such as
// "jane-doe".
func isHandle(s string) bool {
	return strings.Contains(s, "-") && s == strings.ToLower(s) && !strings.ContainsAny(s, " .")
}

// people turns values into names, each once.
func people(values []string) []string {
	var names []string
	seen := map[string]bool{}
	for _, v := range values {
		if len(v) > 4*maxTitle {
			continue
		}
		for _, n := range namesIn(v) {
			if !seen[fold(n)] && len(names) < maxAuthors {
				seen[fold(n)] = true
				names = append(names, n)
			}
		}
	}
	return names
}

// namesIn splits a byline into names. Of several lines it reads the first with a
// name and those that "and" or a comma joins to it.
func namesIn(s string) []string {
	var lines []string
	for _, line := range strings.Split(s, "\n") {
		switch line = plain(line, maxTitle); {
		case line == "":
		case !joins[strings.ToLower(strings.Trim(line, ": "))]:
			lines = append(lines, line)
		case len(lines) == 1 && strings.ToLower(lines[0]) == lines[0] && !strings.Contains(lines[0], " "):
			lines = nil // a word before "by" names a section
		}
	}
	var out []string
	open := true // the next line may continue the list
	for _, line := range lines {
		if connects(line) {
			open = true
			if strings.Trim(line, ",&+ ") == "" || strings.EqualFold(line, "and") {
				continue
			}
		}
		if !open {
			break
		}
		var names []string
		if len(out) == 0 || !isRole(strings.Fields(strings.Trim(line, ", "))) || connects(line) && line != "," {
			names = inLine(line)
		}
		if len(names) > 0 {
			open = strings.HasSuffix(line, ",") || strings.HasSuffix(line, "&") || strings.HasSuffix(line, " and")
		}
		out = append(out, names...)
	}
	return out
}

// connects reports whether a line continues a list of names.
func connects(line string) bool {
	return strings.HasPrefix(line, ",") || strings.HasPrefix(line, "&") || strings.EqualFold(line, "and") || strings.HasPrefix(line, "and ")
}

var joins = map[string]bool{"by": true, "von": true, "par": true, "por": true, "di": true, "author": true, "authors": true, "written by": true, "posted by": true, "words by": true, "text by": true, "story by": true}

// inLine returns the names at the beginning of a line.
func inLine(s string) []string {
	for _, sep := range []string{" | ", " • ", " · ", " — ", " – ", " // ", "|", " - "} {
		s, _, _ = strings.Cut(s, sep)
	}
	for _, and := range []string{" and ", " And ", " AND ", " & ", ";", " und ", " et ", " with ", " y "} {
		s = strings.ReplaceAll(s, and, "\x00")
	}
	var out []string
	for _, part := range strings.Split(s, "\x00") {
		for i, p := range commaNames(strings.TrimLeft(strings.TrimSpace(part), ", ")) {
			if p = person(p); p == "" {
				if i == 0 {
					break
				}
				continue
			}
			out = append(out, p)
		}
	}
	return out
}

// commaNames splits "Jane Doe, John Roe" but not "Jane Doe, MD" or "Doe, Jane".
func commaNames(s string) []string {
	parts := strings.Split(s, ",")
	out := []string{parts[0]}
	for i, p := range parts[1:] {
		p = strings.TrimSpace(p)
		words := strings.Fields(p)
		switch {
		case len(words) == 1 && i == 0 && len(parts) == 2 && len(strings.Fields(parts[0])) == 1 && !credential(p):
			out[0] = p + " " + strings.TrimSpace(parts[0]) // Doe, Jane
		case len(words) < 2 || len(words) > 4 || credential(p) || isRole(words):
		case p == strings.ToUpper(p) && p != strings.ToLower(p) && parts[0] != strings.ToUpper(parts[0]): // an organisation
		case strings.ContainsAny(p, "0123456789"):
			return out // a date; the rest is not a name
		default:
			out = append(out, p)
		}
	}
	return out
}

// isRole reports whether the words after a name are a job title.
func isRole(words []string) bool {
	for _, w := range words {
		if roles[strings.ToLower(strings.Trim(w, ".,"))] {
			return true
		}
		if first, _ := utf8.DecodeRuneInString(w); unicode.IsLower(first) && !particles[w] {
			return true
		}
	}
	return false
}

var particles = map[string]bool{"de": true, "van": true, "von": true, "der": true, "den": true, "la": true, "le": true, "du": true, "da": true, "di": true, "del": true, "dos": true, "al": true, "el": true, "bin": true, "ter": true, "zu": true}

var roles = map[string]bool{
	"writer": true, "editor": true, "expert": true, "manager": true, "director": true, "specialist": true, "coordinator": true,
	"dietitian": true, "officer": true, "president": true, "founder": true, "consultant": true, "engineer": true, "analyst": true,
	"representative": true, "reporter": true, "correspondent": true, "contributor": true, "strategist": true, "head": true, "ceo": true,
	"cto": true, "lead": true, "professor": true, "university": true, "today": true, "news": true, "network": true, "times": true, "post": true,
	"staff": true, "team": true, "senior": true, "certified": true, "developer": true, "marketing": true, "inc": true, "llc": true, "magazine": true, "press": true,
	"redakteur": true, "redakteurin": true, "updated": true, "sponsored": true, "appeal": true,
}

// credential reports whether s is an academic or professional suffix: "MD", "Ph.D.", "CFP®".
func credential(s string) bool {
	upper, lower := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper >= 2 && lower <= 2 && utf8.RuneCountInString(s) <= 12
}

// byWords precede a name, longer ones first. A short line that begins with one of
// them is a byline.
var byWords = []string{
	"written by", "posted by", "published by", "story by", "words by", "article by", "reviewed by", "review by",
	"作者", "撰文", "撰稿", "created by", "submitted by", "contributed by", "started by", "text by", "a post by", "post by", "report by", "opinion by",
	"by author", "by", "author", "authors", "geschrieben von", "ein artikel von", "von", "par", "por", "door", "autor", "autorin",
}

// openers may precede a name in an element that names an author.
var openers = append([]string{"di", "av", "af", "från", "text", "published", "from", "about", "insights from", "follow", "the author", "meet"}, byWords...)

// notNames are placeholders that templates put in place of a name.
var notNames = map[string]bool{
	"admin": true, "administrator": true, "author": true, "authors": true, "unknown": true, "anonymous": true, "guest": true, "user": true, "root": true, "none": true,
	"null": true, "undefined": true, "editor": true, "webmaster": true, "default": true, "view all posts": true, "about the author": true, "about": true, "by": true, "byline": true, "contributor": true,
	"share": true, "follow": true, "updated": true, "published": true, "staff": true, "read more": true, "no author": true, "contact": true, "subscribe": true, "home": true, "log in": true, "login": true, "member": true,
	"agencies": true, "twitter": true, "facebook": true, "instagram": true, "linkedin": true, "whatsapp": true, "youtube": true, "telegram": true, "pinterest": true,
	"email": true, "e-mail": true, "print": true, "copy link": true,
}

// sourceLabels precede the source of a text, which is not its author.
var sourceLabels = []string{"quelle:", "source:", "fonte:", "fuente:", "bron:", "kilde:", "来源", "來源"}

// withoutDate removes a month with a number at the end of a name.
func withoutDate(s string) string {
	words := strings.Fields(s)
	if n := len(words) - 2; n > 0 && months[strings.ToLower(strings.Trim(words[n], ".,"))] > 0 && strings.Trim(words[n+1], "0123456789,.") == "" {
		return strings.TrimRight(strings.Join(words[:n], " "), "0123456789,. ")
	}
	return s
}

// withoutMarks removes marks of notes and affiliations at the end of a name:
// symbols and raised digits, and from a name of several words other digits too,
// which are raised by markup only.
func withoutMarks(s string) string {
	s = strings.TrimRight(s, " *†‡§¶¹²³⁰⁴⁵⁶⁷⁸⁹⁺")
	if bare := strings.TrimRight(s, "0123456789,"); strings.Contains(bare, " ") && bare != "" && !strings.HasSuffix(bare, " ") {
		return bare
	}
	return s
}

// person returns the name in s without words around it, or "" if s is not a name
// but, for example, an address, a date or a sentence.
func person(s string) string {
	s = plain(s, maxTitle)
	lower := strings.ToLower(s)
	for _, label := range sourceLabels {
		if strings.HasPrefix(lower, label) {
			return ""
		}
	}
	for again := true; again; {
		again = false
		for _, o := range openers {
			if rest, ok := cutPrefixFold(s, o); ok && rest != "" && (rest[0] == ' ' || rest[0] == ':' || strings.HasPrefix(rest, "：")) {
				s = strings.TrimLeft(rest, " :：")
				again = true
				break
			}
		}
	}
	if i := strings.IndexAny(s, "(["); i >= 0 {
		s = s[:i]
	}
	if i := strings.Index(s, " @"); i > 0 {
		s = s[:i]
	}
	whole := s
	lower = strings.ToLower(s)
	for _, end := range []string{" published", " updated", " posted", " last ", " on ", " in ", " for ", " contributor", " staff writer", " senior ", " editor", " reporter", " correspondent", " freelance", " min read", " is a ", " at ", " 기자", " 특파원", "記者", "记者"} {
		if i := strings.Index(lower, end); i > 0 && len(lower) == len(s) {
			s, lower = s[:i], lower[:i]
		}
	}
	if strings.HasSuffix(lower, " staff") {
		s = whole // "Guardian staff reporter" is one name
	}
	s = withoutMarks(withoutDate(s))
	s = strings.Trim(s, " ,;:-–—|/\"“”*#")
	if i := strings.LastIndexByte(s, ' '); strings.HasSuffix(s, ".") && len(s)-i > 4 {
		s = strings.TrimSuffix(s, ".")
	}
	words := strings.Fields(s)
	switch n := utf8.RuneCountInString(s); {
	case n < 2 || n > 60 || len(words) > 6:
		return ""
	case strings.Contains(s, "://") || strings.HasPrefix(lower, "www.") || strings.Contains(s, "@"):
		return ""
	case notNames[strings.ToLower(s)] || !strings.ContainsFunc(s, unicode.IsLetter):
		return ""
	case strings.ContainsAny(s, "{}<>=?!"):
		return ""
	}
	for i, t := range tokens(s) {
		if i == 0 && months[t.s] > 0 && strings.ContainsAny(s, "0123456789") {
			return ""
		}
	}
	if _, ok := parseDate(s, true); ok {
		return ""
	}
	return s
}

// byLines returns the name of the first short block that begins with a by-word,
// from 4 blocks before to 11 after the first h1.
func (e *evidence) byLines() []string {
	head := e.headBlock()
	if head < 0 {
		return nil
	}
	for i := max(0, head-4); i < min(len(e.page.Blocks), head+12); i++ {
		b := e.page.Blocks[i]
		if b.Hidden || len(b.Text) > 160 || b.Kind == page.Heading {
			continue
		}
		for _, o := range byWords {
			rest, ok := cutPrefixFold(b.Text, o)
			if ok && rest == "" && i+1 < len(e.page.Blocks) && len(e.page.Blocks[i+1].Text) < maxName {
				return []string{e.page.Blocks[i+1].Text}
			}
			if ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, ":")) {
				rest = strings.TrimLeft(rest, " :")
				if r, _ := utf8.DecodeRuneInString(rest); unicode.IsUpper(r) {
					return []string{rest}
				}
			}
		}
	}
	return nil
}
