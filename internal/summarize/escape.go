package summarize

import (
	"regexp"
	"strings"
)

// address matches words that a Markdown renderer may autolink.
var address = regexp.MustCompile("(?i)[^\\s`<>]*(?:://|www\\.|mailto:|xmpp:|@)[^\\s`<>]*")

// EscapeMarkdown returns one line of Markdown that renders as the plain text s,
// without links, images, headings or other markup. Addresses become code, which
// no renderer autolinks. White space and control characters become one space.
func EscapeMarkdown(s string) string {
	s = blanks.ReplaceAllString(s, " ")
	var b strings.Builder
	at := 0
	for _, m := range address.FindAllStringIndex(s, -1) {
		b.WriteString(escaped(s[at:m[0]]))
		b.WriteString("`" + s[m[0]:m[1]] + "`")
		at = m[1]
	}
	b.WriteString(escaped(s[at:]))
	return lineStart.ReplaceAllString(b.String(), `$1\$2`)
}

var blanks = regexp.MustCompile(`[\s\p{Z}\p{Cc}]+`)

// lineStart matches the marker of a heading, list, quotation, rule or table.
var lineStart = regexp.MustCompile(`^(\d{0,9})([#>+\-=|.)])`)

var escaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "!", `\!`, "&", `\&`, "~", `\~`, "|", `\|`, "$", `\$`, "^", `\^`,
	"%", `\%`, "{", `\{`, // macros of note applications
)

func escaped(s string) string { return escaper.Replace(s) }
