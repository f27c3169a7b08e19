package cite

import (
	"regexp"
	"strings"

	"pulltab/internal/summarize"
)

var (
	// listMark matches the beginning of a list item, a task, a quotation or a table row.
	listMark = regexp.MustCompile(`^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?|>\s?|\|)`)
	// reference matches references to sources: [1], [^2], [b12-b14], [b3, b7], 【4】.
	reference = regexp.MustCompile(`\s?(?:\[\^?(?:b?\d{1,4}(?:\.\d+)?)(?:\s?[-–,;]\s?b?\d{1,4}(?:\.\d+)?)*\]|【[^】]{0,40}】)`)
	rule      = regexp.MustCompile(`^[\s|:=*_-]*$`)
)

// Lines returns the texts of an answer, each as one line without Markdown: its
// paragraphs, list items and rows of tables. Headings and code are no statements.
func Lines(answer string) []string {
	var out []string
	for _, b := range summarize.Blocks(answer) {
		if b.Level > 0 || b.Rigid && !strings.HasPrefix(b.Text, "|") {
			continue
		}
		paragraph := ""
		flush := func() {
			text := reference.ReplaceAllString(paragraph, "")
			if text = strings.Join(strings.Fields(summarize.PlainText(text)), " "); text != "" {
				out = append(out, text)
			}
			paragraph = ""
		}
		for line := range strings.Lines(b.Text) {
			if rule.MatchString(line) {
				flush()
				continue
			}
			for mark := listMark.FindString(line); mark != ""; mark = listMark.FindString(line) {
				flush()
				line = line[len(mark):]
			}
			paragraph += " " + line
		}
		flush()
	}
	return out
}
