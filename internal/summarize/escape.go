package summarize

import (
	"regexp"
	"strings"
)

// address is a word that a reader of Markdown may turn into a link by itself.
var address = regexp.MustCompile("(?i)[^\\s`<>]*(?:://|www\\.|mailto:|xmpp:|@)[^\\s`<>]*")

// EscapeMarkdown returns s as Markdown of one line that shows s and does nothing else:
// no link, image, heading or markup, whatever a model or a page wrote.
// Addresses are shown as code, which no reader turns into links. Blanks at the
// ends of s stay, one each.
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

// lineStart is what begins a heading, a list, a quotation, a rule or a table.
var lineStart = regexp.MustCompile(`^(\d{0,9})([#>+\-=|.)])`)

var escaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "!", `\!`, "&", `\&`, "~", `\~`, "|", `\|`, "$", `\$`, "^", `\^`,
)

func escaped(s string) string { return escaper.Replace(s) }
